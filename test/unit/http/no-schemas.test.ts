import fastify from "fastify";
import { expect, test } from "vitest";
import { NO_SCHEMAS } from "../../../src/http/no-schemas.js";

const app = () => fastify({ schemaController: { compilersFactory: NO_SCHEMAS } });

test("routes without schemas are served", async () => {
  const server = app();
  server.get("/", async () => "here");
  expect((await server.inject("/")).body).toBe("here");
});

test("a route with a schema of Fastify's is refused at the start, with what to do instead", async () => {
  const server = app();
  server.get("/", { schema: { querystring: { type: "object" } } }, async () => "here");
  await expect(server.ready()).rejects.toThrow("src/http/schemas");
});
