import { expect, test } from "vitest";
import { backOffMs } from "../../../src/rate-limit/back-off.js";

test("attempts are twice as far apart each time, up to five seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 2000].map((attempt) => backOffMs(attempt, 0))).toEqual([
    250, 500, 1000, 2000, 4000, 5000, 5000, 5000,
  ]);
});

test("instances that lost the same server spread their attempts over the later half of a pause", () => {
  expect([0, 0.5, 0.998].map((random) => backOffMs(2, random))).toEqual([1000, 750, 501]);
});
