import { HOUR_MS, instantOf, plus, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { currentCache, historyCache } from "../../../src/http/cache-control.js";
import { publishSampleExtras } from "../../support/sample-extras.js";
import { publishSample, sampleRows } from "../../support/sample-published.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { sampleSite } from "../../support/sample-site.js";
import { showHistory } from "../../support/show-history.js";

const COMPUTED = instantOf("2026-11-21T07:05:00.250Z");
const STALE_AT = plus(COMPUTED, 2 * HOUR_MS);

test("no cache keeps the current score beyond the moment when it goes stale", () => {
  const usual = "public, max-age=60, stale-while-revalidate=30, stale-if-error=300";
  expect(currentCache(COMPUTED, COMPUTED)).toBe(usual);
  expect(currentCache(COMPUTED, plus(STALE_AT, 1))).toBe(usual);
  for (let before = 0; before <= 400_000; before += 317) {
    const text = currentCache(COMPUTED, plus(STALE_AT, -before));
    const [age = -1, revalidate = -1, error = -1] = (text.match(/\d+/g) ?? []).map(Number);
    expect((age + Math.max(revalidate, error)) * 1000).toBeLessThanOrEqual(before);
    expect(Math.min(age, revalidate, error)).toBeGreaterThanOrEqual(0);
  }
});

test.each([
  ["2026-11-21T06:00:05Z", "2026-11-21", 3600],
  ["2026-11-22T05:00:00.001Z", "2026-11-21", 3599],
  ["2026-11-22T05:59:59.999Z", "2026-11-21", 1],
  ["2026-11-22T06:00:00Z", "2026-11-21", 30],
  ["2026-11-25T17:00:00Z", "2026-11-21", 30],
  ["2028-03-01T05:59:00Z", "2028-02-29", 60],
  ["2027-01-01T05:59:00Z", "2026-12-31", 60],
])("at %s the history up to %s may be cached for %i s", (now, newest, seconds) => {
  const cache = `public, max-age=${seconds}, stale-if-error=86400`;
  expect(historyCache(utcDay(newest), instantOf(now))).toBe(cache);
});

const SCORED = ["/api/public/nhci", "/api/public/nhci/meta", "/api/public/nhci/score.txt", "/embed/nhci.json"];

test.each([...SCORED, "/", "/status", "/embed/nhci", "/embed/nhci-badge.svg", "/embed/nhci-chart.png"])(
  "%s goes stale exactly two hours after the score was computed, and no copy is cached longer",
  async (path) => {
    const { get, clock } = sampleSite();
    await clock.advance(STALE_AT - 20_500 - clock.now());
    const before = await get(path);
    expect(before.headers["cache-control"]).toMatch(/^public, max-age=20\b/);
    await clock.advance(20_500);
    const last = await get(path);
    expect(last.headers["cache-control"]).toMatch(/^public, max-age=0\b/);
    await clock.advance(1);
    const stale = await get(path);
    expect(stale.headers["etag"]).not.toBe(last.headers["etag"]);
    expect(stale.headers["cache-control"]).toMatch(/^public, max-age=(60|300)\b/);
    expect(stale.bytes.toString()).toMatch(/stale|2 h old|out of date/);
  },
);

test("the CSV of the history may be cached as long as the history, until the next row", async () => {
  const { get, clock, published } = sampleSite();
  const both = async () => {
    const [csv, json] = [await get("/api/public/nhci/history.csv"), await get("/api/public/nhci/history")];
    expect(csv.headers["cache-control"]).toBe(json.headers["cache-control"]);
    return csv.headers["cache-control"];
  };
  await clock.advance(22 * HOUR_MS + 50 * 60_000); // 05:56 of the next day
  expect(await both()).toBe("public, max-age=240, stale-if-error=86400");
  await clock.advance(240_000);
  expect(await both()).toBe("public, max-age=30, stale-if-error=86400");
  showHistory(published, { rows: sampleRows("2026-11-22", 31) });
  expect(await both()).toBe("public, max-age=3600, stale-if-error=86400");
});

describe("a response that waits for its data", () => {
  test("may be cached for 5 s as a page, and the record for an hour once it exists", async () => {
    const { get, published } = sampleSite({ isEmpty: true });
    for (const path of ["/", "/es", "/record", "/status", "/embed/nhci"]) {
      const { status, headers } = await get(path);
      expect([path, status, headers["cache-control"]]).toEqual([path, 200, "public, max-age=5"]);
    }
    published.record.put(SAMPLE_RECORD);
    expect((await get("/record")).headers["cache-control"]).toBe("public, max-age=3600");
  });

  test("may not be cached as a picture of the whole cycle before the record exists", async () => {
    const { get, published } = sampleSite({ isEmpty: true });
    publishSample(published);
    const cacheOf = async (path: string) => (await get(path)).headers["cache-control"];
    expect(await cacheOf("/embed/nhci-cycle.svg")).toBe("no-store");
    expect(await cacheOf("/embed/nhci-badge.svg")).toBe("public, max-age=300");
    expect(await cacheOf("/")).toBe("public, max-age=5");
    publishSampleExtras(published);
    expect(await cacheOf("/embed/nhci-cycle.svg")).toBe("public, max-age=300");
    expect(await cacheOf("/")).toMatch(/^public, max-age=60,/);
  });
});
