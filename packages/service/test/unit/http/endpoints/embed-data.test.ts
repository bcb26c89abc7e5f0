import { parseCurrent, parseHistory } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { current } from "../../../../src/http/endpoints/current.js";
import { embedData } from "../../../../src/http/endpoints/embed-data.js";
import { history } from "../../../../src/http/endpoints/history.js";
import { Published } from "../../../../src/published/published.js";
import { fakeClock } from "../../../support/fake-clock.js";
import { showHistory } from "../../../support/show-history.js";
import { askEndpoint } from "../ask-endpoint.js";
import { sampleDeps } from "../sample-deps.js";
import { publishSample, sampleRows } from "../samples.js";

async function ask(endpoint: typeof embedData, deps = sampleDeps()) {
  const { text, ...answer } = await askEndpoint(endpoint, deps);
  return { ...answer, body: JSON.parse(text) };
}

test("the answer is that of the current score and that of the history, and widgets can read both in it", async () => {
  const [one, other, both] = [await ask(current), await ask(history), await ask(embedData)];
  expect(both.body).toEqual({ ...one.body, ...other.body });
  expect(parseCurrent(both.body)).toEqual(parseCurrent(one.body));
  expect(parseHistory(both.body)).toEqual(parseHistory(other.body));
});

test("it may be shared by caches for as long as the current score, and never past the moment that turns stale", async () => {
  expect((await ask(embedData)).header("Cache-Control")).toBe((await ask(current)).header("Cache-Control"));
  const deps = { ...sampleDeps(), clock: fakeClock("2026-11-21T09:04:30Z") };
  expect((await ask(embedData, deps)).header("Cache-Control")).toMatch(/^public, max-age=30,/);
  const later = { ...deps, clock: fakeClock("2026-11-21T09:05:01Z") };
  expect((await ask(embedData, later)).body.btc.stale).toBe(true);
});

test("it is 503 until there are both a score and 30 days", async () => {
  const deps = sampleDeps();
  const published = new Published();
  expect((await ask(embedData, { ...deps, published })).status).toBe(503);
  publishSample(published);
  showHistory(published, { rows: sampleRows().slice(1) });
  expect((await ask(embedData, { ...deps, published })).status).toBe(503);
  showHistory(published, { rows: sampleRows() });
  expect((await ask(embedData, { ...deps, published })).status).toBe(200);
});
