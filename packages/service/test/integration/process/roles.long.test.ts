import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Instance, openMarket } from "../../support/instances.js";
import { eventually } from "../../support/service-process.js";
import { describePostgres, ownPostgres } from "../../support/temp-postgres.js";
import { pastKeyFile } from "../../support/test-signer.js";

const START_MS = 60_000;
const REQUESTS = 300;

describePostgres("an instance on PostgreSQL", () => {
  const postgres = ownPostgres("log_statement = 'all'\nlog_line_prefix = '<%a> '");
  const logged = () => readFileSync(join(postgres.server.folder, "log"));
  let skipped = 0;
  /** Every statement the server was told since so many bytes, as `<application> LOG:  statement: …`. */
  const statements = () => {
    const log = logged().subarray(skipped).toString("utf8");
    return log.split(/\n(?=<)/).filter((entry) => /^<peak> LOG: {2}(statement|execute)/.test(entry));
  };
  const isPoll = (statement: string | undefined) =>
    /max\(position\), -1\) from ledger\) as position/.test(statement ?? "");
  const get = async (instance: Instance, path: string) => (await instance.get(path)).status;

  test("that only answers shows no changed row, waits for a worker, and asks no source and no database", async () => {
    const address = await postgres.withPast(Date.now());
    const market = await openMarket();
    const settings = { DATABASE_URL: address.href, SIGNING_KEY_FILE: pastKeyFile() };
    const change = () =>
      postgres.server.ask(
        address.pathname.slice(1),
        `update ledger set hash = reverse(hash) where position = (select max(position) from ledger) - 3`,
      );
    await change();
    const api = await market.start({ ...settings, ROLE: "api" });
    expect((await api.get("/")).text).toContain("Another instance is computing the first score");
    expect((await api.get("/de")).text).toContain("Eine andere Instanz");
    expect(await get(api, "/api/public/nhci/history")).toBe(503);
    expect((await api.get("/readyz")).text).toMatch(/What is stored is not what was signed, from entry \d+ on/);
    expect(api.said("what is stored is not what was signed")).toBe(true);
    await change();
    await eventually("the rows", async () => (await get(api, "/api/public/nhci/history")) === 200 || undefined);
    expect((await api.get("/readyz")).text).toContain("There is no score yet");

    const worker = await market.start({ ...settings, ROLE: "worker" });
    await eventually("a score", async () => (await get(api, "/readyz")) === 200 || undefined, START_MS);
    expect([await get(worker, "/healthz"), await get(worker, "/readyz")]).toEqual([200, 200]);
    for (const path of ["/api/public/nhci", "/", "/embed"]) expect(await get(worker, path)).toBe(404);
    worker.process.child.kill("SIGTERM");
    expect(await worker.process.ended).toEqual({ code: 0, signal: null });

    skipped = logged().length; // the past alone is megabytes
    const isIdle = () => {
      const last = statements().slice(-3);
      return (last.length === 3 && last.every(isPoll)) || undefined;
    };
    await eventually("the last change to be followed", isIdle);
    const asked = () => market.simulator.requests.read().total;
    const [before, told] = [asked(), statements().length];
    const PATHS = ["/api/public/nhci", "/api/public/nhci/history", "/", "/healthz"];
    for (let sent = 0; sent < REQUESTS; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => get(api, PATHS[i % PATHS.length] ?? "/")));
    }
    const made = statements().slice(told);
    expect(made.filter((statement) => !isPoll(statement))).toEqual([]);
    expect(made.length).toBeLessThan(REQUESTS / 20);
    await eventually("a poll", () => statements().length > told + made.length || undefined);
    expect(asked()).toBe(before);
    expect(api.turns()).toBe(0);
  }, 120_000);
});
