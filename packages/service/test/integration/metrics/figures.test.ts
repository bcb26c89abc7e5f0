import { HOUR_MS, MINUTE_MS, MODEL_VERSION } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { VERSION } from "../../../src/platform/version.js";
import { ask, freshClient } from "../../support/ask.js";
import type { Scrape } from "../../support/exposition.js";
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
      ["poll price", "hourly score", "close days"].every((job) => endedRuns(value, job) > 0) &&
      value("peak_score_age_seconds") !== undefined,
  );
}

/** How many runs of a job have ended, however they did. */
function endedRuns(value: (series: string) => number | undefined, job: string): number {
  const counts = ["done", "waits", "failed"].map((outcome) =>
    value(`peak_job_runs_total{name="${job}",outcome="${outcome}"}`),
  );
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

describe("the metrics of the composed service", () => {
  test("know no score before the first, and know the newest row", async () => {
    const service = await meteredService(NOON);
    const { value, series } = await service.scrape();
    expect(series).not.toContain("peak_score_age_seconds");
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
    service.pass(1000);
    const { value } = await service.scrape();
    expect(value("peak_score_age_seconds")).toBe(7201);
    expect(value("peak_history_row_age_seconds")).toBe(8 * 3600 + 5 * 60 + 1);
  });

  test("say which source gives nothing, and how long it has given nothing", async () => {
    const service = await scoring();
    const [failing, age] = ["failing", "last_answer_age_seconds"].map((name) => `peak_source_${name}{source="kraken"}`);
    const before = await service.scrape();
    expect(before.value(failing!)).toBe(0);
    const hasPolledAgain = ({ value }: Scrape) =>
      endedRuns(value, "poll price") > endedRuns(before.value, "poll price");
    service.simulator.faults.set("kraken", "500");
    service.pass(2 * MINUTE_MS);
    const failed = await service.until("a fault", (scrape) => scrape.value(failing!) === 1 && hasPolledAgain(scrape));
    expect(failed.value(age!)).toBe(120);
    service.simulator.faults.clear();
    service.pass(10 * MINUTE_MS);
    await service.until("an answer", ({ value }) => value(failing!) === 0 && value(age!) === 0);
  });

  test("follow the drawing of pictures, also when it fails", async () => {
    const service = await scoring({ drawPng: () => Promise.reject(new Error("no memory")) });
    expect((await service.get("/embed/nhci-badge.png")).status).toBe(503);
    expect((await service.scrape()).value('peak_job_runs_total{name="pictures",outcome="failed"}')).toBe(1);
  });

  test("count answers, a 304 and a 429 among them, and jobs; no client is named", async () => {
    const service = await scoring();
    const { value: first, series, text } = await service.scrape();
    for (const job of ["poll price", "hourly score", "close days", "first fetch"]) {
      expect(first(`peak_job_runs_total{name="${job}",outcome="done"}`), job).toBe(1);
      expect(first(`peak_job_runs_total{name="${job}",outcome="failed"}`), job).toBe(0);
    }
    for (const name of ["process_cpu_seconds_total", "nodejs_eventloop_lag_p99_seconds"])
      expect(series).toContain(name);
    expect(series).not.toContain("peak_limits_shared");
    expect([first("peak_lease_held"), first("peak_database_away")]).toEqual([1, 0]);

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
      'group="score",status="2xx"': 19,
      'group="score",status="3xx"': 1,
      'group="score",status="4xx"': 1,
      'group="other",status="4xx"': 2,
      'group="embeds",status="2xx"': 2,
      'group="other",status="2xx"': 1,
      'group="health",status="2xx"': 1,
      'group="score",status="5xx"': 0,
    });
    expect(counts.map(([labels]) => [labels, value(`peak_answers_total{${labels}}`)])).toEqual(counts);
    expect(value("peak_limit_refusals_total")).toBe(1);
    expect(text + later).not.toContain(from);

    service.simulator.faults.set("*", "500");
    service.pass(HOUR_MS);
    const waits = 'peak_job_runs_total{name="hourly score",outcome="waits"}';
    await service.until("a round without data", (scrape) => scrape.value(waits) === 1);
  });
});
