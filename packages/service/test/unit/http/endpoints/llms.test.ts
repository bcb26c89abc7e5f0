import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { llms } from "../../../../src/http/endpoints/llms.js";
import type { PreparedResponse } from "../../../../src/http/response-variants.js";
import { sampleDeps } from "../sample-deps.js";

test("llms.txt has the form of llmstxt.org, and names every described path once", () => {
  const deps = sampleDeps();
  const { body } = llms.responder(deps)({ headers: {} } as IncomingMessage, "/llms.txt") as PreparedResponse;
  const text = Buffer.from(body as string).toString();
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const linked = [...text.matchAll(/^- \[(\S+)\]\((\S+)\): \S/gm)].map(([, path]) => path);
  const described = deps.endpoints.flatMap(({ path, api }) => (api === undefined ? [] : [path]));
  expect(linked.toSorted()).toEqual(described.toSorted());
});
