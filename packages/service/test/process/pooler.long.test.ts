import { describe, expect, onTestFinished, test } from "vitest";
import { instanceName } from "../../src/jobs/instance-name.js";
import { openPostgres } from "../../src/storage/open-postgres.js";
import { findPgbouncer } from "../support/find-programs.js";
import { failingMarket, liveService } from "../support/live-service.js";
import { pooled } from "../support/pgbouncer.js";
import { endedPeak } from "../support/service-process.js";
import { describePostgres, pastSettings, tempPostgres } from "../support/temp-postgres.js";
import { tempFolder } from "../support/temp-sqlite.js";

const START_MS = 60_000;

const describePooler = findPgbouncer() === undefined ? describe.skip : describePostgres;

describePooler("behind a pooler", () => {
  const postgres = tempPostgres();

  test("in transaction mode an instance with jobs exits with 2 and one sentence, and keeps no lock", async () => {
    const address = await postgres.withPast(Date.now());
    const settings = pastSettings(await pooled(address, "transaction"));
    const sentence = expect.stringContaining("points to a pooler in transaction mode");
    for (const ROLE of ["all", "worker"]) {
      const { code, err } = await endedPeak(["serve"], { ...settings, ROLE, PORT: "0" });
      expect([code, err]).toEqual([2, [sentence]]);
    }
    const imported = await endedPeak(["import", "/dev/null"], { ...settings, DATA_DIR: tempFolder() });
    expect([imported.code, imported.err]).toEqual([2, [sentence]]);
    const direct = await openPostgres(address);
    onTestFinished(() => direct.close());
    expect(await direct.leader()).toBeUndefined();
  }, 300_000);

  test("in transaction mode an instance that only serves follows the database", async () => {
    const settings = pastSettings(await pooled(await postgres.withPast(Date.now()), "transaction"));
    const api = await liveService({ ...settings, ROLE: "api" }, await failingMarket());
    await api.until200("/api/public/nhci/history", START_MS);
  }, 300_000);

  test("in session mode an instance leads under a name with its port", async () => {
    const settings = pastSettings(await pooled(await postgres.withPast(Date.now()), "session"));
    const service = await liveService(settings, await failingMarket());
    await service.untilSaid("leadership gained");
    const { out } = await endedPeak(["status"], settings);
    expect(out.find((line) => line.startsWith("leader"))).toBe(`leader    ${instanceName(service.port)}`);
  }, 300_000);
});
