import { copyFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS } from "peak-cycle-model";
import { startSimulator } from "peak-cycle-simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { SOURCE_NAMES } from "../../../src/sources/all.js";
import { breakIn } from "../../property/chain/histories.js";
import { ask } from "../../support/ask.js";
import { endedPeak, eventually, startPeak } from "../../support/service-process.js";
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

const messages = (out: readonly string[]) => out.map((line) => (JSON.parse(line) as { msg: string }).msg);

describe("peak doctor", () => {
  test("prints one table and exits 0 when all is well, beside a running service, and changes nothing", async () => {
    const service = await liveService();
    onTestFinished(() => service.end());
    await eventually("a score", async () => (await ask(`${service.origin}/readyz`)).status === 200 || undefined);
    const before = readState(service.folder);
    const { code, out, err } = await endedPeak(["doctor"], service.settings);
    expect([code, err]).toEqual([0, []]);
    expect(out.map((line) => line.slice(0, 16).trimEnd())).toEqual([
      "settings",
      "database",
      "signing key",
      "clock",
      "supply table",
      ...SOURCE_NAMES,
      "agreement",
      "start",
    ]);
    for (const line of out) expect(line.slice(16)).toMatch(/^ok {8}\S/);
    const after = readState(service.folder);
    expect(after).toEqual(before);
    const copy = tempFolder();
    for (const name of ["peak.db", "peak.db-wal", "signing-key.pem.signed"])
      copyFileSync(join(service.folder, name), join(copy, name));
    const file = breakIn(join(copy, "peak.db"));
    file.exec("update history set score = score + 1 where day = (select max(day) from history)");
    file.close();
    const held = await endedPeak(["doctor"], { ...service.settings, DATA_DIR: copy });
    expect([held.code, held.out.find((line) => line.startsWith("database"))]).toEqual([
      1,
      expect.stringMatching(
        / failed +closed up to \S+, but publishing is held back on it: \S+: history: score of the row of/,
      ),
    ]);
  });

  test("names sources that are switched off or answer with another shape, exits 1 when the others do not suffice, and makes no database", async () => {
    const { simulator, settings } = await simulated({ UPSTREAMS_DISABLED: "brk,kraken" });
    simulator.faults.set("coin-metrics", "200-wrong-shape");
    const { code, out } = await endedPeak(["doctor"], settings);
    const line = (what: string) => out.find((each) => each.startsWith(what));
    expect(code).toBe(1);
    expect(line("coin-metrics")).toMatch(/^coin-metrics +failed/);
    expect(line("first start")).toMatch(/^first start +failed +would fail for want of closes of 2010/);
    for (const name of ["brk", "kraken"]) expect(line(name)).toContain("switched off");
    expect(line("database")).toContain("warning");
    expect(readdirSync(settings.DATA_DIR)).toEqual([]);
  });

  test("exits 1 when the clock is so wrong that no live price is believed, and when the database cannot be read", async () => {
    const { simulator, settings } = await simulated();
    simulator.clock.moveBy(54 * HOUR_MS);
    const path = join(settings.DATA_DIR, "peak.db");
    writeFileSync(path, "no database at all ".repeat(300));
    const before = statSync(path);
    const { code, out } = await endedPeak(["doctor"], settings);
    const line = (what: string) => out.find((each) => each.startsWith(what));
    expect(code).toBe(1);
    expect(line("clock")).toContain("failed    54 h behind the clocks of the sources: set the one that is wrong");
    expect(line("database")?.slice(16, 22)).toBe("failed");
    expect(statSync(path).mtimeMs).toBe(before.mtimeMs);
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
    const second = await endedPeak(["backfill"], settings);
    expect([second.code, second.err, messages(second.out).at(-1)]).toEqual([0, [], "the past is complete"]);
    expect(JSON.stringify(asked())).not.toContain("start_time=2010"); // what was fetched is not fetched again
    expect(readState(settings.DATA_DIR).history.length).toBeGreaterThan(5000);
    simulator.requests.clear();
    const before = asked();
    const third = await endedPeak(["backfill"], settings);
    expect([third.code, third.err, messages(third.out)]).toEqual([0, [], ["the past is complete"]]);
    expect(asked()).toEqual(before);
  });
});
