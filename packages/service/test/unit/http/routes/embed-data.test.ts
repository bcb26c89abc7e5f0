import { parseCurrent, parseHistory } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { showHistory } from "../../../support/show-history.js";
import { type SampleSite, sampleSite } from "../sample-site.js";
import { publishSample, sampleRows } from "../samples.js";

const [CURRENT, HISTORY, BOTH] = ["/api/public/nhci", "/api/public/nhci/history", "/embed/nhci.json"] as const;

async function read(site: SampleSite, path: string) {
  const answer = await site.ask(path);
  return { status: answer.status, kept: answer.headers.get("cache-control"), body: await answer.json() };
}

test("the answer is that of the current score and that of the history, and widgets can read both in it", async () => {
  const site = sampleSite();
  const [one, other, both] = [await read(site, CURRENT), await read(site, HISTORY), await read(site, BOTH)];
  expect(both.body).toEqual({ ...one.body, ...other.body });
  expect(parseCurrent(both.body)).toEqual(parseCurrent(one.body));
  expect(parseHistory(both.body)).toEqual(parseHistory(other.body));
});

test("it may be shared by caches for as long as the current score, and never past the moment that turns stale", async () => {
  const site = sampleSite();
  expect((await read(site, BOTH)).kept).toBe((await read(site, CURRENT)).kept);
  await site.clock.advance(118.5 * 60_000); // to 09:04:30
  expect((await read(site, BOTH)).kept).toMatch(/^public, max-age=30,/);
  await site.clock.advance(31_000);
  expect((await read(site, BOTH)).body.btc.stale).toBe(true);
});

test("it is 503 until there are both a score and 30 days", async () => {
  const site = sampleSite({ isEmpty: true });
  expect((await read(site, BOTH)).status).toBe(503);
  publishSample(site.published);
  showHistory(site.published, { rows: sampleRows().slice(1) });
  expect((await read(site, BOTH)).status).toBe(503);
  showHistory(site.published, { rows: sampleRows() });
  expect((await read(site, BOTH)).status).toBe(200);
});
