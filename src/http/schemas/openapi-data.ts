import { PATHS } from "../paths.js";
import { KEYS_EXAMPLE, META_EXAMPLE, PROOF_EXAMPLE, REVISIONS_EXAMPLE } from "./data-examples.js";
import { success } from "./openapi-answers.js";
import { get, ref, response } from "./openapi-parts.js";

/** The paths of data besides the two public resources. */
export function dataPaths() {
  const json = "application/json";
  const text = { type: "string" };
  return {
    [PATHS.meta]: data("meta", "What the score stands on: ages, next times, sources", {
      type: json,
      schema: ref("MetaReply"),
      example: META_EXAMPLE,
    }),
    [PATHS.proof]: data("proof", "The signed end of the chain of closed days, and its last 30 links", {
      type: json,
      schema: ref("ProofReply"),
      example: PROOF_EXAMPLE,
    }),
    [PATHS.leaves]: data("leaves", "The leaf of every link, one a line", { type: "text/plain", schema: text }),
    [PATHS.keys]: data("keys", "The public keys of this installation, as a JWK set", {
      type: "application/jwk-set+json",
      schema: ref("KeysReply"),
      example: KEYS_EXAMPLE,
    }),
    [PATHS.revisions]: data("revisions", "Every correction of a published row", {
      type: json,
      schema: ref("RevisionsReply"),
      example: REVISIONS_EXAMPLE,
    }),
    [PATHS.csv]: data("historyCsv", "The last 30 daily rows as CSV", { type: "text/csv", schema: text }),
    [PATHS.text]: data("scoreText", "The score as one number in plain text", {
      type: "text/plain",
      schema: text,
      example: "47.3\n",
    }),
    [PATHS.atom]: data("atom", "Changes of phase, signal and flags as Atom 1.0", {
      type: "application/atom+xml",
      schema: text,
    }),
    [PATHS.jsonFeed]: data("jsonFeed", "The same as JSON Feed 1.1", {
      type: "application/feed+json",
      schema: { type: "object" },
    }),
  };
}

interface Body {
  readonly type: string;
  readonly schema: unknown;
  readonly example?: unknown;
}

function data(id: string, summary: string, { type, schema, example }: Body) {
  const responses = {
    200: success("the answer", type, schema, example),
    304: response("NotModified"),
    503: response("NotReady"),
  };
  return get("data", id, summary, { responses });
}
