import { describe, expect, test } from "vitest";
import { labelsOf } from "../../../src/record/labels.js";
import { path } from "./record-days.js";

/** Rows that carry a mark, as pairs of first and last. */
function runs(marks: readonly (boolean | undefined)[]): readonly (readonly [number, number])[] {
  const rows = [...marks.keys()].filter((row) => marks[row] === true);
  const firsts = rows.filter((row) => !rows.includes(row - 1));
  const lasts = rows.filter((row) => !rows.includes(row + 1));
  return firsts.map((first, nth) => [first, lasts[nth] as number]);
}

describe("the price's place", () => {
  test("lies on the way from the lowest to the highest log price within 730 days to either side", () => {
    const prices = [...Array(1000).fill(10)];
    prices[100] = 1;
    prices[200] = 100;
    const { place } = labelsOf(prices);
    expect([place[100], place[200]]).toEqual([0, 1]);
    expect(place[150]).toBeCloseTo(0.5, 12);
    expect(place[819]).toBeCloseTo(0.5, 12); // 730 before it is row 89
  });

  test("looks 730 days back and ahead, and no further", () => {
    const prices = [...Array(1100).fill(10)];
    prices[100] = 1;
    prices[900] = 100;
    const { place } = labelsOf(prices);
    expect([place[830], place[831]]).toEqual([expect.closeTo(0.5, 12), 0]);
    expect([place[169], place[170]]).toEqual([1, expect.closeTo(0.5, 12)]);
  });

  test("is missing with less than 180 days known after it, and where the price never moved", () => {
    const { place } = labelsOf(path([0, 10], [399, 50]));
    expect([place[219] === undefined, place[220] === undefined]).toEqual([false, true]);
    expect(labelsOf(Array(400).fill(7)).place[0]).toBeUndefined();
  });
});

describe("tops and bottoms", () => {
  /** Up to 100 at row 400, down to 40 at row 600, up to 120 at row 1100, then level. */
  const prices = path([0, 20], [400, 100], [600, 40], [1100, 120], [1400, 120]);
  const { isTop, isBottom } = labelsOf(prices);

  test("a top lies within 20 % of the year's high and is followed by a fall of 45 %", () => {
    expect(runs(isTop)).toEqual([[300, 466]]);
    expect(prices[300]).toBe(80);
    expect(prices[466]).toBeGreaterThan(80);
    expect(prices[467]).toBeLessThan(80);
  });

  test("a bottom lies within 35 % of the year's low and is followed by a gain of 90 %", () => {
    expect(runs(isBottom)).toEqual([
      [0, 35],
      [562, 687],
    ]);
    expect(prices[35]).toBe(27);
    expect(prices[687]).toBeLessThan(54);
    expect(prices[688]).toBeGreaterThan(54);
  });

  test("the year reaches 365 days to either side", () => {
    const spiked = Array(1300).fill(100);
    spiked[600] = 200;
    spiked[300] = spiked[1000] = 50; // the falls that follow
    const { isTop } = labelsOf(spiked);
    expect([isTop[234], isTop[235], isTop[965], isTop[966]]).toEqual([true, false, false, true]);
  });

  test("a fall by 45 % and a gain of 90 % are enough, and nothing less", () => {
    const then = (price: number) => labelsOf([...Array(300).fill(100), ...Array(300).fill(price)]);
    expect([then(55).isTop[100], then(55.1).isTop[100]]).toEqual([true, false]);
    expect([then(190).isBottom[100], then(189.9).isBottom[100]]).toEqual([true, false]);
  });

  test("what follows must follow within 400 days", () => {
    const slow = path([0, 100], [401, 100], [402, 50], [800, 50]);
    expect(runs(labelsOf(slow).isTop)).toEqual([[2, 401]]);
  });

  test("days of which less than 200 days are known are neither", () => {
    expect([isTop[1200], isTop[1201]]).toEqual([false, undefined]);
    expect([isBottom[1200], isBottom[1201]]).toEqual([false, undefined]);
  });
});

test("the forward return is that of the log price over 365 days, missing where they are not over", () => {
  const { forward } = labelsOf(path([0, 10], [400, 50]));
  expect(forward[0]).toBeCloseTo(Math.log(46.5 / 10), 12);
  expect([forward[35] === undefined, forward[36] === undefined]).toEqual([false, true]);
});
