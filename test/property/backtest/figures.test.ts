import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flagRecord, flagRuns } from "../../../src/backtest/flag-record.js";
import { placeRecord } from "../../../src/backtest/place-record.js";
import { quantile } from "../../../src/backtest/returns.js";
import { settledRecord } from "../../../src/backtest/settled-record.js";
import { spansOf } from "../../../src/backtest/spans.js";
import { turnsOf } from "../../../src/backtest/turns.js";
import { addDays, utcDay } from "../../../src/domain/instant.js";
import { numbersOf } from "../../support/numbers-of.js";
import { recordDays, type Sketch } from "../../unit/backtest/record-days.js";
import { naiveAlarms, naivePlace, naiveSettled, naiveSpans, naiveTurns } from "./naive-record.js";

/** Sums are taken in another order; the method asks for agreement to 1e-9. */
const TOLERANCE = 1e-9;

const RUNS = { numRuns: 12 };

/** A repeatable stream of numbers in 0..1. */
function streamOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Wild markets around the bounds of periods and halvings, with ties, gaps and flags of every length. */
const markets = fc
  .record({
    first: fc.constantFrom("2012-08-15", "2013-03-01", "2015-06-01", "2022-02-01"),
    count: fc.integer({ min: 1, max: 800 }),
    seed: fc.integer(),
    jump: fc.double({ min: 0.02, max: 0.15, noNaN: true }),
    isRounded: fc.boolean(),
  })
  .map(({ first, count, seed, jump, isRounded }) => {
    const next = streamOf(seed);
    let [price, flag, score] = [100, 0, 50];
    const sketches = Array.from({ length: count }, (_, row): Sketch => {
      price = Math.max(1, price * Math.exp(jump * (2 * next() - 1 + 0.5 * Math.sin(row / 60))));
      score = Math.min(100, Math.max(0, score + 30 * (next() - 0.5)));
      if (next() < 0.03) flag = Math.floor(4 * next());
      const reading = () => Math.round(100 * next());
      return {
        price: isRounded ? Math.round(price) : price,
        score: row < 40 && count > 60 ? null : score,
        ...(row > 50 ? { laterPlace: { low: score / 2, high: 50 + score / 2 } } : {}),
        smoothed: 0.5 * score + 25,
        topRisk: (flag & 1) === 1,
        descentGuard: (flag & 2) === 2,
        readings: { mvrv: reading(), mayer: reading(), ...(next() < 0.7 ? { fearGreed: reading() } : {}) },
        raws: { mvrv: 10 * next() },
      };
    });
    return recordDays(sketches, addDays(utcDay(first), 0));
  });

/** Paths at which two values differ by more than rounding. */
function distances(told: unknown, naive: unknown): readonly string[] {
  const [left, right] = [numbersOf(told), numbersOf(naive)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((path) => {
    const [a, b] = [left.get(path), right.get(path)];
    if (typeof a !== "number" || typeof b !== "number") return a !== b;
    return Math.abs(a - b) > TOLERANCE * Math.max(1, Math.abs(b));
  });
}

describe("told in plain words, compared pair by pair, the same comes out for", () => {
  test("spans: changes, ranks, returns and buying of every gauge", () => {
    fc.assert(
      fc.property(markets, (days) => {
        expect(distances([...spansOf(days)], naiveSpans(days))).toEqual([]);
      }),
      RUNS,
    );
  });

  test("turns, their readings, extremes and leads", () => {
    fc.assert(
      fc.property(markets, (days) => {
        expect(distances(turnsOf(days), naiveTurns(days))).toEqual([]);
      }),
      RUNS,
    );
  });

  test("the settled phase next to the plain one, and the score next to the later place", () => {
    fc.assert(
      fc.property(markets, (days) => {
        expect(distances(settledRecord(days, turnsOf(days)), naiveSettled(days))).toEqual([]);
        expect(distances(placeRecord(days), naivePlace(days))).toEqual([]);
      }),
      RUNS,
    );
  });

  test("alarms and misses of both flags", () => {
    fc.assert(
      fc.property(markets, (days) => {
        const turns = turnsOf(days);
        const [risk, guard] = [flagRecord("topRisk", days, turns), flagRecord("descentGuard", days, turns)];
        expect(distances(risk.alarms, naiveAlarms(days, "topRisk"))).toEqual([]);
        expect(distances(guard.alarms, naiveAlarms(days, "descentGuard"))).toEqual([]);
        const missed = (kind: string, flag: "topRisk" | "descentGuard") =>
          turns.filter((turn) => turn.kind === kind && !turn[flag]).map(({ day }) => day);
        expect(risk.misses.map(({ day }) => day)).toEqual(missed("high", "topRisk"));
        expect(guard.misses.map(({ day }) => day)).toEqual(missed("low", "descentGuard"));
      }),
      RUNS,
    );
  });
});

test("the markets bring turns, alarms of every verdict, and tops and bottoms to tell", () => {
  const all = fc.sample(markets, { numRuns: 60, seed: 7 }).filter((days) => days.length > 60);
  const verdicts = all.flatMap((days) =>
    (["topRisk", "descentGuard"] as const).flatMap((flag) => naiveAlarms(days, flag).map(({ verdict }) => verdict)),
  );
  expect(new Set(verdicts)).toEqual(new Set(["right", "false", "open"]));
  expect(all.filter((days) => turnsOf(days).length > 2).length).toBeGreaterThan(5);
  const ranks = all.flatMap((days) => [...spansOf(days)].map(({ gauges }) => gauges[0]!.ranks));
  expect(
    ranks.filter(({ topAuc, bottomAuc }) => topAuc !== undefined && bottomAuc !== undefined).length,
  ).toBeGreaterThan(5);
});

test("runs of a flag cover the days it is up, each once", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (ups) => {
      const days = recordDays(ups.map((topRisk) => ({ topRisk })));
      const runs = flagRuns(days, ({ context }) => context.topRisk !== null);
      const covered = runs.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth));
      expect(covered).toEqual([...ups.keys()].filter((row) => ups[row]));
      expect(runs.filter(({ isUp }) => isUp).length).toBe(ups.at(-1) === true ? 1 : 0);
    }),
  );
});

test("quantiles rise with their share and stay between the least and the greatest", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const values = fc.array(fc.double({ min: -1, max: 50, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(values, share, share, (list, a, b) => {
      const sorted = [...list].sort((x, y) => x - y);
      const [low, high] = [quantile(sorted, Math.min(a, b))!, quantile(sorted, Math.max(a, b))!];
      expect(low).toBeLessThanOrEqual(high + 1e-9);
      expect(low).toBeGreaterThanOrEqual(sorted[0]! - 1e-9);
      expect(high).toBeLessThanOrEqual(sorted.at(-1)! + 1e-9);
    }),
  );
});
