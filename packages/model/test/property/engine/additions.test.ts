import fc from "fast-check";
import { expect, test } from "vitest";
import { LaterPlace } from "../../../src/engine/later-place.js";
import { settle } from "../../../src/engine/settled-phase.js";
import { addDays, utcDay } from "../../../src/instant.js";
import { phaseOf, type SettledPhase } from "../../../src/score.js";

const KEYS = ["FONDO", "ACUM", "BULL", "HOT", "PEAK"] as const;
const FIRST = utcDay("2012-07-16");

/** Scores with one decimal that walk to and fro over the bounds, and jump now and then. */
const scores = fc
  .array(
    fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1000 })),
    {
      minLength: 1,
      maxLength: 300,
    },
  )
  .map((steps) => {
    let tenths = 500;
    return steps.map(([step, chance, jump]) => {
      tenths = chance === 0 ? jump : Math.min(1000, Math.max(0, tenths + step));
      return tenths / 10;
    });
  });

/** One step a day. */
function stepwise(list: readonly number[]): readonly SettledPhase[] {
  let settled: SettledPhase | undefined;
  return list.map((score, row) => {
    settled = settle(settled, score, addDays(FIRST, row));
    return settled;
  });
}

/** The whole history at once, in numbers: the rule as the method writes it. */
function atOnce(list: readonly number[]): readonly (readonly [string, number])[] {
  let [k, n, since] = [Math.min(4, Math.floor((list[0] ?? 0) / 20)), 0, 0];
  return list.map((x, row) => {
    const [r, before] = [Math.min(4, Math.floor(x / 20)), k];
    while (isUp(k, x) || isDown(k, x)) k += isUp(k, x) ? 1 : -1;
    n = r === k ? 0 : n + 1;
    if (n >= 10) [k, n] = [r, 0];
    if (k !== before) since = row;
    return [KEYS[k] ?? "", addDays(FIRST, since)];
  });
}

const isUp = (k: number, x: number) => k < 4 && x >= 20 * (k + 1) + (k + 1 <= 2 ? 6 : 0);
const isDown = (k: number, x: number) => k > 0 && x < 20 * k - (k >= 3 ? 6 : 0);

test("one step a day settles on what the rule gives for the whole history at once", () => {
  fc.assert(
    fc.property(scores, (list) => {
      expect(stepwise(list).map(({ phase, since }) => [phase, since])).toEqual(atOnce(list));
    }),
  );
});

test("the outermost phases are entered on the very day, and no phase outlasts the plain one by ten days", () => {
  fc.assert(
    fc.property(scores, (list) => {
      stepwise(list).forEach(({ phase, daysAway }, row) => {
        const plain = phaseOf(list[row] ?? 0).key;
        expect(daysAway).toBeLessThan(10);
        if (phase === plain) expect(daysAway).toBe(0);
        if (plain === "PEAK" || plain === "FONDO") expect(phase).toBe(plain);
      });
    }),
  );
});

test("days after a cut change nothing before it, and a step on a state leaves the state alone", () => {
  fc.assert(
    fc.property(scores, scores, fc.nat(299), (list, others, at) => {
      const cut = Math.min(at, list.length);
      expect(stepwise([...list.slice(0, cut), ...others]).slice(0, cut)).toEqual(stepwise(list).slice(0, cut));
    }),
  );
});

/** Long enough for ranges on the last 200 rows. */
const ROWS = 1500;

/** Log prices of a random walk, and scores with gaps. */
const days = fc.integer().map((seed) => {
  let [state, log] = [seed >>> 0, 0];
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: ROWS }, () => {
    log += 0.1 * (next() - 0.5);
    const isScored = next() > 0.02;
    const score = 100 * next();
    return { price: Math.exp(log), score: isScored ? score : undefined };
  });
});

/** The range of each row, every window looked through anew. */
function plainRanges(list: readonly { readonly price: number; readonly score: number | undefined }[]) {
  const logs = list.map(({ price }) => Math.log(price));
  const errors: number[] = [];
  return list.map(({ score }, row) => {
    const past = list[row - 730]?.score;
    if (past !== undefined) {
      const around = logs.slice(Math.max(0, row - 1460), row + 1);
      const low = Math.min(...around);
      errors.push(Math.abs(past - (100 * ((logs[row - 730] ?? 0) - low)) / Math.max(Math.max(...around) - low, 1e-9)));
    }
    if (score === undefined || errors.length < 365) return undefined;
    const sorted = [...errors].sort((a, b) => a - b);
    const width = sorted[Math.min(sorted.length, Math.ceil(0.9 * (sorted.length + 1))) - 1] ?? 0;
    return { low: Math.max(0, score - width), high: Math.min(100, score + width) };
  });
}

test("the range of every row is that of plain windows and a sorted list", () => {
  fc.assert(
    fc.property(days, (list) => {
      const track = new LaterPlace();
      expect(list.map(({ price, score }) => track.append(price, score))).toEqual(plainRanges(list));
    }),
    { numRuns: 4 },
  );
});

test("a copy of the range's state goes its own way", () => {
  fc.assert(
    fc.property(days, (list) => {
      const track = new LaterPlace();
      for (const { price, score } of list) track.append(price, score);
      const [twin, stray] = [track.clone(), track.clone()];
      for (const { price } of list) stray.append(1000 / price, 99);
      for (const { price, score } of list) expect(twin.append(price, score)).toEqual(track.append(price, score));
    }),
    { numRuns: 3 },
  );
});
