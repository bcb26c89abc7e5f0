import { expect, test } from "vitest";
import { apiReference } from "../../../src/http/api-reference.js";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { askEndpoint } from "./ask-endpoint.js";

const { answers, others } = apiReference(ENDPOINTS);
const SAID = [...answers, ...others];

test("has every path that openapi.json describes once", () => {
  const described = ENDPOINTS.filter(({ api }) => api !== undefined).map(({ path }) => path);
  expect(SAID.map(({ path }) => path).sort()).toEqual(described.sort());
});

test("says of each path how long an answer is cached at most, as the answer does", async () => {
  const maxAgeOf = async (path: string) => {
    const endpoint = ENDPOINTS.find((each) => each.path === path);
    const answer = endpoint && (await askEndpoint(endpoint));
    if (answer?.status !== 200) return undefined; // a picture that is not drawn yet, a path with a variable part
    return Number(/max-age=(\d+)/.exec(answer.header("Cache-Control"))?.[1] ?? 0);
  };
  const asked = await Promise.all(SAID.map(async (said) => ({ ...said, sent: await maxAgeOf(said.path) })));
  const known = asked.flatMap(({ path, maxAgeSeconds, sent }) =>
    sent === undefined ? [] : [{ path, maxAgeSeconds, sent }],
  );
  expect(known.length).toBeGreaterThan(20);
  expect(known.filter(({ maxAgeSeconds, sent }) => maxAgeSeconds !== sent)).toEqual([]);
});

test("has a type and a description of every field", () => {
  const rows = answers.flatMap(({ fields }) => fields);
  expect(rows.filter(({ description, type }) => description === "" || type === "")).toEqual([]);
});
