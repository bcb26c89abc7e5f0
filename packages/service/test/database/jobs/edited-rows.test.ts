/** A database that was edited by hand: the jobs continue and repair the rows that they replace. */

import { sql } from "kysely";
import { expect, test } from "vitest";
import { getState } from "../../../src/storage/state.js";
import { GROWN_AT, grownLife, type SimulatedLife, simulatedLife } from "../../support/simulated-life.js";

test.each([
  ["a price that is text", { market: { btcPrice: { value: "90000", source: "kraken", observedAt: 1, fetchedAt: 1 } } }],
  ["a negative price", { market: { btcPrice: { value: -1, source: "kraken", observedAt: 1, fetchedAt: 1 } } }],
  ["a figure that is null", { market: { fearGreed: null } }],
  ["a number where the list of sources belongs", { sources: 7 }],
  ["a source without a name", { sources: [{ askedAt: 1 }] }],
  ["a minute that is a word", { minute: "seven" }],
  ["a minute that does not exist", { minute: 1e9 }],
  ["measures that are a list", { measures: [1, 2] }],
  ["a list", []],
  ["a word", "now"],
])("the jobs continue if the stored current state contains %s, and store it again completely", async (_what, edit) => {
  const life = await grownLife(GROWN_AT);
  const before = (await getState(life.db, "now")) as object;
  const body = JSON.stringify(typeof edit === "string" || Array.isArray(edit) ? edit : { ...before, ...edit });
  await sql`update state set body = ${body}, version = version + 1 where name = 'now'`.execute(life.db);
  await life.restart();
  expect(life.db.unreadable.sentences).toEqual([expect.stringMatching(/^a row of the table state .*: now\b/)]);
  life.moveTo("2026-11-19T13:09:00Z");
  await life.hour();
  expect(life.shown.snapshot?.score.computedAt).toBe(Date.parse("2026-11-19T13:09:00Z"));
  await life.restart();
  expect(life.db.unreadable.sentences).toEqual([]);
});

test("the jobs continue with unreadable observations and an unreadable newest score", async () => {
  const life = await grownLife(GROWN_AT);
  const edits = ["update observations set value = -5", "update scores set btc_phase = 'MOON', btc_score = 1e9"];
  for (const edit of edits) await sql.raw(edit).execute(life.db);
  await life.restart();
  life.moveTo("2026-11-20T06:20:00Z");
  await life.hour();
  await life.closeDays();
  expect(life.shown.rows.at(-1)?.day).toBe(Math.floor(Date.parse("2026-11-20") / 86_400_000));
  expect(life.shown.snapshot?.score.computedAt).toBe(Date.parse("2026-11-20T06:20:00Z"));
});

/** What an installation shows after fetching the past into an empty ledger. */
async function fetched(life: SimulatedLife) {
  await life.pollPrice();
  await life.firstFetch();
  return life.shown.rows;
}

test("an empty ledger with a contradictory state makes the jobs fetch the past as on a first start", async () => {
  const life = await simulatedLife("2026-11-19T12:00:00Z");
  await sql`insert into state (name, version, body) values ('past', 99, '"whole"')`.execute(life.db);
  await life.restart();
  expect(life.published.history.get()).toBeUndefined();
  expect(await fetched(life)).toHaveLength(30);
});
