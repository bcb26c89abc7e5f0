import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS, MINUTE_MS, plus } from "peak-cycle-model";
import { expect, test } from "vitest";
import { storeHolds } from "../../../src/jobs/stored-holds.js";
import { systemClock } from "../../../src/platform/clock.js";
import { addScore } from "../../../src/storage/scores.js";
import { putState } from "../../../src/storage/state.js";
import { runPeak } from "../../support/run-peak.js";
import { appendDays } from "../../support/sample-ledger.js";
import { closedDays, historyRows, hourlyScore } from "../../support/sample-rows.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";

/** An installation with a score of some age, and the service's stored state. */
async function installation(ageMs: number, now: object = {}, troubles: readonly string[] = []) {
  const folder = tempFolder();
  const { db, close } = await tempSqlite(folder);
  const computedAt = plus(systemClock.now(), -ageMs);
  const hour = plus(computedAt, -(computedAt % HOUR_MS));
  await appendDays(db, closedDays(0, 3), historyRows(1, 3));
  await addScore(db, hourlyScore({ hour, computedAt }));
  await putState(db, "now", now);
  await storeHolds(db, troubles);
  await close();
  const status = async (more = {}) => {
    const { code, out, err } = await runPeak(["status"], { DATA_DIR: folder, ...more });
    expect(err).toBe("");
    const row = (name: string) => out.match(new RegExp(`^${name} +(.*)$`, "m"))?.[1];
    return { code, out, ready: row("ready"), row };
  };
  return { folder, status };
}

test("peak status exits with 0 for a fresh score, and with 1 for one older than two hours", async () => {
  const fresh = await (await installation(30 * MINUTE_MS)).status();
  expect([fresh.code, fresh.ready, fresh.row("stale")]).toEqual([0, "yes", "no"]);
  const old = await (await installation(3 * HOUR_MS)).status();
  expect([old.code, old.ready, old.row("stale")]).toEqual([1, "no: the score is older than 2 hours", "yes"]);
});

test("peak status exits with 1 and says why the service has paused publishing", async () => {
  const sentence = "The clock of this machine is 3 h ahead of the sources.";
  const { code, ready } = await (await installation(0, {}, [sentence])).status();
  expect([code, ready]).toEqual([1, `no: publishing is on hold: ${sentence}`]);
});

test("peak status exits with 1 when the signed end of the history is missing", async () => {
  const { folder, status } = await installation(0);
  writeFileSync(join(folder, "signing-key.pem.signed"), `9999 ${"a".repeat(64)}\n`);
  const { code, ready, row } = await status();
  expect([code, ready]).toEqual([1, expect.stringMatching(/^no: the history differs from what was signed: /)]);
  expect(row("history")).toMatch(/^differs from what was signed: /);
});

test("peak status shows a time for each source, and does not call an unneeded source unreachable", async () => {
  const ago = (hours: number) => systemClock.now() - hours * HOUR_MS;
  const sources = [
    { source: "kraken", askedAt: ago(0.1), answeredAt: ago(0.1) },
    { source: "bitstamp", askedAt: ago(0.5), answeredAt: ago(5), fault: "throttled" },
    { source: "binance", askedAt: ago(0.5), fault: "refused" },
    { source: "coingecko", askedAt: ago(0.5), answeredAt: ago(4), fault: "not_asked" },
    { source: "coinpaprika", askedAt: ago(9), answeredAt: ago(30), fault: "unreachable" },
  ];
  const { out } = await (await installation(0, { sources })).status({ UPSTREAMS_DISABLED: "brk" });
  expect(out).toContain(`sources   kraken          ok, asked 6 min ago
          bitstamp        throttled, asked 30 min ago, last usable response 5 h ago
          binance         refused, asked 30 min ago, last usable response never
          coingecko       not asked: the rate of tether is unknown, due 30 min ago, last usable response 4 h ago
          coinpaprika     not needed for 9 h, then unreachable
          alternative-me  not asked yet
          coin-metrics    not asked yet
          brk             switched off by UPSTREAMS_DISABLED
`);
});

test("peak status shows each input's source, how many agree, its age and its doubts", async () => {
  const ago = (hours: number) => systemClock.now() - hours * HOUR_MS;
  const known = { notedAt: ago(0), enabled: 4, refused: [], silent: [] };
  const unsure = { since: ago(5), kind: "tie", why: "kraken says 90000, bitstamp 60000" };
  const refused = [{ source: "bitstamp", value: 60_000, since: ago(5) }];
  const silent = { source: "bitstamp", since: ago(6) };
  const inputs = [
    { ...known, metric: "btc-price", source: "kraken", agreeing: 1, observedAt: ago(5), unsure, refused },
    { ...known, metric: "mvrv", source: "brk", agreeing: 1, enabled: 2, observedAt: ago(30), replacedSince: ago(26) },
    { ...known, metric: "fear-greed", source: "alternative-me", agreeing: 1, enabled: 1, observedAt: ago(8) },
    { ...known, metric: "sol-price", source: "kraken", agreeing: 3, observedAt: ago(1), silent: [silent] },
  ];
  const { out, code } = await (await installation(0, { inputs })).status();
  expect(code).toBe(0); // doubts about inputs have their own alarms
  expect(out).toMatch(
    /^inputs {4}Bitcoin price +unsure for 5 h, kraken says 90000, .* 1 of 4 agree, 5 h old, bitstamp refused for 5 h$/m,
  );
  expect(out).toMatch(/^ +MVRV +replaced for 26 h, brk, 1 of 2 agree, 30 h old$/m);
  expect(out).toMatch(/^ +Fear & Greed +ok, alternative-me, 1 of 1 agree, 8 h old$/m);
  expect(out).toMatch(/^ +Solana \(SOL\) +ok, kraken, 3 of 4 agree, 60 min old, bitstamp silent for 6 h$/m);
  expect(out).toMatch(/^ +Ethereum \(ETH\) +unknown$/m);
});
