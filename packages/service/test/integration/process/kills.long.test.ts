/** Kills in the middle of what takes long; while days are closed: `test/net/kill-while-closing.test.ts`. */

import { setTimeout as wait } from "node:timers/promises";
import { DAY_MS } from "peak-cycle-model";
import { startSimulator } from "peak-cycle-simulator";
import { expect, onTestFinished, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { openMarket } from "../../support/instances.js";
import { endedPeak, eventually, logOf, originOf, startPeak } from "../../support/service-process.js";
import { simulatorSettings } from "../../support/simulated-life.js";
import { describePostgres, ownPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { pastKeyFile } from "../../support/test-signer.js";

const LONG_MS = 180_000;
const HISTORY = "/api/public/nhci/history";

/** A first start on a market of its own. */
async function installation() {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const settings = { DATA_DIR: tempFolder(), PORT: "0", ...simulatorSettings(simulator) };
  const start = () => {
    const service = startPeak(["serve"], settings);
    onTestFinished(() => service.kill());
    return service;
  };
  /** Runs until there is a score. @returns the history, and what a check of it says */
  const grown = async () => {
    const service = start();
    const origin = await originOf(service);
    await eventually("a score", () => isReady(origin), LONG_MS);
    const { text } = await ask(origin + HISTORY, { from: freshClient() });
    await service.kill();
    const { code, out } = await endedPeak(["verify"], settings);
    return [text, code, out.find((line) => line.includes("closed days"))];
  };
  return { start, grown };
}

async function isReady(origin: string): Promise<true | undefined> {
  return (await ask(`${origin}/readyz`)).status === 200 || undefined;
}

test(
  "a first start that is killed again and again has the past of one that was left alone",
  async () => {
    const whole = (await installation()).grown(); // meanwhile
    const torn = await installation();
    for (let kill = 0; kill < 10; kill++) {
      const service = torn.start();
      await wait(500 + 400 * kill);
      expect([service.child.exitCode, service.err]).toEqual([null, []]);
      await service.kill();
      expect(logOf(service).filter(({ level }) => level === "error")).toEqual([]);
    }
    expect(await torn.grown()).toEqual(await whole);
  },
  LONG_MS,
);

describePostgres("with PostgreSQL", () => {
  const postgres = ownPostgres();

  test(
    "days are closed one after the other though the server is killed with -9 meanwhile, and the process goes on",
    async () => {
      const address = await postgres.withPast(Date.now() - 5 * DAY_MS);
      const market = await openMarket();
      const { process: service, get } = await market.start({
        DATABASE_URL: address.href,
        SIGNING_KEY_FILE: pastKeyFile(),
      });
      const leader = "select pid from pg_stat_activity where application_name like 'peak leader %'";
      const leaderPid = async () => {
        const rows = await postgres.server.ask("postgres", leader).catch(() => []); // while it recovers
        return rows[0]?.["pid"] as number | undefined;
      };
      for (let kill = 0; kill < 5; kill++) {
        const pid = await eventually("a leader", leaderPid);
        await wait(150 * kill);
        process.kill(pid, "SIGKILL"); // the server then ends every other session, and recovers
      }
      const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
      const isWhole = async () => (await get(HISTORY)).text.includes(`"date":"${today}"`) || undefined;
      await eventually("the newest row", isWhole, LONG_MS);
      const { data } = JSON.parse((await get(HISTORY)).text) as { readonly data: readonly { readonly date: string }[] };
      const days = data.map(({ date }) => Date.parse(date) / DAY_MS);
      expect(days).toEqual(Array.from({ length: 30 }, (_, i) => (days[0] ?? 0) + i));
      expect((await endedPeak(["verify", address.href])).code).toBe(0);
      expect([service.child.exitCode, service.err]).toEqual([null, []]);
    },
    LONG_MS,
  );
});
