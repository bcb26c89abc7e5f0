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
    const up = risk.append({ index, price, positions, scored }, guarded);
    index += 1;
    return up;
  };
  const addMany = (count: number, day: Day) => Array.from({ length: count }, () => add(day));
  return { add, addMany, risk };
}

const strong = (value: number): Positions => ({ mvrv: value, ma200w: value, roi: value });

test("a blow-off raises it: the 111-day mean at 95 % of twice the 350-day mean", () => {
  const { addMany } = watch();
  addMany(300, { price: 10 });
  const flags = addMany(111, { price: 100 });
  // After n days at 100: short mean 10 + 90n/111, twice the long mean 20 + 180n/350; 0.95 of it is met from n = 28,
  // but 350 rows are there from n = 50 only.
  expect(flags.indexOf(true)).toBe(49);
});

test("a divergence raises it: the price holds its high on weaker valuations", () => {
  const { add, addMany } = watch();
  addMany(10, { price: 100, positions: strong(80) });
  expect(add({ price: 85, positions: strong(65.1) })).toBe(false);
  expect(add({ price: 84.9, positions: strong(65) })).toBe(false);
  expect(add({ price: 85, positions: strong(65) })).toBe(true);
});

test("the best of the year must have been strong", () => {
  const { add, addMany } = watch();
  addMany(10, { price: 100, positions: strong(59.9) });
  expect(add({ price: 100, positions: strong(10) })).toBe(false);
  add({ price: 100, positions: strong(60) });
  expect(add({ price: 100, positions: strong(10) })).toBe(true);
});

test("the high of the year must be one of the last 60 rows", () => {
  const { add, addMany } = watch();
  add({ price: 100, positions: strong(80) });
  addMany(59, { price: 90, positions: strong(70) });
  expect(add({ price: 90, positions: strong(50) })).toBe(false);
});

test("stays up for 30 rows after the last trigger", () => {
  const { add, addMany } = watch();
  add({ price: 100, positions: strong(80) });
  expect(add({ price: 100, positions: strong(60) })).toBe(true);
  const after = addMany(40, { price: 100, positions: strong(80) });
  expect(after.indexOf(false)).toBe(30);
});

test("in a row without a score nothing is triggered and nothing is shown", () => {
  const { add } = watch();
  add({ price: 100, positions: strong(80) });
  expect(add({ price: 100, positions: strong(60), scored: false })).toBe(false);
  expect(add({ price: 100, positions: strong(80) })).toBe(false);
  add({ price: 100, positions: strong(60) });
  expect(add({ price: 100, positions: strong(80), scored: false })).toBe(false);
  expect(add({ price: 100, positions: strong(80) })).toBe(true);
});

test("the descent guard erases it, a trigger of the same row included", () => {
  const { add } = watch();
  add({ price: 100, positions: strong(80) });
  expect(add({ price: 100, positions: strong(60) })).toBe(true);
  expect(add({ price: 100, positions: strong(60), guarded: true })).toBe(false);
  expect(add({ price: 100, positions: strong(80) })).toBe(false);
});
