import { PUBLIC_DAYS } from "../../../src/domain/history.js";
import { chainProof } from "../../../src/history/checked-history.js";
import { presentHistory } from "../../../src/http/endpoints/history.js";
import { presentKeys, presentProof } from "../../../src/http/endpoints/proof.js";
import { presentRevisions } from "../../../src/http/endpoints/revisions.js";
import type { Stores } from "../../../src/storage/stores.js";
import { startedCheck } from "../../support/history-check.js";

/** Bodies by path. */
export type Answers = Readonly<Record<string, string>>;

export const PROOF = "/api/public/nhci/proof";
export const LEAVES = "/api/public/nhci/proof/leaves";
export const KEYS = "/.well-known/peak-keys.json";
export const REVISIONS = "/api/public/nhci/revisions";
export const HISTORY = "/api/public/nhci/history";

/** What a site on these stores answers, as far as it can be checked. */
export async function answersOf(stores: Stores): Promise<Answers> {
  const history = await startedCheck(stores).run();
  const proof = chainProof(history);
  if (proof === undefined) throw new Error("nothing is signed");
  const addresses = { keys: `https://peak.example${KEYS}`, leaves: `https://peak.example${LEAVES}` };
  return {
    [PROOF]: JSON.stringify(presentProof(proof, addresses)),
    [LEAVES]: proof.leaves,
    [KEYS]: JSON.stringify(presentKeys(proof.keys)),
    [REVISIONS]: JSON.stringify(presentRevisions(history.revisions)),
    [HISTORY]: JSON.stringify(presentHistory(history.rows.slice(-PUBLIC_DAYS))),
  };
}
