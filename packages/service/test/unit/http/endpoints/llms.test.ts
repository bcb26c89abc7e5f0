import { expect, test } from "vitest";
import { llms } from "../../../../src/http/endpoints/llms.js";
import { askEndpoint } from "../ask-endpoint.js";
import { sampleDeps } from "../sample-deps.js";

test("llms.txt says that messages to the tools count as requests, where they are on", async () => {
  const deps = sampleDeps();
  const config = { ...deps.config, mcp: true };
  expect((await askEndpoint(llms, deps)).text).not.toContain("/mcp");
  expect((await askEndpoint(llms, { ...deps, config })).text).toContain(
    "its history, and with them messages to /mcp. After 429",
  );
});

test("llms.txt has the form of llmstxt.org, names every described path once, and links those that answer", async () => {
  const deps = sampleDeps();
  const { text } = await askEndpoint(llms, deps);
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const named = [...text.matchAll(/^- (?:\[([^\s{]+)\]\([^\s{]+\)|`(\S+\{\S+)`): \S/gm)].map(
    ([, fixed, form]) => fixed ?? form,
  );
  const described = deps.endpoints.flatMap(({ path, api }) => (api === undefined ? [] : [path]));
  expect(named.toSorted()).toEqual(described.toSorted());
});
