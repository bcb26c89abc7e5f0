import { HOUR_MS, MINUTE_MS, MODEL_VERSION } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { VERSION } from "../../../src/platform/version.js";
import { ask, freshClient } from "../../support/ask.js";
import { type MeteredService, meteredService } from "../../support/metered-service.js";

/** Five past noon: no job is due at this very moment, and today's row is there. */
const NOON = "2026-11-21T12:05:00Z";
const CURRENT = "/api/public/nhci";
const HISTORY = "/api/public/nhci/history";

/** With the first score, and every job at rest. */
async function scoring(options?: Parameters<typeof meteredService>[1]): Promise<MeteredService> {
  const service = await meteredService(NOON, options);
  service.run();
  await atRest(service);
  return service;
}

async function atRest(service: MeteredService) {
  return service.until(
    "all jobs to rest",
    ({ value }) =>
      ["poll price", "hourly score", "close days"].every((job) => value(`peak_job_running{name="${job}"}`) === 0) &&
      value("peak_score_age_seconds") !== undefined,
  );
}

describe("the metrics of the composed service", () => {
  test("know no score before the first, and know the newest row", async () => {
    const service = await meteredService(NOON);
    const { value, series } = await service.scrape();
    expect(series).not.toContain("peak_score_age_seconds");
    expect(series).not.toContain("peak_score_stale");
    expect(value("peak_history_row_age_seconds")).toBe(6 * 3600 + 5 * 60);
    expect(value("peak_lease_held")).toBe(0);
    expect(value(`peak_build_info{version="${VERSION}",model_version="${MODEL_VERSION}",role="all"}`)).toBe(1);
  });

  test("say how old the score is, to the second, and when it turns stale", async () => {
    const service = await scoring();
    expect((await service.scrape()).value("peak_score_age_seconds")).toBe(0);
    for (const source of ["kraken", "bitstamp", "binance", "coingecko"] as const)
      service.simulator.faults.set(source, "500");
    service.pass(2 * HOUR_MS);
    expect((await service.scrape()).value("peak_score_age_seconds")).toBe(7200);
    expect((await service.scrape()).value("peak_score_stale")).toBe(0);
    service.pass(1000);
    const { value } = await service.scrape();
    expect(value("peak_score_age_seconds")).toBe(7201);
    expect(value("peak_score_stale")).toBe(1);
    expect(value("peak_history_row_age_seconds")).toBe(8 * 3600 + 5 * 60 + 1);
  });

  test("count the faults of a source, and its silence until it gives something again", async () => {
    const service = await scoring();
    const faults = 'peak_source_faults_total{source="kraken",fault="unreachable"}';
    const age = 'peak_source_last_answer_age_seconds{source="kraken"}';
    const before = (await service.scrape()).value('peak_source_inquiries_total{source="kraken"}') ?? Number.NaN;
    expect(before).toBeGreaterThan(0);
    expect((await service.scrape()).value(faults)).toBe(0);
    service.simulator.faults.set("kraken", "500");
    service.pass(MINUTE_MS);
    const failed = await service.until("a fault", ({ value }) => value(faults) === 1);
    expect(failed.value(age)).toBe(60);
    expect(failed.value('peak_source_inquiries_total{source="kraken"}')).toBe(before + 1);
    await atRest(service);
    service.simulator.faults.clear();
    service.pass(10 * MINUTE_MS);
    await service.until("an answer", ({ value }) => value(age) === 0);
  });

  test("follow the drawing of pictures, also when it fails", async () => {
    const service = await scoring({ drawPng: () => Promise.reject(new Error("no memory")) });
    const { value } = await service.until(
      "a failed drawing",
      (scrape) => (scrape.value('peak_job_runs_total{name="pictures",outcome="failed"}') ?? 0) >= 1,
    );
    expect(value('peak_job_last_success_timestamp_seconds{name="pictures"}')).toBeUndefined();
  });

  test("count answers, a 304 and a 429 among them, calls of the database, of which an answer makes none, and jobs; no client is named", async () => {
    const service = await scoring();
    const { value: first, series, text } = await service.scrape();
    const noon = Date.parse(NOON) / 1000;
    for (const job of ["poll price", "hourly score", "close days", "first fetch"]) {
      expect(first(`peak_job_runs_total{name="${job}",outcome="done"}`), job).toBe(1);
      expect(first(`peak_job_runs_total{name="${job}",outcome="failed"}`), job).toBe(0);
      expect(first(`peak_job_duration_seconds_count{name="${job}"}`), job).toBe(1);
      expect(first(`peak_job_last_success_timestamp_seconds{name="${job}"}`), job).toBe(noon);
    }
    for (const name of ["process_cpu_seconds_total", "nodejs_eventloop_lag_p99_seconds"])
      expect(series).toContain(name);
    expect(series).not.toContain("peak_limits_shared");
    const calls = 'peak_database_calls_total{outcome="done"}';
    expect(first(calls)).toBeGreaterThan(10);
    expect([first("peak_lease_held"), first("peak_lease_turns_total")]).toEqual([1, 1]);

    const from = freshClient();
    const { headers } = await service.get(CURRENT, {}, from);
    expect((await service.get(CURRENT, { "if-none-match": String(headers.etag) }, from)).status).toBe(304);
    for (let i = 2; i < 20; i++) await service.get(HISTORY, {}, from);
    expect((await service.get(`${CURRENT}?x=1`, {}, from)).status).toBe(429);
    expect((await service.get("/nowhere")).status).toBe(404);
    for (const path of ["/embed/nhci-badge.svg", "/embed/nhci", "/", "/healthz"])
      expect((await service.get(path)).status).toBe(200);
    expect((await ask(service.origin + CURRENT, { method: "POST", from })).status).toBe(405);
    const { value, text: later } = await service.scrape();
    const counts = Object.entries({
      'group="current",status="2xx"': 1,
      'group="current",status="3xx"': 1,
      'group="current",status="4xx"': 1,
      'group="history",status="2xx"': 18,
      'group="other",status="4xx"': 2,
      'group="picture",status="2xx"': 1,
      'group="embed",status="2xx"': 1,
      'group="page",status="2xx"': 1,
      'group="health",status="2xx"': 1,
      'group="current",status="5xx"': 0,
    });
    expect(counts.map(([labels]) => [labels, value(`peak_answers_total{${labels}}`)])).toEqual(counts);
    expect(value("peak_limit_refusals_total")).toBe(1);
    expect(value(calls)).toBe(first(calls));
    const asked = Array.from({ length: 20 }, () => service.get("/readyz"));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await service.scrape()).value(calls)).toBe(first(calls));
    expect(text + later).not.toContain(from);

    service.simulator.faults.set("*", "500");
    service.pass(HOUR_MS);
    const waits = 'peak_job_runs_total{name="hourly score",outcome="waits"}';
    const idle = await service.until("a round without data", (scrape) => scrape.value(waits) === 1);
    expect(idle.value('peak_job_last_success_timestamp_seconds{name="hourly score"}')).toBe(noon);
    expect(idle.value('peak_job_last_success_timestamp_seconds{name="poll price"}')).toBeGreaterThan(noon);
  });
});
