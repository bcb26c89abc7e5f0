/** Writes the fields of the answers that the tools for agents pass on as JSON Schema, from the OpenAPI document. */
import type { Schema } from "./answer-types.js";

/** The fields that the tools read, of each reply. */
const READ: Readonly<Record<string, readonly string[]>> = {
  CurrentReply: ["btc", "crypto", "market"],
  MetaReply: ["btc", "settled", "attribution"],
  HistoryReply: ["asset", "data"],
  RecordReply: ["model_version", "from", "to", "turns", "flags", "year_after", "hindsight", "periods"],
};

/** A module with the schema of each of these fields, a line a field, without references. */
export function answerFields(schemas: Readonly<Record<string, Schema>>): string {
  const replies = Object.entries(READ).map(([name, fields]) => {
    const lines = fields.map((field) => {
      const schema = resolved(schemas[name]?.properties?.[field], schemas);
      return `    ${field}: ${JSON.stringify(schema)},\n`;
    });
    return `  ${name}: {\n${lines.join("")}  },\n`;
  });
  const purpose = "// Fields of what Peak answers as JSON Schema, made from its OpenAPI document.";
  return `${purpose}\n\nexport const FIELDS = {\n${replies.join("")}} as const;\n`;
}

/** Without references. Open to further fields: they may come at any time, and an older program meets a newer site. */
function resolved(part: unknown, schemas: Readonly<Record<string, Schema>>): unknown {
  if (Array.isArray(part)) return part.map((each) => resolved(each, schemas));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, additionalProperties: _, ...rest } = part as Schema;
  if ($ref !== undefined) return resolved({ ...schemas[$ref.split("/").at(-1) ?? ""], ...rest }, schemas);
  const entries = Object.entries(rest).filter(([, value]) => value !== Number.MAX_SAFE_INTEGER);
  return Object.fromEntries(entries.map(([key, value]) => [key, resolved(value, schemas)]));
}
