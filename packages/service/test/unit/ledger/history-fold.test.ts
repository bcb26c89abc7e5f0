import fc from "fast-check";
import {
  addDays,
  FIRST_DAY,
  type Flags,
  formatDay,
  phaseOf,
  roundScore,
  type SettledPhase,
  settle,
  utcDay,
} from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { ClosedDay } from "../../../src/domain/closed-day.js";
import type { HistoryRow } from "../../../src/domain/history.js";
import { dayBody } from "../../../src/ledger/day-body.js";
import { HistoryFold } from "../../../src/ledger/history-fold.js";
import { closedDay, historyRow, revision } from "../../support/sample-rows.js";

const CALM: Flags = { descentGuard: null, topRisk: null };

/** A closed day, its flags, and the row on top of it. */
interface Day {
  readonly closed: ClosedDay;
  readonly flags: Flags;
  readonly row: HistoryRow | undefined;
}

/** A fold of bodies as read from the ledger. */
function folded(days: readonly Day[]): HistoryFold {
  const fold = new HistoryFold();
  for (const { closed, flags, row } of days) fold.take(JSON.parse(JSON.stringify(dayBody(closed, flags, row))));
  return fold;
}

/** Closed days with rows of given scores on top of them. */
function scored(scores: readonly number[], changes: (i: number) => Partial<HistoryRow> = () => ({})) {
  let settled: SettledPhase | undefined;
  return scores.map((score, i) => {
    const day = addDays(closedDay(i).day, 1);
    settled = settle(settled, score, day);
    const shown = {
      phase: phaseOf(score).key,
      settled: settled.phase,
      crypto: { score: 1.5, phase: "FONDO" },
    } as const;
    return { closed: closedDay(i), flags: CALM, row: historyRow(i + 1, { day, score, ...shown, ...changes(i) }) };
  });
}

const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => roundScore(tenths / 10));

describe("the fold of the ledger", () => {
  test("settles phases like the model, and announces each change once", () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 32, maxLength: 200 }), (scores) => {
        const fold = folded(scored(scores));
        const all: SettledPhase[] = [];
        for (const row of fold.rows) all.push(settle(all.at(-1), row.score, row.day));
        expect(fold.settled).toEqual(all.at(-1));
        const changes = all.flatMap((each, i) => (i > 0 && each.phase !== all[i - 1]?.phase ? [each.day] : []));
        const told = fold.history(undefined).announcements.filter(({ what }) => what === "phase");
        expect(told.map(({ day }) => day)).toEqual(changes.reverse());
      }),
    );
  });

  test("keeps announced changes if another model would settle differently", () => {
    const days = scored(Array(12).fill(10), (i) => (i === 11 ? { settled: "PEAK" } : {}));
    const { settled, rows } = folded(days);
    expect(settled).toEqual({ phase: "PEAK", since: rows.at(-1)?.day, day: rows.at(-1)?.day, daysAway: 0 });
    expect(folded(days).history(undefined).announcements).toMatchObject([
      { what: "signal", from: "ACCUMULATE", to: "REDUCE" },
      { what: "phase", from: "FONDO", to: "PEAK" },
    ]);
  });

  test("announces flags with the row of the following day, and backfilled ones at their 06:00", () => {
    const days = scored([50, 50, 50, 50], (i) => ({ origin: i < 2 ? "backfill" : "live" })).map((day, i) => {
      const topRisk = i === 1 || i === 2 ? ("TOP_DISTRIBUTION" as const) : null;
      return { ...day, flags: { descentGuard: null, topRisk } };
    });
    const { announcements, flags } = folded(days).history(undefined);
    const told = announcements.filter(({ what }) => what === "topRisk");
    expect(
      told.map((each) => [each.what, "isUp" in each && each.isUp, formatDay(each.day), each.isBackfilled]),
    ).toEqual([
      ["topRisk", false, "2010-07-22", false],
      ["topRisk", true, "2010-07-20", true],
    ]);
    expect(flags).toEqual({ flags: CALM, since: utcDay("2010-07-22") });
    expect(new Date(told[1]?.at ?? 0).toISOString()).toBe("2010-07-20T06:00:00.000Z");
  });

  test("announces the settled signal once per row, after its causes, and only when it changes", () => {
    const guarded: Flags = { descentGuard: "BEAR_DESCENT", topRisk: null };
    const scores = [50, 60, 60, 52, 80, 80];
    const flags = [CALM, CALM, guarded, CALM, CALM, guarded];
    const days = scored(scores).map((day, i) => ({ ...day, flags: flags[i] ?? CALM }));
    const told = folded(days).history(undefined).announcements.toReversed();
    expect(told.map((each) => [each.day - FIRST_DAY, each.what, "to" in each ? each.to : each.isUp])).toEqual([
      [2, "phase", "HOT"],
      [2, "signal", "CAUTION"],
      [3, "descentGuard", true],
      [3, "signal", "REDUCE"],
      [4, "descentGuard", false],
      [4, "phase", "BULL"],
      [4, "signal", "HOLD"],
      [5, "phase", "PEAK"],
      [5, "signal", "REDUCE"],
      [6, "descentGuard", true],
    ]);
    expect(told.map(({ signal }) => signal)).toEqual([
      ...["CAUTION", "CAUTION", "REDUCE", "REDUCE", "HOLD", "HOLD", "HOLD", "REDUCE", "REDUCE", "REDUCE"],
    ]);
  });

  test("reads a day and its row as they were written", () => {
    const [day] = scored([50], () => ({ raw: 49.97, coverage: 0.9, signal: "HOLD", origin: "late" }));
    const { days, computedRows: rows } = folded([day!]);
    expect({ days, rows }).toEqual({ days: [day?.closed], rows: [day?.row] });
    const bare = closedDay(0, { price: undefined, mvrv: undefined, fearGreed: undefined, dominance: undefined });
    const without = { ...day!.row, crypto: undefined, fearGreed: undefined };
    const again = folded([{ closed: bare, flags: CALM, row: without }]);
    expect({ days: again.days, rows: again.computedRows }).toEqual({ days: [bare], rows: [without] });
  });

  test("never announces a flag that changed on a day without a row", () => {
    const days = scored([50, 50, 50]).map((day, i) => {
      return {
        ...day,
        flags: { descentGuard: null, topRisk: "TOP_DISTRIBUTION" as const },
        row: i > 0 ? day.row : undefined,
      };
    });
    expect(folded(days).history(undefined).announcements).toEqual([]);
  });

  test("has the crypto score of the newest 30 days, and all revisions", () => {
    const fold = folded(scored(Array(40).fill(50)));
    fold.take(revision());
    const { crypto, revisions } = fold.history(undefined);
    expect(crypto).toHaveLength(30);
    expect(crypto.at(-1)).toEqual({ day: addDays(utcDay("2010-07-18"), 40), score: 1.5, phase: "FONDO" });
    expect(revisions).toEqual([revision().public]);
  });
});
