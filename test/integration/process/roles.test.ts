import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Instance, nextHolder, openMarket, sameAnswers } from "../../support/instances.js";
import { eventually, logOf, startPeak } from "../../support/service-process.js";
import { describePostgres, ownPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const START_MS = 60_000;
const REQUESTS = 1000;

test.each(["api", "worker"])("ROLE=%s on SQLite is refused with one line that says why", async (role) => {
  const process = startPeak(["serve"], { ROLE: role, DATA_DIR: tempFolder(), PORT: "0" });
  onTestFinished(() => process.kill());
  expect((await process.ended).code).toBe(2);
  expect(process.out).toEqual([]);
  expect(process.err).toEqual([
    "peak: ROLE must be all unless DATABASE_URL names a PostgreSQL database: SQLite is for one process",
  ]);
});

describePostgres("an instance on PostgreSQL", () => {
  const postgres = ownPostgres("log_statement = 'all'\nlog_line_prefix = '<%a> '");
  /** Every statement the server was told, as `<application> LOG:  statement: …`. */
  const statements = () => {
    const log = readFileSync(join(postgres.server.folder, "log"), "utf8");
    return log.split(/\n(?=<)/).filter((entry) => /^<peak> LOG: {2}(statement|execute)/.test(entry));
  };
  const isLook = (statement: string | undefined) => /coalesce\(\(select expires_at <=/.test(statement ?? "");
  const get = async (instance: Instance, path: string) => (await instance.get(path)).status;

  test("that only answers asks no source, does no job, and no request of 1,000 asks the database", async () => {
    const address = await postgres.withPast(Date.now());
    const market = await openMarket();
    const settings = { DATABASE_URL: address.href };
    const worker = await market.start({ ...settings, ROLE: "worker" });
    const api = await market.start({ ...settings, ROLE: "api" });
    await eventually("a score", async () => (await get(api, "/readyz")) === 200 || undefined, START_MS);
    await worker.process.kill();
    const isIdle = () => statements().slice(-3).every(isLook) || undefined;
    await eventually("the last change to be followed", isIdle);
    const asked = () => market.simulator.requests.read().total;
    const [before, told] = [asked(), statements().length];
    const PATHS = ["/api/public/nhci", "/api/public/nhci/history", "/", "/healthz"];
    for (let sent = 0; sent < REQUESTS; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => get(api, PATHS[i % PATHS.length] ?? "/")));
    }
    const made = statements().slice(told);
    expect(made.filter((statement) => !isLook(statement))).toEqual([]);
    expect(made.length).toBeLessThan(REQUESTS / 20);
    await eventually("a look", () => statements().length > told + made.length || undefined);
    expect(asked()).toBe(before);
    expect(api.turns()).toBe(0);
  }, 120_000);

  test("that only answers says on the front page that it waits for another instance, and shows no row that somebody has changed", async () => {
    const address = await postgres.withPast(Date.now());
    const market = await openMarket();
    const change = (by: number) =>
      postgres.server.ask(
        address.pathname.slice(1),
        "alter table history disable trigger all",
        `update history set score = score + ${by} where day = (select max(day) from history) - 3`,
      );
    await change(1);
    const api = await market.start({ DATABASE_URL: address.href, ROLE: "api" });
    expect((await api.get("/")).text).toContain("Another instance collects the historical data");
    expect((await api.get("/de")).text).toContain("Eine andere Instanz");
    expect(await get(api, "/api/public/nhci/history")).toBe(503);
    expect((await api.get("/readyz")).text).toMatch(/What is stored is not what was signed, from \d{4}-\d\d-\d\d on/);
    expect(api.said("what is stored is not what was signed")).toBe(true);
    await change(-1);
    await eventually("the rows", async () => (await get(api, "/api/public/nhci/history")) === 200 || undefined);
    expect((await api.get("/readyz")).text).toContain("There is no score yet");
  }, 120_000);

  test("that only works answers how it is, and nothing else", async () => {
    const address = await postgres.withPast(Date.now());
    const market = await openMarket();
    const worker = await market.start({ DATABASE_URL: address.href, ROLE: "worker" });
    await eventually("a score", async () => (await get(worker, "/readyz")) === 200 || undefined, START_MS);
    expect(await get(worker, "/healthz")).toBe(200);
    for (const path of ["/api/public/nhci", "/", "/embed"]) expect(await get(worker, path)).toBe(404);
    worker.process.child.kill("SIGTERM");
    expect(await worker.process.ended).toEqual({ code: 0, signal: null });
  }, 120_000);

  test("keeps scripts of other versions within 5 s, and answers with them", async () => {
    const address = await postgres.withPast(Date.now());
    const market = await openMarket();
    const settings = { DATABASE_URL: address.href };
    const all = await Promise.all([market.start(settings), market.start({ ...settings, ROLE: "api" })]);
    await nextHolder(all, [0, 0], START_MS);
    const name = address.pathname.slice(1);
    await postgres.server.ask(name, "insert into embed_scripts values ('9.9.9-abc', 'nhci-chart.js', 'hello', 0)");
    for (const each of all) {
      const path = "/embed/9.9.9-abc/nhci-chart.js";
      const reply = async () => ((await get(each, path)) === 200 ? (await each.get(path)).text : undefined);
      expect(await eventually("the script", reply, 5000)).toBe("hello");
    }
  }, 120_000);

  test("that fetches the past by hand leaves a running service alone, and says so", async () => {
    const address = await postgres.empty();
    const market = await openMarket();
    market.simulator.faults.set("*", "500"); // the past never gets complete
    const service = await market.start({ DATABASE_URL: address.href });
    await nextHolder([service], [0], START_MS);
    const byHand = startPeak(["backfill"], { ...market.settings, DATABASE_URL: address.href });
    onTestFinished(() => byHand.kill());
    expect((await byHand.ended).code).toBe(1);
    expect(byHand.err).toEqual(["peak: another process does the jobs on this database, this one too"]);
  }, 120_000);

  test("fetches the past by hand on a new database, and a service then has nothing to fetch", async () => {
    const address = await postgres.empty();
    const market = await openMarket();
    const byHand = startPeak(["backfill"], { ...market.settings, DATABASE_URL: address.href });
    onTestFinished(() => byHand.kill());
    expect([(await byHand.ended).code, byHand.err.filter((line) => line.startsWith("peak:"))]).toEqual([0, []]);
    const service = await market.start({ DATABASE_URL: address.href });
    await sameAnswers([service], START_MS);
    expect(logOf(service.process).filter(({ msg }) => msg === "backfill")).toEqual([]);
  }, 120_000);
});
