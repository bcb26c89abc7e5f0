/** Rows edited by hand, as far as the engine allows: impossible values are skipped and reported. */

import { sql } from "kysely";
import { type Instant, instantOf, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { addApiKey, allApiKeys } from "../../../src/storage/api-keys.js";
import type { Db } from "../../../src/storage/database.js";
import { newestEntries } from "../../../src/storage/newest-entries.js";
import { addObservations, newestObservation, observationsBetween } from "../../../src/storage/observations.js";
import { addScore, newestScore, scoresBetween } from "../../../src/storage/scores.js";
import { getState, putState } from "../../../src/storage/state.js";
import { hourlyScore, observation } from "../../support/sample-rows.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempDatabase } from "../../support/temp-sqlite.js";

const postgres = tempPostgres();

describe("stored rows on SQLite", () => suite(tempDatabase));
describePostgres("stored rows on PostgreSQL", () => suite(() => postgres.open()));

const EVER = 8.64e15 as Instant;

/** @param open empty tables */
function suite(open: () => Promise<Db>): void {
  const good = observation();
  const at = good.observedAt;

  test.each([
    ["has a negative value", "value = -5", `value is not plausible`],
    ["has a value far too high", "value = 1e12", "value is not plausible"],
    ["was fetched before 1970", "fetched_at = -1", "fetchedAt Too small: expected number to be >=0"],
  ])("an observation that %s is skipped, and earlier ones are used", async (_what, edit, reason) => {
    const db = await open();
    await addObservations(db, [good, { ...good, observedAt: plus(at, 1), value: 7 }]);
    await sql.raw(`update observations set ${edit} where observed_at = ${at + 1}`).execute(db);
    expect(await newestObservation(db, "btc-price", EVER)).toEqual(good);
    expect(await observationsBetween(db, "btc-price", 0 as Instant, EVER)).toEqual([good]);
    const [sentence, ...others] = db.unreadable.sentences;
    expect(sentence).toContain('a row of the table observations cannot be read and is skipped: {"metric":"btc-price",');
    expect([sentence?.split("}: ")[1], others]).toEqual([reason, []]);
  });

  test("the newest readable observation is found after any number of unreadable ones", async () => {
    const db = await open();
    const wrong = Array.from({ length: 25 }, (_, i) => ({ ...good, observedAt: plus(at, i + 1), value: -1 }));
    await addObservations(db, [good, ...wrong]);
    expect(await newestObservation(db, "btc-price", EVER)).toEqual(good);
  });

  test.each([
    ["a phase that does not exist", "btc_phase = 'MOON'", "btcPhase"],
    ["a score above 100", "btc_score = 101", "btcScore"],
    ["a flag that does not exist", "top_risk = 'YES'", "topRisk"],
    ["a negative price", "btc_price_usd = -1", "btcPriceUsd"],
    ["an impossible time", "computed_at = -9000000000000000", "computedAt"],
  ])("a score with %s is skipped, and the previous score is used", async (_what, edit, column) => {
    const db = await open();
    const [first, second] = [hourlyScore(), hourlyScore({ hour: plus(hourlyScore().hour, 3_600_000) })];
    for (const score of [first, second]) await addScore(db, score);
    await sql.raw(`update scores set ${edit} where hour = ${second.hour}`).execute(db);
    expect(await newestScore(db, EVER)).toEqual(first);
    expect(await scoresBetween(db, first.hour, EVER)).toEqual([first]);
    expect(db.unreadable.sentences).toEqual([
      expect.stringContaining(`scores cannot be read and is skipped: {"hour":${second.hour}}: ${column} `),
    ]);
  });

  test("an API key with a limit of zero is skipped, and reported by its prefix, not its hash", async () => {
    const db = await open();
    const key = {
      prefix: "abcdef",
      name: "Ann",
      perMinute: 600,
      madeAt: instantOf("2026-11-20T10:00:00Z"),
      until: null,
    };
    for (const hash of ["aa", "bb"]) await addApiKey(db, { ...key, hash, prefix: `${hash}cdef` });
    await sql`update api_keys set per_minute = 0 where hash = 'aa'`.execute(db);
    expect((await allApiKeys(db)).map(({ prefix }) => prefix)).toEqual(["bbcdef"]);
    expect(db.unreadable.sentences).toEqual([
      'a row of the table api_keys cannot be read and is skipped: {"prefix":"aacdef"}: ' +
        "perMinute Too small: expected number to be >=1",
    ]);
  });

  test("a state that is not JSON counts as missing, and its row is reported", async () => {
    const db = await open();
    await putState(db, "now", { minute: 5 });
    await sql`update state set body = '{"minute":' where name = 'now'`.execute(db);
    expect(await getState(db, "now")).toBeUndefined();
    expect(db.unreadable.sentences).toEqual([expect.stringContaining("the table state cannot be read")]);
  });

  test("a state can be stored after its version was set as high as the engine allows", async () => {
    const db = await open();
    await putState(db, "now", 1);
    await putState(db, "past", 1);
    await sql`update state set version = 9223372036854775807 where name = 'past'`.execute(db);
    const { version } = await newestEntries(db);
    await putState(db, "now", 2);
    expect(await getState(db, "now")).toBe(2);
    expect((await newestEntries(db)).version).toBeGreaterThan(version);
  });
}

test("each unreadable row is reported once, also to later listeners, and at most a hundred", async () => {
  const db = await tempDatabase();
  const { unreadable } = db;
  unreadable.report("state", "now", "x");
  const told: string[] = [];
  unreadable.subscribe((sentence) => told.push(sentence));
  unreadable.report("state", "now", "x");
  for (let i = 0; i < 500; i++) unreadable.report("scores", `${i}`, "y");
  expect([told.length, told[0], new Set(told).size]).toEqual([100, unreadable.sentences[0], 100]);
});
