import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import type { EndpointDeps } from "../../../../src/http/endpoint.js";
import { llms } from "../../../../src/http/endpoints/llms.js";
import type { PreparedResponse } from "../../../../src/http/response-variants.js";
import { sampleDeps } from "../sample-deps.js";

function textOf(deps: EndpointDeps): string {
  const { body } = llms.responder(deps)({ headers: {} } as IncomingMessage, "/llms.txt") as PreparedResponse;
  return Buffer.from(body as string).toString();
}

test("llms.txt says that messages to the tools count as requests, where they are on", () => {
  const deps = sampleDeps();
  const config = { ...deps.config, mcp: true };
  expect(textOf(deps)).not.toContain("/mcp");
  expect(textOf({ ...deps, config })).toContain("its history, and with them messages to /mcp. After 429");
});

test("llms.txt has the form of llmstxt.org, names every described path once, and links those that answer", () => {
  const deps = sampleDeps();
  const text = textOf(deps);
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const named = [...text.matchAll(/^- (?:\[([^\s{]+)\]\([^\s{]+\)|`(\S+\{\S+)`): \S/gm)].map(
    ([, fixed, form]) => fixed ?? form,
  );
  const described = deps.endpoints.flatMap(({ path, api }) => (api === undefined ? [] : [path]));
  expect(named.toSorted()).toEqual(described.toSorted());
});
