import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, dayOf, FIRST_DAY, formatDay, HOUR_MS, type Instant } from "peak-cycle-model";
import { simulatedMarket, startSimulator } from "peak-cycle-simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { SOURCE_NAMES } from "../../../src/sources/all.js";
import { ask, freshClient } from "../../support/ask.js";
import { eventually, originOf, startPeak } from "../../support/service-process.js";
import { simulatorSettings } from "../../support/simulated-life.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { readState } from "./database-state.js";
import { liveService } from "./live-service.js";

/** Two whole first fetches of the past on a busy machine. */
const LONG = { timeout: 120_000 };

async function simulated(settings: Readonly<Record<string, string>> = {}) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  return { simulator, settings: { DATA_DIR: tempFolder(), PORT: "0", ...simulatorSettings(simulator), ...settings } };
}

function started(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const process = startPeak(args, settings);
  onTestFinished(() => process.kill());
  return process;
}

async function ended(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const process = started(args, settings);
  const { code } = await process.ended;
  return { code, out: process.out, err: process.err };
}

const messages = (out: readonly string[]) => out.map((line) => (JSON.parse(line) as { msg: string }).msg);

describe("peak doctor", () => {
  test("prints one table and exits 0 when all is well, beside a running service, and changes nothing", async () => {
    const service = await liveService();
    onTestFinished(() => service.end());
    await eventually("a score", async () => (await ask(`${service.origin}/readyz`)).status === 200 || undefined);
    const before = readState(service.folder);
    const { code, out, err } = await ended(["doctor"], service.settings);
    expect([code, err]).toEqual([0, []]);
    expect(out.map((line) => line.slice(0, 16).trimEnd())).toEqual([
      "settings",
      "database",
      "clock",
      "supply table",
      ...SOURCE_NAMES,
      "agreement",
      "start",
    ]);
    for (const line of out) expect(line.slice(16)).toMatch(/^ok {8}\S/);
    const after = readState(service.folder);
    expect(after).toEqual(before);
  });

  test(
    "names the source that answers with another shape, and exits 1 only when the others do not suffice",
    LONG,
    async () => {
      const { simulator, settings } = await simulated();
      simulator.faults.set("coin-metrics", "200-wrong-shape");
      const told = async (more: Readonly<Record<string, string>>) => {
        const { code, out } = await ended(["doctor"], { ...settings, ...more });
        const line = (what: string) => out.find((each) => each.startsWith(what));
        return { code, source: line("coin-metrics"), start: line("first start") };
      };
      expect(await told({})).toMatchObject({
        code: 0,
        source: expect.stringMatching(/^coin-metrics +warning +closes of 2010: coin-metrics is/),
        start: expect.stringMatching(/^first start +ok +the sources have all/),
      });
      expect(await told({ UPSTREAMS_DISABLED: "brk" })).toMatchObject({
        code: 1,
        source: expect.stringMatching(/^coin-metrics +failed/),
        start: expect.stringMatching(/^first start +failed +would fail for want of closes of 2010/),
      });
    },
  );

  test("says that the clock is wrong, even by so much that no live price is believed", async () => {
    const { simulator, settings } = await simulated();
    simulator.clock.moveBy(54 * HOUR_MS);
    const { code, out } = await ended(["doctor"], settings);
    const clock = out.find((line) => line.startsWith("clock"));
    const sentence = "54 h behind the clocks of the sources: set the one that is wrong";
    expect([code, clock]).toEqual([1, expect.stringContaining(`failed    ${sentence}`)]);
  });

  test("makes no database and says which sources are switched off", async () => {
    const { settings } = await simulated({ UPSTREAMS_DISABLED: "brk,kraken" });
    const { code, out } = await ended(["doctor"], settings);
    expect(code).toBe(0);
    expect(readdirSync(settings.DATA_DIR)).toEqual([]);
    expect(
      out
        .filter((line) => line.includes("switched off"))
        .map((line) => line.split(" ")[0])
        .sort(),
    ).toEqual(["brk", "kraken"]);
    expect(out.find((line) => line.startsWith("database"))).toContain("warning");
  });

  test("exits 1 for a database that cannot be read", async () => {
    const { settings } = await simulated();
    mkdirSync(settings.DATA_DIR, { recursive: true });
    writeFileSync(join(settings.DATA_DIR, "peak.db"), "no database at all ".repeat(300));
    const before = statSync(join(settings.DATA_DIR, "peak.db"));
    const { code, out } = await ended(["doctor"], settings);
    expect([code, out.find((line) => line.startsWith("database"))?.slice(16, 22)]).toEqual([1, "failed"]);
    expect(statSync(join(settings.DATA_DIR, "peak.db")).mtimeMs).toBe(before.mtimeMs);
  });
});

describe("peak backfill", () => {
  test("stopped half-way exits 1 and says so; run again it goes on, and a third run asks nobody", LONG, async () => {
    const { simulator, settings } = await simulated();
    const first = started(["backfill"], settings);
    await eventually("half of the past", () => first.out.some((line) => line.includes("eth-close")) || undefined);
    first.child.kill("SIGTERM");
    expect((await first.ended).code).toBe(1);
    expect(first.err).toEqual(["peak: stopped before the end; run it again to go on"]);
    const asked = () => simulator.requests.read();
    simulator.requests.clear();
    const second = await ended(["backfill"], settings);
    expect([second.code, second.err, messages(second.out).at(-1)]).toEqual([0, [], "the past is complete"]);
    expect(JSON.stringify(asked())).not.toContain("start_time=2010"); // what was fetched is not fetched again
    expect(readState(settings.DATA_DIR).history.length).toBeGreaterThan(5000);
    simulator.requests.clear();
    const before = asked();
    const third = await ended(["backfill"], settings);
    expect([third.code, third.err, messages(third.out)]).toEqual([0, [], ["the past is complete"]]);
    expect(asked()).toEqual(before);
  });

  test("without a source that reaches back exits 1 and says what to do", LONG, async () => {
    const { settings } = await simulated({ UPSTREAMS_DISABLED: "coin-metrics,brk" });
    const { code, err } = await ended(["backfill"], settings);
    expect([code, err.length]).toEqual([1, 1]);
    expect(err.at(-1)).toMatch(/^peak: no .*"peak import --btc FILE"$/);
  });
});

describe("peak import", () => {
  test("of a whole past lets the service start without Coin Metrics and BRK", LONG, async () => {
    const { settings } = await simulated({ UPSTREAMS_DISABLED: "coin-metrics,brk" });
    const btc = join(tempFolder(), "btc.csv");
    const yesterday = addDays(dayOf(Date.now() as Instant), -1);
    const { coins, realized } = simulatedMarket();
    const rows = Array.from({ length: yesterday - FIRST_DAY + 1 }, (_, row) => {
      const day = addDays(FIRST_DAY, row);
      return `${formatDay(day)},${coins.BTC.closeOf(day)},${realized.BTC.mvrvOf(day)}`;
    });
    writeFileSync(btc, `date,price_usd,mvrv\n${rows.join("\n")}\n`);
    expect(await ended(["import", "--btc", btc], settings)).toMatchObject({ code: 0, err: [] });
    const service = started(["serve"], settings);
    const origin = await originOf(service);
    const isReady = async () => (await ask(`${origin}/readyz`)).status === 200 || undefined;
    await eventually("a score", isReady, LONG.timeout);
    expect((await ask(`${origin}/api/public/nhci/history`, { from: freshClient() })).status).toBe(200);
    const { closedDays } = readState(settings.DATA_DIR);
    expect(JSON.parse(String(closedDays[0]?.["sources"]))).toMatchObject({ "btc-close": "import", mvrv: "import" });
  });
});
