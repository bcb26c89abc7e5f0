import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { DatabaseState } from "./database-state.js";

type Row = Readonly<Record<string, unknown>>;

/** When a thing was stored is not part of what it says. */
const timeless = (row: Row): Row => ({ ...row, computed_at: 0, closed_at: 0 });

/** The rows that differ; six thousand at once would give no readable difference. */
function expectEqualRows(ours: readonly Row[], theirs: readonly Row[]): void {
  expect(ours.length).toBe(theirs.length);
  const differing = ours.map((_, i) => i).filter((i) => !isDeepStrictEqual(ours[i], theirs[i]));
  const told = differing.map((i) => differenceOf(ours[i], theirs[i]));
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
  expectEqualRows(ours.closedDays.map(timeless), theirs.closedDays.map(timeless));
}

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
