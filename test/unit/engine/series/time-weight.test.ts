import { expect, test } from "vitest";
import { timeWeight } from "../../../../src/engine/series/time-weight.js";

test("doubles every 1,461 rows", () => {
  expect([0, 1461, 2922].map(timeWeight)).toEqual([1, 2, 4]);
});

test("adds up to the published weight of the MVRV values of 2021-11-08", () => {
  let total = 0;
  for (let row = 365; row <= 4131; row += 1) total += timeWeight(row);
  expect(total).toBeCloseTo(12459.928094, 6);
});
