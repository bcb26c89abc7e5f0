import { MODEL_VERSION } from "peak-cycle-model";
import { expect, test } from "vitest";
import { VERSION } from "../../../src/platform/version.js";
import { meteredService } from "../../support/metered-service.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";

const NOON = "2026-11-21T12:05:00Z";

describePostgres("instances on one database", () => {
  const postgres = tempPostgres();

  test("say which of them does the jobs, and in which role each is", async () => {
    const address = await postgres.prepared();
    const settings = { DATABASE_URL: address.href };
    const worker = await meteredService(NOON, { settings: { ...settings, ROLE: "worker", NEW_HISTORY: "yes" } });
    const reader = await meteredService(NOON, { settings: { ...settings, ROLE: "api" } });
    expect((await worker.scrape()).value("peak_lease_held")).toBe(0);
    worker.run();
    reader.run();
    const working = await worker.until("a turn", ({ value }) => value("peak_lease_held") === 1);
    expect(working.value(`peak_build_info{version="${VERSION}",model_version="${MODEL_VERSION}",role="worker"}`)).toBe(
      1,
    );
    await worker.until("an answer of a source", ({ series }) => series.has("peak_source_failing"));
    const { value } = await reader.scrape();
    expect(value("peak_lease_held")).toBe(0);
    expect(value(`peak_build_info{version="${VERSION}",model_version="${MODEL_VERSION}",role="api"}`)).toBe(1);
  });
});
