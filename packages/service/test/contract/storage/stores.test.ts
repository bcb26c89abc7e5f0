import { type Instant, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { LedgerConflictError, StorageError } from "../../../src/domain/errors.js";
import { openStores, type Stores } from "../../../src/storage/stores.js";
import { appendDays, storedDays, storedHistory, storedRows } from "../../support/sample-ledger.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";
import { at, closedDays, day, historyRows, hourlyScore, observation, revision } from "./samples.js";

const postgres = tempPostgres();

describe("SQLite", () => storesSuite(tempSqliteStores));
describePostgres("PostgreSQL", () => storesSuite(async () => openStores(await postgres.open())));

/** What the five tables promise on every engine. @param open empty stores */
function storesSuite(open: () => Promise<Stores>): void {
  ledgerSuite(open);
  observationsSuite(open);
  scoresSuite(open);

  test("the state is replaced by name, and its version grows with each change", async () => {
    const stores = await open();
    const { state } = stores;
    await state.put("now", { market: { btcPrice: 0.1 + 0.2 } });
    await state.put("past", "whole");
    await state.put("now", { market: {}, texts: ["é ✓"] });
    expect([await state.get("now"), await state.get("past")]).toEqual([{ market: {}, texts: ["é ✓"] }, "whole"]);
    expect((await stores.newest()).version).toBe(3);
  });

  test("keys are listed in the order in which they were made, revoked once, and note the last day of use", async () => {
    const { keys } = await open();
    const madeAt = at("2026-11-20T10:00:00Z");
    const key = (hash: string, changes = {}) => {
      return { hash, prefix: "abcdef", name: `é ${hash}`, perMinute: 600, madeAt, until: null, ...changes };
    };
    const [late, early] = [key("a", { until: day(9) }), key("b", { madeAt: plus(madeAt, -1) })];
    await keys.add(late);
    await keys.add(early);
    await keys.revoke("b", madeAt);
    await keys.revoke("b", plus(madeAt, 1));
    for (const used of [3, 2, 4, 3]) await keys.noteUse("a", day(used));
    expect(await keys.all()).toStrictEqual([
      { ...early, lastUsedDay: null, revokedAt: madeAt },
      { ...late, lastUsedDay: day(4), revokedAt: null },
    ]);
  });
}

function ledgerSuite(open: () => Promise<Stores>): void {
  test("the ledger gives back days, rows and revisions to the last bit, over any number of pages", async () => {
    const stores = await open();
    const signer = testSigner();
    await appendDays(stores, closedDays(0, 400), historyRows(30, 371), signer);
    const history = await appendDays(stores, closedDays(400, 1), historyRows(401, 1), signer);
    await history.append(stores.ledger, [revision()], signer, at("2026-11-22T10:00:00Z"));
    expect(await storedDays(stores)).toEqual(closedDays(0, 401));
    const stated = historyRows(30, 372).map(({ settled: _follows, ...row }) => row);
    expect(await storedRows(stores)).toMatchObject(stated);
    expect((await storedHistory(stores)).current?.revisions).toEqual([revision().public]);
    expect((await stores.newest()).position).toBe(1 + 400 + 1 + 1 + 1 + 1 + 1 - 1);
    expect(await stores.ledger.keyIds()).toEqual([signer.keyId]);
    expect(await stores.ledger.end()).toMatchObject({ length: 406, signedAt: "2026-11-22T10:00:00.000Z" });
  });

  test("of two that append at the same position one is taken, whole, and the other refused", async () => {
    const stores = await open();
    const signer = testSigner();
    await appendDays(stores, closedDays(0, 5), [], signer);
    const [one, other] = [await storedHistory(stores), await storedHistory(stores)];
    const append = (history: typeof one, reason: string) =>
      history.append(stores.ledger, [revision({ reason })], signer, at("2026-11-22T10:00:00Z"));
    await append(one, "first");
    await expect(append(other, "second")).rejects.toThrow(LedgerConflictError);
    expect((await storedHistory(stores)).current?.revisions.map(({ reason }) => reason)).toEqual(["first"]);
  });
}

const EVER = 8.64e15 as Instant;

function observationsSuite(open: () => Promise<Stores>): void {
  const ofTimes = (count: number) =>
    Array.from({ length: count }, (_, index) => observation({ observedAt: index as Instant }));

  test("an observation is known by metric, source, observed time and value, and keeps its first time", async () => {
    const { observations } = await open();
    expect(await observations.add([observation(), observation()])).toBe(1);
    expect(await observations.add([observation({ fetchedAt: at("2026-11-21T00:00:00Z") })])).toBe(0);
    expect(await observations.newest("btc-price", EVER)).toEqual(observation());
    expect(await observations.add([observation({ value: 5 })])).toBe(1);
  });

  test("a restated figure stands beside the first one, in the order in which they were fetched", async () => {
    const { observations } = await open();
    const first = observation({ metric: "mvrv", source: "brk", value: 2 });
    const restated = { ...first, value: 1.5, fetchedAt: plus(first.fetchedAt, 1) };
    await observations.add([restated]);
    await observations.add([first]);
    expect(await observations.between("mvrv", first.observedAt, EVER)).toEqual([first, restated]);
    expect(await observations.between("mvrv", 0 as Instant, first.observedAt)).toEqual([]);
    expect(await observations.newest("mvrv", EVER)).toEqual(restated);
  });

  test("the newest observation is that of all sources or of one, and none that is dated later", async () => {
    const { observations } = await open();
    const older = observation({ source: "bitstamp", observedAt: 1000 as Instant });
    const newer = observation({ source: "kraken", observedAt: 2000 as Instant });
    await observations.add([newer, older]);
    expect(await observations.newest("btc-price", EVER)).toEqual(newer);
    expect(await observations.newest("btc-price", 1999 as Instant)).toEqual(older);
    expect(await observations.newest("btc-price", EVER, "bitstamp")).toEqual(older);
    expect(await observations.newest("btc-price", EVER, "binance")).toBeUndefined();
  });

  test("old observations of one metric are removed, some hundred at once", async () => {
    const { observations } = await open();
    const other = observation({ metric: "mvrv", observedAt: 0 as Instant, value: 1 });
    await observations.add([...ofTimes(1200), other]);
    const more = [];
    for (let i = 0; i < 4; i++) more.push(await observations.prune("btc-price", 1100 as Instant));
    expect(more).toEqual([true, true, false, false]);
    expect(await observations.between("btc-price", 0 as Instant, EVER)).toEqual(ofTimes(1200).slice(1100));
    expect(await observations.newest("mvrv", EVER)).toEqual(other);
  });

  test("more observations than one statement holds are added, all or none", async () => {
    const { observations } = await open();
    const bad = observation({ metric: null as never });
    await expect(observations.add([...ofTimes(7000), bad])).rejects.toThrow(StorageError);
    expect(await observations.newest("btc-price", EVER)).toBeUndefined();
    expect(await observations.add(ofTimes(9000))).toBe(9000);
    expect(await observations.add(ofTimes(14_000))).toBe(5000);
  });
}

function scoresSuite(open: () => Promise<Stores>): void {
  test("an hour keeps its first score, and the newest is that of the latest hour", async () => {
    const { scores } = await open();
    const later = hourlyScore({
      hour: at("2026-11-20T11:00:00Z"),
      computedAt: at("2026-11-20T11:00:03.021Z"),
      context: { descentGuard: "BEAR_DESCENT", topRisk: null },
    });
    expect(await scores.add(later)).toBe(true);
    expect(await scores.add(hourlyScore())).toBe(true);
    expect(await scores.add(hourlyScore({ coverage: 0.7 }))).toBe(false);
    expect(await scores.newest()).toStrictEqual(later);
    expect(await scores.newest(later.hour)).toStrictEqual(hourlyScore());
    expect(await scores.between(hourlyScore().hour, later.hour)).toStrictEqual([hourlyScore()]);
  });

  test("a phase has lasted since the last score in another one, whatever is stamped later", async () => {
    const { scores } = await open();
    const start = at("2026-11-20T10:00:00Z");
    const said = (hours: number, phase: "HOT" | "BULL") => {
      const hour = plus(start, hours * 3_600_000);
      return hourlyScore({ hour, computedAt: plus(hour, 12_345), btc: { ...hourlyScore().btc, phase } });
    };
    const told = [said(0, "BULL"), said(1, "HOT"), said(2, "BULL"), said(5, "HOT"), said(6, "HOT")];
    for (const score of told) await scores.add(score);
    await scores.add(said(9, "BULL"));
    const now = plus(start, 7 * 3_600_000);
    expect(await scores.phaseStart("HOT", now)).toBe(plus(start, 5 * 3_600_000));
    expect(await scores.phaseStart("HOT", plus(start, 2 * 3_600_000))).toBe(plus(start, 3_600_000));
    expect(await scores.phaseStart("BULL", plus(start, 12_345))).toBeUndefined();
  });
}
