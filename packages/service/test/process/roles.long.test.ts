import { startSimulator } from "peak-cycle-simulator";
import { expect, test } from "vitest";
import { type LiveService, liveService } from "../support/live-service.js";
import { askPostgres } from "../support/postgres-server.js";
import { endAsSupervised, eventually } from "../support/service-process.js";
import { describePostgres, ownPostgres, pastSettings } from "../support/temp-postgres.js";

const START_MS = 60_000;
/** How many requests an instance serves in a test, a quarter of them for each path. */
const REQUESTS = 300;
const PATHS = ["/api/public/nhci", "/api/public/nhci/history", "/", "/healthz"];

const statusOf = async (instance: LiveService, path: string) => (await instance.get(path)).status;

describePostgres("an instance on PostgreSQL", () => {
  const postgres = ownPostgres("log_statement = 'all'\nlog_line_prefix = '<%a> '");
  /** The number of statements that the server has received since a line of its output. */
  const statementsSince = (skipped: number) => {
    const entries = postgres.server.output
      .slice(skipped)
      .join("\n")
      .split(/\n(?=<)/);
    return entries.filter((entry) => /^<peak> LOG: {2}(statement|execute)/.test(entry)).length;
  };

  test("that only serves shows no row of a manipulated ledger, and all rows once it is repaired", async () => {
    const address = await postgres.withPast(Date.now());
    const change = () =>
      askPostgres(
        address,
        `update ledger set hash = reverse(hash) where position = (select max(position) from ledger) - 3`,
      );
    await change();
    const api = await liveService({ ...pastSettings(address), ROLE: "api" });
    expect(await statusOf(api, "/api/public/nhci/history")).toBe(503);
    expect((await api.get("/readyz")).text).toMatch(
      /The stored ledger differs from what was signed, starting at entry \d+/,
    );
    expect(api.said("the stored ledger differs from what was signed")).toBe(1);
    await change();
    await api.until200("/api/public/nhci/history");
    expect((await api.get("/readyz")).text).toContain("There is no score yet");
  }, 120_000);

  test("that only serves says in each language that another instance computes the first score", async () => {
    const api = await liveService({ ...pastSettings(await postgres.withPast(Date.now())), ROLE: "api" });
    expect((await api.get("/")).text).toContain("Another instance is computing the first score");
    expect((await api.get("/de")).text).toContain("Eine andere Instanz");
  }, 120_000);

  test("that is a worker serves only its health and readiness", async () => {
    const worker = await liveService({ ...pastSettings(await postgres.withPast(Date.now())), ROLE: "worker" });
    await worker.until200("/readyz", START_MS);
    expect(await statusOf(worker, "/healthz")).toBe(200);
    for (const path of ["/api/public/nhci", "/", "/embed"])
      expect([path, await statusOf(worker, path)]).toEqual([path, 404]);
    expect(await endAsSupervised(worker.process)).toEqual({ code: 0, signal: null });
  }, 120_000);

  test("that only serves polls the database, and queries neither it nor a source for a request", async () => {
    const [market, settings] = [await startSimulator(), pastSettings(await postgres.withPast(Date.now()))];
    const api = await liveService({ ...settings, ROLE: "api" }, market);
    const worker = await liveService({ ...settings, ROLE: "worker" }, market);
    await api.until200("/readyz", START_MS);
    await endAsSupervised(worker.process);
    const [asked, skipped] = [market.requests.read().total, postgres.server.output.length];
    for (let sent = 0; sent < REQUESTS; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => statusOf(api, PATHS[i % PATHS.length] ?? "/")));
    }
    // It polls every three seconds, and a busy machine may need minutes for the requests.
    expect(statementsSince(skipped)).toBeLessThan(REQUESTS / 2);
    await eventually("a poll", () => statementsSince(skipped) > 0 || undefined);
    expect(market.requests.read().total).toBe(asked);
    expect(api.said("leadership gained")).toBe(0);
  }, 120_000);
});
