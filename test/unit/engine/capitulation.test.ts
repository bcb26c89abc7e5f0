import { expect, test } from "vitest";
import { capitulates } from "../../../src/engine/capitulation.js";

const LOW = { mvrv: 15, puell: 15, ma200w: 15, roi: 15, fng: 25 };

test("all signs at their level are a capitulation", () => {
  expect(capitulates(LOW)).toBe(true);
});

test("four of five are enough, three of five are not", () => {
  expect(capitulates({ ...LOW, fng: 25.01 })).toBe(true);
  expect(capitulates({ ...LOW, fng: 26, roi: 15.01 })).toBe(false);
});

test("three of four are enough, and three of three", () => {
  expect(capitulates({ mvrv: 0, puell: 0, ma200w: 0, roi: 80 })).toBe(true);
  expect(capitulates({ puell: 0, ma200w: 0, roi: 0 })).toBe(true);
});

test("two of two are not enough: at least three signs must be raised", () => {
  expect(capitulates({ ma200w: 0, roi: 0 })).toBe(false);
});

test("positions that are no signs do not count", () => {
  expect(capitulates({ ma200w: 0, roi: 0, thermo: 0, plaw: 0 })).toBe(false);
});
