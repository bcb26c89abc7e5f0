import { expect, test } from "vitest";
import { presentOnly } from "../../../src/engine/positions.js";

const ALL = { mvrv: 1, thermo: 2, plaw: 3, ma200w: 4, puell: 5, roi: 6, fng: 7 };

test("keeps what is present, in order", () => {
  expect(Object.entries(presentOnly(ALL))).toEqual(Object.entries(ALL));
});

test.each(Object.keys(ALL))("leaves out a missing %s", (key) => {
  const { [key as keyof typeof ALL]: _missing, ...rest } = ALL;
  expect(Object.entries(presentOnly({ ...ALL, [key]: undefined }))).toEqual(Object.entries(rest));
});

test("zero is not missing", () => {
  expect(presentOnly({ ...ALL, roi: 0 }).roi).toBe(0);
});
