import { MODEL_VERSION } from "peak-cycle-model";
import { expect, onTestFinished, test } from "vitest";
import { VERSION } from "../../../src/platform/version.js";
import { ask, freshClient } from "../../support/ask.js";
import { movableDatabaseClock } from "../../support/database-clock.js";
import { readExposition } from "../../support/exposition.js";
import { meteredService } from "../../support/metered-service.js";
import { eventually, logOf } from "../../support/service-process.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { describeRedis, tempRedis } from "../../support/temp-redis.js";
import { liveService } from "../process/live-service.js";

const NOON = "2026-11-21T12:05:00Z";

describePostgres("instances on one database", () => {
  const postgres = tempPostgres();

  test("say which of them does the jobs; the one that only answers knows no source", async () => {
    const address = await postgres.prepared();
    const moveDatabase = await movableDatabaseClock(postgres.server, address.pathname.slice(1));
    await moveDatabase(Date.parse(NOON) - Date.now());
    const settings = { DATABASE_URL: address.href };
    const worker = await meteredService(NOON, { settings: { ...settings, ROLE: "worker" } });
    const reader = await meteredService(NOON, { settings: { ...settings, ROLE: "api" } });
    expect((await worker.scrape()).value("peak_lease_held")).toBe(0);
    worker.run();
    reader.run();
    const working = await worker.until("a turn", ({ value }) => value("peak_lease_held") === 1);
    expect(working.value(`peak_build_info{version="${VERSION}",model_version="${MODEL_VERSION}",role="worker"}`)).toBe(
      1,
    );
    await worker.until(
      "an answer of a source",
      ({ value }) => value('peak_source_inquiries_total{source="kraken"}') !== 0,
    );
    const { value, series } = await reader.scrape();
    expect(value("peak_lease_held")).toBe(0);
    expect(value(`peak_build_info{version="${VERSION}",model_version="${MODEL_VERSION}",role="api"}`)).toBe(1);
    expect(series).not.toContain("peak_source_inquiries_total");
  });
});

describeRedis("an instance with Redis", () => {
  const redis = tempRedis();

  test("says whether its limits are shared", async () => {
    const settings = { REDIS_URL: redis().url.href, METRICS_PORT: "0" };
    const service = await liveService({ cutOff: true, settings });
    onTestFinished(() => service.end());
    const line = logOf(service.process).find(({ msg }) => msg === "metrics are served");
    const isShared = async () => {
      const { text } = await ask(`http://127.0.0.1:${line?.["port"]}/metrics`);
      return readExposition(text).value("peak_limits_shared");
    };
    const until = (wanted: number) =>
      eventually(`${wanted}`, async () => ((await isShared()) === wanted ? true : undefined));
    await until(1);
    await redis().freeze();
    expect((await ask(`${service.origin}/api/public/nhci/history`, { from: freshClient() })).status).toBe(200);
    await until(0);
    await redis().thaw();
    await until(1);
  });
});
