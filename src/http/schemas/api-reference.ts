import type { ApiReference } from "../../pages/docs/reference.js";
import { PATHS } from "../paths.js";
import { CurrentReply } from "./current.js";
import { CURRENT_EXAMPLE, HISTORY_EXAMPLE } from "./examples.js";
import { fieldRows } from "./field-rows.js";
import { HistoryReply } from "./history.js";

/** Rows shown of the example of the history: enough to see that days follow each other. */
const EXAMPLE_ROWS = 2;

/** What the page about the API says of the two endpoints, made from the schemas that check their answers. */
export function apiReference(): ApiReference {
  const shortened = { ...HISTORY_EXAMPLE, data: HISTORY_EXAMPLE.data.slice(0, EXAMPLE_ROWS) };
  return {
    current: { path: PATHS.current, fields: fieldRows(CurrentReply), example: jsonText(CURRENT_EXAMPLE) },
    history: {
      path: PATHS.history,
      fields: fieldRows(HistoryReply),
      example: jsonText(shortened).replace(/\n {2}\]/, ",\n    …\n  ]"),
    },
  };
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
