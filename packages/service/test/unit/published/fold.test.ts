import fc from "fast-check";
import {
  addDays,
  type Flags,
  formatDay,
  phaseOf,
  roundScore,
  type SettledPhase,
  settle,
  utcDay,
} from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { type DayToAppend, dayBody } from "../../../src/published/bodies.js";
import { HistoryFold } from "../../../src/published/fold.js";
import { closedDay, historyRow, revision } from "../../contract/storage/samples.js";

const CALM: Flags = { descentGuard: null, topRisk: null };

/** A fold of bodies, as they come out of the ledger again. */
function folded(days: readonly DayToAppend[]): HistoryFold {
  const fold = new HistoryFold();
  for (const day of days) fold.take(JSON.parse(JSON.stringify(dayBody(day))));
  return fold;
}

/** Closed days with rows on top of them, whose scores are given. */
function scored(scores: readonly number[], changes: (i: number) => Partial<DayToAppend["row"]> = () => ({})) {
  let settled: ReturnType<typeof settle> | undefined;
  return scores.map((score, i): DayToAppend => {
    const closed = closedDay(i);
    const day = addDays(closed.day, 1);
    settled = settle(settled, score, day);
    const row = historyRow(i + 1, { day, score, phase: phaseOf(score).key });
    const shown = { signal: "HOLD" as const, crypto: { score: 1.5, phase: "FONDO" as const }, coverage: 0.9 };
    return { closed, context: CALM, row: { ...row, ...shown, settled: settled.phase, fearGreed: 7, ...changes(i) } };
  });
}

const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => roundScore(tenths / 10));

describe("the fold of the ledger", () => {
  test("settles phases as the model does, and tells each change once", () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 32, maxLength: 200 }), (scores) => {
        const fold = folded(scored(scores));
        const all: SettledPhase[] = [];
        for (const row of fold.rows) all.push(settle(all.at(-1), row.score, row.day));
        expect(fold.settled).toEqual(all.at(-1));
        const changes = all.flatMap((each, i) => (i > 0 && each.phase !== all[i - 1]?.phase ? [each.day] : []));
        expect(fold.history(undefined).announcements.map(({ day }) => day)).toEqual(changes.reverse());
      }),
    );
  });

  test("keeps what was told when another model would settle otherwise", () => {
    const days = scored(Array(12).fill(10), (i) => (i === 11 ? { settled: "PEAK" } : {}));
    const { settled, rows } = folded(days);
    expect(settled).toEqual({ phase: "PEAK", since: rows.at(-1)?.day, day: rows.at(-1)?.day, daysAway: 0 });
    expect(folded(days).history(undefined).announcements).toMatchObject([{ what: "phase", from: "FONDO", to: "PEAK" }]);
  });

  test("tells flags with the row of the day after, and those of the backfilled past at their 06:00", () => {
    const days = scored([50, 50, 50, 50], (i) => ({ origin: i < 2 ? "backfill" : "live" })).map((day, i) => {
      const topRisk = i === 1 || i === 2 ? ("TOP_DISTRIBUTION" as const) : null;
      return { ...day, context: { descentGuard: null, topRisk } };
    });
    const told = folded(days).history(undefined).announcements;
    expect(
      told.map((each) => [each.what, "isUp" in each && each.isUp, formatDay(each.day), each.isBackfilled]),
    ).toEqual([
      ["topRisk", false, "2010-07-22", false],
      ["topRisk", true, "2010-07-20", true],
    ]);
    expect(new Date(told[1]?.at ?? 0).toISOString()).toBe("2010-07-20T06:00:00.000Z");
  });

  test("tells a flag of a day without a row with the next row, unless a month has passed", () => {
    const withGap = (gap: number) => {
      const days = scored(Array(gap + 3).fill(50)).map((day, i) => {
        const topRisk = i > 0 ? ("TOP_DISTRIBUTION" as const) : null;
        return { ...day, context: { descentGuard: null, topRisk }, row: i > 0 && i <= gap ? undefined : day.row };
      });
      return folded(days).history(undefined).announcements.length;
    };
    expect([30, 31].map(withGap)).toEqual([1, 0]);
  });

  test("has the second score and its figures of the newest 30 days, and all revisions", () => {
    const fold = folded(scored(Array(40).fill(50)));
    fold.take(revision());
    const { crypto, revisions } = fold.history(undefined);
    expect(crypto).toHaveLength(30);
    const { dominance, fearGreed } = closedDay(39);
    expect(crypto.at(-1)).toEqual({
      day: addDays(utcDay("2010-07-18"), 40),
      score: 1.5,
      phase: "FONDO",
      dominance,
      fearGreed,
    });
    expect(revisions).toEqual([revision().public]);
  });
});
