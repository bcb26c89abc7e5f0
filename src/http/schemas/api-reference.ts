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
  const history = jsonText(shortened).replace(/\n {2}\]/, ",\n    …\n  ]");
  const of = (id: keyof typeof PATHS, schema: z.ZodType, example: string) => ({
    id,
    path: PATHS[id],
    metered: id === "current" || id === "history",
    fields: fieldRows(schema),
    example,
  });
  return [
    of("current", CurrentReply, jsonText(CURRENT_EXAMPLE)),
    of("history", HistoryReply, history),
    of("meta", MetaReply, jsonText(META_EXAMPLE)),
    of("proof", ProofReply, jsonText(PROOF_EXAMPLE)),
    { ...of("keys", KeysReply, jsonText(KEYS_EXAMPLE)), id: "publicKeys" },
    of("revisions", RevisionsReply, jsonText(REVISIONS_EXAMPLE)),
  ];
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
