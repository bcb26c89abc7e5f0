import type { RESPONSES } from "./openapi-answers.js";

/** A path that answers GET. */
export function get(tag: string, operationId: string, summary: string, rest: Readonly<Record<string, unknown>>) {
  return { get: { tags: [tag], operationId, summary, ...rest } };
}

/** A schema by its name. */
export function ref(schema: string) {
  return { $ref: `#/components/schemas/${schema}` };
}

/** A response by its name. */
export function response(name: keyof typeof RESPONSES) {
  return { $ref: `#/components/responses/${name}` };
}

/** A parameter of the query; anything unknown is as if it were left out. */
export function choice(name: string, values: readonly string[], fallback: string) {
  return { name, in: "query", schema: { type: "string", enum: [...values], default: fallback } };
}

/** A part of a path. */
export function inPath(name: string) {
  return { name, in: "path", required: true, schema: { type: "string" } };
}
