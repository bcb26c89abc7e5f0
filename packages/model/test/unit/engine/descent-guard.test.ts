import { expect, test } from "vitest";
import { capitulates, DescentGuardDetector } from "../../../src/engine/descent-guard.js";
import type { Positions } from "../../../src/engine/row.js";

const DESPAIR: Positions = { mvrv: 0, puell: 0, ma200w: 0, roi: 0 };

/** A guard after 200 quiet days at 90 USD and a rise to 100, and functions to add rows to it. */
function watched(guard = new DescentGuardDetector()) {
  let index = 0;
  const add = (price: number, positions: Positions = {}, scored = true) => {
    const up = guard.append({ index, price, positions, hasScore: scored });
    index += 1;
    return up;
  };
  const addMany = (count: number, price: number, positions: Positions = {}) =>
    Array.from({ length: count }, () => add(price, positions));
  return { add, addMany, guard };
}

/** The same guard, armed at a high of 100. */
function armed() {
  const watchedGuard = watched();
  watchedGuard.addMany(200, 90);
  watchedGuard.add(100);
  return watchedGuard;
}

test("the descent guard goes up at a fall of 30 % below the 200-day mean", () => {
  const { add } = armed();
  expect(add(70.01)).toBe(false);
  expect(add(70)).toBe(true);
});

test("a new high arms the descent guard on the 200th day at the earliest, when there is a mean", () => {
  const fallAfter = (quiet: number) => {
    const { add, addMany } = watched();
    addMany(quiet, 90);
    add(100);
    return add(70);
  };
  expect([fallAfter(198), fallAfter(199)]).toEqual([false, true]);
});

test("in a row without a score the descent guard is null, and only its high changes", () => {
  const { add } = armed();
  expect(add(70, {}, false)).toBe(false);
  expect(add(70)).toBe(true);
  expect(add(99, {}, false)).toBe(false);
  expect(add(70)).toBe(true);
});

test("recovery to 85 % of the peak takes the descent guard down and leaves it armed", () => {
  const { add } = armed();
  add(60);
  expect(add(84.9)).toBe(true);
  expect(add(85)).toBe(false);
  expect(add(69)).toBe(true);
});

test("120 rows above the 200-day mean take the descent guard down until a new high", () => {
  const { add, addMany } = armed();
  const fallen = addMany(200, 50);
  expect(fallen.every(Boolean)).toBe(true);
  const risen = addMany(125, 80); // 70 to 80 % of the peak, above a mean that starts at 50
  expect(risen.indexOf(false)).toBe(119);
  expect([add(100), add(40)]).toEqual([false, false]); // an equal price is not a new high
  expect(add(101)).toBe(false);
  expect(add(40)).toBe(true);
});

test("capitulation takes the descent guard down after three weeks without a lower price", () => {
  const { add, addMany } = armed();
  add(60);
  add(55, DESPAIR);
  const calm = addMany(25, 55); // not lower
  expect(calm.indexOf(false)).toBe(20); // the 21st row after the low
  expect(add(30)).toBe(false);
});

test.each([
  [39, false],
  [40, true],
])("a sign of capitulation counts for 60 rows: with new lows on %d rows after it, up is %s", (falling, isUp) => {
  const { add, addMany } = armed();
  add(60, DESPAIR);
  for (let i = 1; i <= falling; i += 1) add(60 - i / 10);
  expect(addMany(40, 59).at(-1)).toBe(isUp);
});

test("recovery takes precedence over the other two ends of the descent guard", () => {
  const { add, addMany } = armed();
  add(60, DESPAIR);
  addMany(20, 61);
  expect(add(85, DESPAIR)).toBe(false); // both recovery and capitulation hold
  expect(add(60)).toBe(true); // still armed, so it was the recovery
});

const LOW = { mvrv: 15, puell: 15, ma200w: 15, roi: 15, fng: 25 };

test.each<[string, Positions, boolean]>([
  ["all signs at their level", LOW, true],
  ["four of five", { ...LOW, fng: 25.01 }, true],
  ["three of five", { ...LOW, fng: 26, roi: 15.01 }, false],
  ["three of four", { mvrv: 0, puell: 0, ma200w: 0, roi: 80 }, true],
  ["three of three", { puell: 0, ma200w: 0, roi: 0 }, true],
  ["two of two", { ma200w: 0, roi: 0 }, false],
  ["two of two, next to positions that are not signs", { ma200w: 0, roi: 0, thermo: 0, plaw: 0 }, false],
])("%s are a capitulation: %j is %s", (_what, positions, isOne) => {
  expect(capitulates(positions)).toBe(isOne);
});
