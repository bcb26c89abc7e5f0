/**
 * Kills in the middle of long operations. `test/net/kill-while-closing.test.ts` kills a process while it closes days.
 */

import { setTimeout as wait } from "node:timers/promises";
import { DAY_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { type LiveService, liveService } from "../support/live-service.js";
import { endedPeak, eventually } from "../support/service-process.js";
import { describePostgres, ownPostgres, pastSettings } from "../support/temp-postgres.js";

const LONG_MS = 180_000;
const HISTORY = "/api/public/nhci/history";

/** Runs a first start until its first score. @returns the history, and the result of checking it */
async function grown(service: LiveService) {
  await service.until200("/readyz", LONG_MS);
  const { text } = await service.get(HISTORY);
  await service.process.kill();
  const { code, out } = await endedPeak(["verify"], service.settings);
  return [text, code, out.find((line) => line.includes("closed days"))];
}

test(
  "a first start that is killed again and again produces the same past as an undisturbed one",
  async () => {
    const whole = liveService().then(grown); // runs in parallel
    const torn = await liveService();
    for (let kill = 0; kill < 10; kill++) {
      await wait(400 * kill);
      expect([torn.process.child.exitCode, torn.process.err]).toEqual([null, []]);
      await torn.process.kill();
      expect(torn.errors()).toEqual([]);
      await torn.start();
    }
    expect(await grown(torn)).toEqual(await whole);
  },
  LONG_MS,
);

describePostgres("with PostgreSQL", () => {
  const postgres = ownPostgres();

  test(
    "days are closed one after the other even if the server is killed with -9, and the process continues",
    async () => {
      const address = await postgres.withPast(Date.now() - 5 * DAY_MS);
      const service = await liveService(pastSettings(address));
      const leader = "select pid from pg_stat_activity where application_name like 'peak leader %'";
      const leaderPid = async () => {
        const rows = await postgres.ask(leader).catch(() => []); // fails while the server recovers
        return rows[0]?.["pid"] as number | undefined;
      };
      for (let kill = 0; kill < 5; kill++) {
        await eventually("a leader", leaderPid);
        await wait(150 * kill);
        const pid = await eventually("a leader", leaderPid); // a different one if the server was still recovering
        process.kill(pid, "SIGKILL"); // the server then ends every other session, and recovers
      }
      const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
      const history = async () => (await service.get(HISTORY)).text;
      const isWhole = async () => (await history()).includes(`"date":"${today}"`) || undefined;
      await eventually("the newest row", isWhole, LONG_MS);
      const { data } = JSON.parse(await history()) as { readonly data: readonly { readonly date: string }[] };
      const days = data.map(({ date }) => Date.parse(date) / DAY_MS);
      expect(days).toEqual(Array.from({ length: 30 }, (_, i) => (days[0] ?? 0) + i));
      expect((await endedPeak(["verify", address.href])).code).toBe(0);
      expect([service.process.child.exitCode, service.process.err]).toEqual([null, []]);
    },
    LONG_MS,
  );
});
