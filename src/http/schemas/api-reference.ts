import type * as z from "zod";
import type { ApiReference } from "../../site/docs.js";
import { PATHS } from "../paths.js";
import { CurrentReply } from "./current.js";
import { KEYS_EXAMPLE, META_EXAMPLE, PROOF_EXAMPLE, REVISIONS_EXAMPLE } from "./data-examples.js";
import { CURRENT_EXAMPLE, HISTORY_EXAMPLE } from "./examples.js";
import { fieldRows } from "./field-rows.js";
import { HistoryReply } from "./history.js";
import { MetaReply } from "./meta.js";
import { KeysReply, ProofReply } from "./proof.js";
import { RevisionsReply } from "./revisions.js";

/** Rows shown of the example of the history: enough to see that days follow each other. */
const EXAMPLE_ROWS = 2;

/** What the page about the API says of the answers in JSON, made from the schemas that check their answers. */
export function apiReference(): ApiReference {
  const shortened = { ...HISTORY_EXAMPLE, data: HISTORY_EXAMPLE.data.slice(0, EXAMPLE_ROWS) };
  return {
    ...dataReference(),
    current: { path: PATHS.current, fields: fieldRows(CurrentReply), example: jsonText(CURRENT_EXAMPLE) },
    history: {
      path: PATHS.history,
      fields: fieldRows(HistoryReply),
      example: jsonText(shortened).replace(/\n {2}\]/, ",\n    …\n  ]"),
    },
  };
}

function dataReference() {
  const of = (path: string, schema: z.ZodType, example: unknown) => ({
    path,
    fields: fieldRows(schema),
    example: jsonText(example),
  });
  return {
    meta: of(PATHS.meta, MetaReply, META_EXAMPLE),
    proof: of(PATHS.proof, ProofReply, PROOF_EXAMPLE),
    publicKeys: of(PATHS.keys, KeysReply, KEYS_EXAMPLE),
    revisions: of(PATHS.revisions, RevisionsReply, REVISIONS_EXAMPLE),
  };
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
