/**
 * Compilers of schemas for Fastify, which never asks for one: our bodies are written once per change from our own
 * schemas, and no request has a body. Without them Fastify loads Ajv and fast-json-stringify, 2 MB of memory.
 */
export const NO_SCHEMAS = { buildValidator: refuse, buildSerializer: refuse };

/** @throws Error always: a route that names a schema cannot be added. */
function refuse(): never {
  throw new Error("a route names a schema of Fastify's; write its answer from src/http/schemas instead");
}
