import { expect, test } from "vitest";
import type { Positions } from "../../../src/engine/row.js";
import { TopRiskDetector } from "../../../src/engine/top-risk.js";

interface Day {
  readonly price: number;
  readonly positions?: Positions;
  readonly scored?: boolean;
  readonly guarded?: boolean;
}

function watch(risk = new TopRiskDetector()) {
  let index = 0;
  const add = ({ price, positions = {}, scored = true, guarded = false }: Day) => {
    const up = risk.append({ index, price, positions, hasScore: scored }, guarded);
    index += 1;
    return up;
  };
  const addMany = (count: number, day: Day) => Array.from({ length: count }, () => add(day));
  return { add, addMany, risk };
}

const strong = (value: number): Positions => ({ mvrv: value, ma200w: value, roi: value });

test.each([
  [329.4, false],
  [329.5, true],
])("a blow-off is a 111-day mean at 0.95 times twice the 350-day mean: at %d it is %s", (price, isUp) => {
  const { add, addMany } = watch();
  addMany(239, { price: 100 });
  add({ price: 1 }); // the first of 111 days
  const flags = addMany(110, { price }); // (1 + 110 p) / 111 = 1.9 (23,901 + 110 p) / 350 at 329.415
  expect([flags.slice(0, -1).some(Boolean), flags.at(-1)]).toEqual([false, isUp]); // 350 rows are needed
});

test.each([
  [1000, true],
  [1001, false],
])("a blow-off is at seven tenths of the highest price or above: 700 after %d is %s", (high, isUp) => {
  const { add, addMany } = watch();
  add({ price: high });
  addMany(239, { price: 100 });
  expect(addMany(110, { price: 700 }).at(-1)).toBe(isUp);
});

test("a divergence raises top risk: the price holds its high on weaker valuations", () => {
  const { add, addMany } = watch();
  addMany(10, { price: 100, positions: strong(80) });
  expect(add({ price: 85, positions: strong(65.1) })).toBe(false);
  expect(add({ price: 84.9, positions: strong(65) })).toBe(false);
  expect(add({ price: 85, positions: strong(65) })).toBe(true);
});

test("for a divergence the best strength of the year must be 60 or more", () => {
  const { add, addMany } = watch();
  addMany(10, { price: 100, positions: strong(59.9) });
  expect(add({ price: 100, positions: strong(10) })).toBe(false);
  add({ price: 100, positions: strong(60) });
  expect(add({ price: 100, positions: strong(10) })).toBe(true);
});

test.each([
  [58, true],
  [59, false],
])(
  "for a divergence the high of the year must be one of the last 60 rows: with %d rows between it is %s",
  (between, isUp) => {
    const { add, addMany } = watch();
    add({ price: 100, positions: strong(80) });
    addMany(between, { price: 90, positions: strong(70) });
    expect(add({ price: 90, positions: strong(50) })).toBe(isUp);
  },
);

test.each([
  [363, true],
  [364, false],
])(
  "top risk compares with the strength of a year ago, 365 rows: with %d rows between it counts: %s",
  (between, counts) => {
    const { add, addMany } = watch();
    add({ price: 100, positions: strong(80) });
    addMany(between, { price: 100, positions: strong(70) });
    expect(add({ price: 100, positions: strong(65) })).toBe(counts);
  },
);

test.each([
  [363, false],
  [364, true],
])(
  "top risk compares with the price of a year ago, 365 rows: with %d rows between it is gone: %s",
  (between, isGone) => {
    const { add, addMany } = watch();
    add({ price: 101, positions: strong(70) });
    addMany(between, { price: 100, positions: strong(80) });
    expect(add({ price: 100, positions: strong(60) })).toBe(isGone);
  },
);

test("strength is the mean of at least two positions", () => {
  const after = (one: Positions, other: Positions) => {
    const { add } = watch();
    add({ price: 100, positions: one });
    return add({ price: 100, positions: other });
  };
  expect(after({ mvrv: 80, roi: 70 }, { mvrv: 70, roi: 50 })).toBe(true);
  expect(after({ mvrv: 80 }, { mvrv: 60 })).toBe(false);
});

test("top risk stays up for 30 rows after the last trigger", () => {
  const { add, addMany } = watch();
  add({ price: 100, positions: strong(80) });
  expect(add({ price: 100, positions: strong(60) })).toBe(true);
  const after = addMany(40, { price: 100, positions: strong(80) });
  expect(after.indexOf(false)).toBe(30);
});

test("in a row without a score, top risk is neither triggered nor shown", () => {
  const { add } = watch();
  add({ price: 100, positions: strong(80) });
  expect(add({ price: 100, positions: strong(60), scored: false })).toBe(false);
  expect(add({ price: 100, positions: strong(80) })).toBe(false);
  add({ price: 100, positions: strong(60) });
  expect(add({ price: 100, positions: strong(80), scored: false })).toBe(false);
  expect(add({ price: 100, positions: strong(80) })).toBe(true);
});

test("the descent guard clears top risk, even if it is triggered in the same row", () => {
  const { add } = watch();
  add({ price: 100, positions: strong(80) });
  expect(add({ price: 100, positions: strong(60) })).toBe(true);
  expect(add({ price: 100, positions: strong(60), guarded: true })).toBe(false);
  expect(add({ price: 100, positions: strong(80) })).toBe(false);
});
