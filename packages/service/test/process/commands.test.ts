import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS } from "peak-cycle-model";
import { startSimulator } from "peak-cycle-simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { SOURCE_NAMES } from "../../src/sources/order.js";
import { liveService, settledService } from "../support/live-service.js";
import { runPeak } from "../support/run-peak.js";
import { eventually, type Settings } from "../support/service-process.js";
import { simulatorSettings } from "../support/simulated-life.js";
import { pastFolder } from "../support/simulated-past.js";
import { tempFolder } from "../support/temp-sqlite.js";

async function simulated() {
  const market = await startSimulator();
  onTestFinished(() => market.close());
  return { market, settings: { DATA_DIR: tempFolder(), ...simulatorSettings(market) } };
}

test("peak status shows the same reason as /readyz while the clock is wrong, and exits with 1", async () => {
  const service = await settledService();
  const status = async () => {
    const { code, out } = await runPeak(["status"], service.settings);
    return `${code} ${out.match(/^ready +(.*)$/m)?.[1]}`;
  };
  expect(await status()).toBe("0 yes");
  await service.process.kill();
  service.market.faults.clear();
  service.market.faults.set("*", "date-behind");
  await service.start();
  const held = (text: string) => /The clock of this machine is \S+ \S+ ahead of the sources/.test(text) || undefined;
  await eventually("the clock in /readyz", async () => held((await service.get("/readyz")).text));
  await eventually("the clock in peak status", async () => held(await status()));
  expect(await status()).toMatch(/^1 no: publishing is on hold: The clock/);
}, 300_000);

describe("peak doctor", () => {
  /** The exit code and the lines of `peak status`. */
  const examined = async (settings: Settings) => {
    const { code, out, err } = await runPeak(["doctor"], settings);
    return { code, out: out.trimEnd().split("\n"), err };
  };
  const line = (out: readonly string[], what: string) => out.find((each) => each.startsWith(what)) ?? "";

  test("prints one table and exits with 0 if nothing failed, next to a running service", async () => {
    const service = await liveService({ DATA_DIR: await pastFolder() });
    await service.until200("/readyz");
    const { code, out, err } = await examined(service.settings);
    expect([code, err]).toEqual([0, ""]);
    const fixed = ["settings", "database", "signing key", "clock", "input: Bitcoin price", "input: Fear & Greed"];
    for (const what of [...fixed, ...SOURCE_NAMES.map((name) => `${name}: `)])
      expect([what, line(out, what)]).toEqual([what, expect.stringMatching(/ {2}ok {8}\S/)]);
    expect(out.filter((each) => !/ {2}ok {8}\S/.test(each))).toEqual([]);
  });

  test("warns of an old database once it has been unused for two weeks", async () => {
    const { settings } = await simulated();
    const at = Date.now() / 1000;
    for (const [name, days] of [
      ["before-2026-01-01T000000Z", 15],
      ["before-2026-02-01T000000Z", 13],
    ] as const) {
      mkdirSync(join(settings.DATA_DIR, name));
      utimesSync(join(settings.DATA_DIR, name), at, at - days * 86_400);
    }
    const { out } = await examined({ ...settings, UPSTREAMS_DISABLED: SOURCE_NAMES.join() });
    expect(out.filter((each) => each.startsWith("old database"))).toEqual([
      expect.stringMatching(/^old database +warning +\/.*before-2026-01-01T000000Z has not been used for two weeks/),
    ]);
  });

  test("names sources that are off or fail, exits with 1 if data is missing, and creates no database", async () => {
    const { market, settings } = await simulated();
    market.faults.set("coin-metrics", "200-wrong-shape");
    const { code, out } = await examined({ ...settings, UPSTREAMS_DISABLED: "brk,kraken" });
    expect(code).toBe(1);
    expect(line(out, "coin-metrics: MVRV")).toMatch(/ warning /);
    expect(line(out, "MVRV ")).toMatch(/ failed +no source provides this$/);
    expect(line(out, "coin-metrics: closes ")).toMatch(/ warning /);
    for (const name of ["brk", "kraken"]) expect(line(out, name)).toContain("switched off");
    expect(line(out, "database")).toContain("warning");
    expect(readdirSync(settings.DATA_DIR)).toEqual([]);
  });

  test("exits with 1 if the clock makes every live price unusable, or if the database cannot be read", async () => {
    const { market, settings } = await simulated();
    market.clock.moveBy(54 * HOUR_MS);
    const path = join(settings.DATA_DIR, "peak.db");
    writeFileSync(path, "no database at all ".repeat(300));
    const before = statSync(path);
    const { code, out } = await examined(settings);
    expect(code).toBe(1);
    expect(line(out, "clock")).toMatch(/ failed +54 h behind the clocks of the sources/);
    expect(line(out, "database")).toMatch(/ failed /);
    expect(statSync(path).mtimeMs).toBe(before.mtimeMs);
  });
});
