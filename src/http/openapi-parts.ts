/** A parameter of the query in openapi.json; anything unknown is as if it were left out. */
export function queryParameter(name: string, values: readonly string[], fallback: string) {
  return { name, in: "query", schema: { type: "string", enum: [...values], default: fallback } };
}

/** A part of a path. */
export function pathParameter(name: string) {
  return { name, in: "path", required: true, schema: { type: "string" } };
}
