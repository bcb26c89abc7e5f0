import { type Instant, instantOf, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { LedgerConflictError } from "../../../src/domain/errors.js";
import { addApiKey, allApiKeys, noteUse, revokeApiKey } from "../../../src/storage/api-keys.js";
import type { Db } from "../../../src/storage/database.js";
import { signingKeyIds } from "../../../src/storage/ledger.js";
import { newestEntries } from "../../../src/storage/newest-entries.js";
import {
  addObservations,
  newestObservation,
  observationsBetween,
  pruneObservations,
} from "../../../src/storage/observations.js";
import { addScore, newestScore, scoresBetween } from "../../../src/storage/scores.js";
import { getState, putState } from "../../../src/storage/state.js";
import { appendDays, storedDays, storedHistory, storedRows } from "../../support/sample-ledger.js";
import { closedDays, day, historyRows, hourlyScore, observation, revision } from "../../support/sample-rows.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempDatabase } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

const postgres = tempPostgres();

describe("the tables on SQLite", () => tablesSuite(tempDatabase));
describePostgres("the tables on PostgreSQL", () => tablesSuite(() => postgres.open()));

/** Tests of the five tables that hold on every engine. @param open empty tables */
function tablesSuite(open: () => Promise<Db>): void {
  ledgerSuite(open);
  observationsSuite(open);
  scoresSuite(open);

  test("replace a state by name, with a version that grows with each change", async () => {
    const db = await open();
    await putState(db, "now", { market: { btcPrice: 0.1 + 0.2 } });
    await putState(db, "past", "whole");
    await putState(db, "now", { market: {}, texts: ["é ✓"] });
    expect([await getState(db, "now"), await getState(db, "past")]).toEqual([{ market: {}, texts: ["é ✓"] }, "whole"]);
    expect((await newestEntries(db)).version).toBe(3);
  });

  test("list keys in order of creation, revoke each once, and note the last day of use", async () => {
    const db = await open();
    const madeAt = instantOf("2026-11-20T10:00:00Z");
    const key = (hash: string, changes = {}) => {
      return { hash, prefix: "abcdef", name: `é ${hash}`, perMinute: 600, madeAt, until: null, ...changes };
    };
    const [late, early] = [key("a", { until: day(9) }), key("b", { madeAt: plus(madeAt, -1) })];
    await addApiKey(db, late);
    await addApiKey(db, early);
    await revokeApiKey(db, "b", madeAt);
    await revokeApiKey(db, "b", plus(madeAt, 1));
    for (const used of [3, 2, 4, 3]) await noteUse(db, "a", day(used));
    expect(await allApiKeys(db)).toStrictEqual([
      { ...early, lastUsedDay: null, revokedAt: madeAt },
      { ...late, lastUsedDay: day(4), revokedAt: null },
    ]);
  });
}

function ledgerSuite(open: () => Promise<Db>): void {
  test("return the ledger's days, rows and revisions to the last bit, over any number of pages", async () => {
    const db = await open();
    const signer = testSigner();
    await appendDays(db, closedDays(0, 400), historyRows(30, 371), signer);
    const history = await appendDays(db, closedDays(400, 1), historyRows(401, 1), signer);
    await history.append(db, [revision()], signer, instantOf("2026-11-22T10:00:00Z"));
    expect(await storedDays(db)).toEqual(closedDays(0, 401));
    const stated = historyRows(30, 372).map(({ settled: _settled, crypto: _crypto, ...row }) => row);
    expect(await storedRows(db)).toMatchObject(stated);
    expect((await storedHistory(db)).current?.revisions).toEqual([revision().public]);
    expect((await newestEntries(db)).position).toBe(1 + 400 + 1 + 1 + 1 + 1 + 1 - 1);
    expect(await signingKeyIds(db)).toEqual([signer.keyId]);
  });

  test("store one of two appends at the same position completely, and refuse the other", async () => {
    const db = await open();
    const signer = testSigner();
    await appendDays(db, closedDays(0, 5), [], signer);
    const [one, other] = [await storedHistory(db), await storedHistory(db)];
    const append = (history: typeof one, reason: string) =>
      history.append(db, [revision({ reason })], signer, instantOf("2026-11-22T10:00:00Z"));
    await append(one, "first");
    await expect(append(other, "second")).rejects.toThrow(LedgerConflictError);
    expect((await storedHistory(db)).current?.revisions.map(({ reason }) => reason)).toEqual(["first"]);
  });
}

const EVER = 8.64e15 as Instant;

function observationsSuite(open: () => Promise<Db>): void {
  const ofTimes = (count: number) =>
    Array.from({ length: count }, (_, index) => observation({ observedAt: index as Instant }));

  test("identify an observation by metric, source, time and value, and keep when it was first fetched", async () => {
    const db = await open();
    await addObservations(db, [observation(), observation()]);
    await addObservations(db, [observation({ fetchedAt: instantOf("2026-11-21T00:00:00Z") })]);
    const stored = () => observationsBetween(db, "btc-price", 0 as Instant, EVER);
    expect(await stored()).toEqual([observation()]);
    await addObservations(db, [observation({ value: 5 })]);
    expect(await stored()).toHaveLength(2);
  });

  test("keep a restated figure next to the first, and find the newest that is not dated later", async () => {
    const db = await open();
    const first = observation({ metric: "mvrv", source: "brk", value: 2 });
    const restated = { ...first, value: 1.5, fetchedAt: plus(first.fetchedAt, 1) };
    await addObservations(db, [restated]);
    await addObservations(db, [first]);
    expect(await observationsBetween(db, "mvrv", first.observedAt, EVER)).toEqual([first, restated]);
    expect(await observationsBetween(db, "mvrv", 0 as Instant, first.observedAt)).toEqual([]);
    await addObservations(db, [{ ...first, source: "coin-metrics", observedAt: plus(first.observedAt, 1) }]);
    expect(await newestObservation(db, "mvrv", first.observedAt)).toEqual(restated);
    expect((await newestObservation(db, "mvrv", EVER))?.source).toBe("coin-metrics");
  });

  test("prune old observations of one metric, some hundred at a time", async () => {
    const db = await open();
    const other = observation({ metric: "mvrv", observedAt: 0 as Instant, value: 1 });
    await addObservations(db, [...ofTimes(1200), other]);
    const more = [];
    for (let i = 0; i < 4; i++) more.push(await pruneObservations(db, "btc-price", 1100 as Instant));
    expect(more).toEqual([true, true, false, false]);
    expect(await observationsBetween(db, "btc-price", 0 as Instant, EVER)).toEqual(ofTimes(1200).slice(1100));
    expect(await newestObservation(db, "mvrv", EVER)).toEqual(other);
  });
}

function scoresSuite(open: () => Promise<Db>): void {
  test("keep the first score of an hour, and find the score of the latest hour", async () => {
    const db = await open();
    const later = hourlyScore({
      hour: instantOf("2026-11-20T11:00:00Z"),
      computedAt: instantOf("2026-11-20T11:00:03.021Z"),
      flags: { descentGuard: "BEAR_DESCENT", topRisk: null },
    });
    expect(await addScore(db, later)).toBe(true);
    expect(await addScore(db, hourlyScore())).toBe(true);
    expect(await addScore(db, hourlyScore({ coverage: 0.7 }))).toBe(false);
    expect(await newestScore(db, EVER)).toStrictEqual(later);
    expect(await newestScore(db, later.hour)).toStrictEqual(hourlyScore());
    expect(await scoresBetween(db, hourlyScore().hour, later.hour)).toStrictEqual([hourlyScore()]);
  });
}
