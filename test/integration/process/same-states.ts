import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { formatDay, formatInstant, type Instant, type UtcDay } from "../../../src/domain/instant.js";
import { MAJORS, type Major } from "../../../src/domain/observation.js";
import type { DatabaseState } from "./database-state.js";

type Row = Readonly<Record<string, unknown>>;

/** When a thing was stored is not part of what it says. */
const timeless = (row: Row): Row => ({ ...row, computed_at: 0, closed_at: 0 });

/** The rows that differ; six thousand at once would give no readable difference. */
function expectEqualRows(ours: readonly Row[], theirs: readonly Row[]): void {
  expect(ours.length).toBe(theirs.length);
  const differing = ours.map((_, i) => i).filter((i) => !isDeepStrictEqual(ours[i], theirs[i]));
  const told = differing.map((i) => differenceOf(ours[i], theirs[i])).join("; ");
  expect(
    differing.map((i) => ours[i]),
    told,
  ).toEqual(differing.map((i) => theirs[i]));
}

/** The day or hour, and each column that differs with both values. */
function differenceOf(ours: Row = {}, theirs: Row = {}): string {
  const names = Object.keys(ours).filter((name) => !isDeepStrictEqual(ours[name], theirs[name]));
  return [ours["day"] ?? ours["hour"], ...names.map((name) => `${name} ${ours[name]} and ${theirs[name]}`)].join(", ");
}

/** Two installations agree on every closed day and history row, but for the moments of storing. */
export function expectSamePast(ours: DatabaseState, theirs: DatabaseState): void {
  expectEqualRows(ours.closedDays.map(timeless), theirs.closedDays.map(timeless));
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
  expect(missedIn(ours, theirs), "coins that only the interrupted one has closed a day without").toEqual([]);
  expect(missedIn(theirs, ours), "coins that only the one left alone has closed a day without").toEqual([]);
  expectEqualRows(ours.closedDays.map(timeless), theirs.closedDays.map(timeless));
  const wanted = new Set(hours.map((at) => Math.floor(Date.parse(at) / 3_600_000) * 3_600_000));
  const scores = (state: DatabaseState) => state.scores.filter((row) => wanted.has(Number(row["hour"])));
  expect(scores(ours).length).toBe(hours.length);
  expectClose(ours.history, theirs.history, ["raw", "smoothed"]);
  expectClose(scores(ours), scores(theirs), ["btc_raw", "crypto_raw"]);
}

/** Each coin that one closed a day without and the other did not, with all that sources had told the one. */
function missedIn(one: DatabaseState, other: DatabaseState): string[] {
  return one.closedDays.flatMap((row, i) =>
    MAJORS.filter((major) => !hasMajor(row, major) && hasMajor(other.closedDays[i], major)).map((major) => {
      const about = one.statements.filter((each) => each["day"] === row["day"] && each["metric"] === `${major}-close`);
      const said = about.map((each) => `${each["source"]} said ${each["value"]} at ${time(each["fetched_at"])}`);
      return `${major} of ${formatDay(row["day"] as UtcDay)}, closed at ${time(row["closed_at"])}: ${said.join(", ")}`;
    }),
  );
}

const time = (at: unknown) => formatInstant(at as Instant);

function hasMajor(closed: Row | undefined, major: Major): boolean {
  return `,${closed?.["majors"]}`.includes(`,${major}=`);
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
