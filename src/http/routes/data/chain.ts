import { addressOf } from "../../../site/site.js";
import { type Answer, JSON_MANNER } from "../../answer.js";
import { NOTICE_CACHE } from "../../cache.js";
import { PATHS } from "../../paths.js";
import { presentKeys, presentProof } from "../../present/proof.js";
import { presentRevisions } from "../../present/revisions.js";
import { KeysReply, ProofReply } from "../../schemas/proof.js";
import { RevisionsReply } from "../../schemas/revisions.js";
import { shownAnswer } from "../../shown-answer.js";
import type { DataDeps } from "./data.js";

const TEXT = { contentType: "text/plain; charset=utf-8", also: [] };
const JWK_SET = { contentType: "application/jwk-set+json", also: [] };

type ChainAnswers = Readonly<Record<"proof" | "leaves" | "keys" | "revisions", () => Answer | undefined>>;

/** What proves that history was not rewritten, and where it was corrected. */
export function chainAnswers({ config, notices, clock }: DataDeps): ChainAnswers {
  const addresses = { keys: addressOf(config, PATHS.keys), leaves: addressOf(config, PATHS.leaves) };
  const cacheControl = () => NOTICE_CACHE;
  return {
    proof: shownAnswer(clock, {
      manner: JSON_MANNER,
      thing: notices.proof,
      text: (proof) => JSON.stringify(ProofReply.parse(presentProof(proof, addresses))),
      cacheControl,
    }),
    // 390 kB of hashes, held once: nobody but who verifies asks for it.
    leaves: shownAnswer(clock, {
      manner: TEXT,
      thing: notices.proof,
      text: ({ leaves }) => leaves,
      cacheControl,
      isPlain: true,
    }),
    keys: shownAnswer(clock, {
      manner: JWK_SET,
      thing: notices.proof,
      text: ({ keys }) => JSON.stringify(KeysReply.parse(presentKeys(keys))),
      cacheControl,
    }),
    revisions: shownAnswer(clock, {
      manner: JSON_MANNER,
      thing: notices.revisions,
      text: (revisions) => JSON.stringify(RevisionsReply.parse(presentRevisions(revisions))),
      cacheControl,
    }),
  };
}
