import { startSimulator } from "peak-cycle-simulator";
import { expect, test } from "vitest";
import { type LiveService, liveService } from "../support/live-service.js";
import { askPostgres } from "../support/postgres-server.js";
import { endAsSupervised, eventually } from "../support/service-process.js";
import { describePostgres, ownPostgres, pastSettings } from "../support/temp-postgres.js";

const START_MS = 60_000;
const REQUESTS = 300;

describePostgres("an instance on PostgreSQL", () => {
  const postgres = ownPostgres("log_statement = 'all'\nlog_line_prefix = '<%a> '");
  let skipped = 0;
  /** Every statement the server was told since so many lines, as `<application> LOG:  statement: …`. */
  const statements = () => {
    const written = postgres.server.output.slice(skipped).join("\n");
    const entries = written.split(/\n(?=<)/);
    return entries.filter((entry) => /^<peak> LOG: {2}(statement|execute)/.test(entry));
  };
  const isPoll = (statement: string | undefined) =>
    /max\(position\), -1\) from ledger\) as position/.test(statement ?? "");
  const statusOf = async (instance: LiveService, path: string) => (await instance.get(path)).status;

  test("that only answers shows no changed row, waits for a worker, and asks no source and no database", async () => {
    const address = await postgres.withPast(Date.now());
    const [market, settings] = [await startSimulator(), pastSettings(address)];
    const change = () =>
      askPostgres(
        address,
        `update ledger set hash = reverse(hash) where position = (select max(position) from ledger) - 3`,
      );
    await change();
    const api = await liveService({ ...settings, ROLE: "api" }, market);
    expect((await api.get("/")).text).toContain("Another instance is computing the first score");
    expect((await api.get("/de")).text).toContain("Eine andere Instanz");
    expect(await statusOf(api, "/api/public/nhci/history")).toBe(503);
    expect((await api.get("/readyz")).text).toMatch(
      /The stored ledger differs from what was signed, starting at entry \d+/,
    );
    expect(api.said("the stored ledger differs from what was signed")).toBe(1);
    await change();
    await api.until200("/api/public/nhci/history");
    expect((await api.get("/readyz")).text).toContain("There is no score yet");

    const worker = await liveService({ ...settings, ROLE: "worker" }, market);
    await api.until200("/readyz", START_MS);
    expect([await statusOf(worker, "/healthz"), await statusOf(worker, "/readyz")]).toEqual([200, 200]);
    for (const path of ["/api/public/nhci", "/", "/embed"]) expect(await statusOf(worker, path)).toBe(404);
    expect(await endAsSupervised(worker.process)).toEqual({ code: 0, signal: null });

    skipped = postgres.server.output.length; // the past alone is megabytes
    const isIdle = () => {
      const last = statements().slice(-3);
      return (last.length === 3 && last.every(isPoll)) || undefined;
    };
    await eventually("the last change to be followed", isIdle);
    const asked = () => market.requests.read().total;
    const [before, told] = [asked(), statements().length];
    const PATHS = ["/api/public/nhci", "/api/public/nhci/history", "/", "/healthz"];
    for (let sent = 0; sent < REQUESTS; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => statusOf(api, PATHS[i % PATHS.length] ?? "/")));
    }
    const made = statements().slice(told);
    const others = made.filter((statement) => !isPoll(statement));
    expect(others.length, others.join("\n")).toBeLessThanOrEqual(2); // when an hour begins, state and score are read
    expect(made.length).toBeLessThan(REQUESTS / 20);
    await eventually("a poll", () => statements().length > told + made.length || undefined);
    expect(asked()).toBe(before);
    expect(api.said("leadership gained")).toBe(0);
  }, 120_000);
});
