/** Generates the JSON Schema of the fields that the tools for language models return, from the OpenAPI document. */
import type { Schema } from "./answer-types.js";

/** The fields of each response that the tools read. */
const READ: Readonly<Record<string, readonly string[]>> = {
  CurrentReply: ["btc", "crypto", "market"],
  MetaReply: ["btc", "settled", "attribution"],
  HistoryReply: ["asset", "data"],
  RecordReply: [
    ...["model_version", "from", "to", "headline", "verdicts", "turns", "entries", "average_cost"],
    ...["flags", "year_after", "hindsight", "periods"],
  ],
};

/** A module with the schema of each of these fields, one per line, without references. */
export function answerFields(schemas: Readonly<Record<string, Schema>>): string {
  const replies = Object.entries(READ).map(([name, fields]) => {
    const lines = fields.map((field) => {
      const schema = resolve(schemas[name]?.properties?.[field], schemas);
      return `    ${field}: ${JSON.stringify(schema)},\n`;
    });
    return `  ${name}: {\n${lines.join("")}  },\n`;
  });
  const purpose = "/** Fields of Peak's responses as JSON Schema, generated from its OpenAPI document. */";
  return `${purpose}\n\nexport const FIELDS = {\n${replies.join("")}} as const;\n`;
}

/** Resolves references. Leaves objects open to further fields, which a newer site may have. */
function resolve(part: unknown, schemas: Readonly<Record<string, Schema>>): unknown {
  if (Array.isArray(part)) return part.map((each) => resolve(each, schemas));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, additionalProperties: _, ...rest } = part as Schema;
  if ($ref !== undefined) return resolve({ ...schemas[$ref.split("/").at(-1) ?? ""], ...rest }, schemas);
  const entries = Object.entries(rest).filter(([, value]) => value !== Number.MAX_SAFE_INTEGER);
  return Object.fromEntries(entries.map(([key, value]) => [key, resolve(value, schemas)]));
}
