import { isDeepStrictEqual } from "node:util";
import { formatInstant, type Instant } from "peak-cycle-model";
import { expect } from "vitest";
import type { DatabaseState } from "./database-state.js";

type Row = Readonly<Record<string, unknown>>;

/** When a thing was stored is not part of what it says. */
const timeless = (row: Row): Row => ({ ...row, computed_at: 0, closed_at: 0 });

/**
 * The rows that differ; six thousand at once would give no readable difference.
 *
 * @param about what else is to be told of one that differs, by its index
 */
function expectEqualRows(ours: readonly Row[], theirs: readonly Row[], about?: (index: number) => string): void {
  expect(ours.length).toBe(theirs.length);
  const differing = ours.map((_, i) => i).filter((i) => !isDeepStrictEqual(ours[i], theirs[i]));
  const told = differing.map((i) => [differenceOf(ours[i], theirs[i]), about?.(i)].join(" "));
  expect(
    differing.map((i) => ours[i]),
    told.join("; "),
  ).toEqual(differing.map((i) => theirs[i]));
}

/** The day or hour, and each column that differs with both values. */
function differenceOf(ours: Row = {}, theirs: Row = {}): string {
  const names = Object.keys(ours).filter((name) => !isDeepStrictEqual(ours[name], theirs[name]));
  return [ours["day"] ?? ours["hour"], ...names.map((name) => `${name} ${ours[name]} and ${theirs[name]}`)].join(", ");
}

/** The closed days, but for the moments of closing. */
function expectEqualDays(ours: DatabaseState, theirs: DatabaseState): void {
  const about = (i: number) =>
    `(only the one was told ${toldOnly(ours, theirs, i)}; only the other ${toldOnly(theirs, ours, i)})`;
  expectEqualRows(ours.closedDays.map(timeless), theirs.closedDays.map(timeless), about);
}

/** What sources have said about a closed day to one and not to the other, and when it was closed. */
function toldOnly(one: DatabaseState, other: DatabaseState, index: number): string {
  const { day, closed_at } = one.closedDays[index] ?? {};
  const words = (row: Row) => `${row["metric"]} ${row["value"]} by ${row["source"]}`;
  const known = new Set(other.statements.filter((row) => row["day"] === day).map(words));
  const only = one.statements.filter((row) => row["day"] === day && !known.has(words(row)));
  const said = only.map((row) => `${words(row)} at ${time(row["fetched_at"])}`);
  return [...said, `closed at ${time(closed_at)}`].join(", ");
}

const time = (at: unknown) => formatInstant(at as Instant);

/** Two installations agree on every closed day and history row, but for the moments of storing. */
export function expectSamePast(ours: DatabaseState, theirs: DatabaseState): void {
  expectEqualDays(ours, theirs);
  expectEqualRows(ours.history.map(timeless), theirs.history.map(timeless));
}

/** Shares by which two exchanges may differ on the price of one moment, and what that does to a score. */
const PRICE_SHARE = 0.001;
const SCORE_POINTS = 0.05;

/**
 * Two installations that lived through the same moments, one of them with interruptions, agree: a price may be another
 * exchange's, since an interrupted look is made up for by a candle; all that depends on no live price is the same.
 *
 * @param hours ISO instants in the hours whose scores are compared
 */
export function expectAlike(ours: DatabaseState, theirs: DatabaseState, hours: readonly string[]): void {
  expectEqualDays(ours, theirs);
  const wanted = new Set(hours.map((at) => Math.floor(Date.parse(at) / 3_600_000) * 3_600_000));
  const scores = (state: DatabaseState) => state.scores.filter((row) => wanted.has(Number(row["hour"])));
  expect(scores(ours).length).toBe(hours.length);
  expectClose(ours.history, theirs.history, ["raw", "smoothed"]);
  expectClose(scores(ours), scores(theirs), ["btc_raw", "crypto_raw"]);
}

function expectClose(ours: readonly Row[], theirs: readonly Row[], points: readonly string[]): void {
  const rough = (row: Row): Row => ({ day: row["day"], hour: row["hour"], phase: row["phase"] ?? row["btc_phase"] });
  expectEqualRows(ours.map(rough), theirs.map(rough));
  ours.forEach((row, i) => {
    const other = theirs[i] ?? {};
    const isClose =
      Math.abs(Number(row["btc_price_usd"]) / Number(other["btc_price_usd"]) - 1) < PRICE_SHARE &&
      points.every((name) => Math.abs(Number(row[name]) - Number(other[name])) < SCORE_POINTS);
    if (!isClose) expect(row).toEqual(other);
  });
}
