import { expect, test } from "vitest";
import { backoffMs } from "../../../src/operations/timing.js";

const BACKOFF = { firstMs: 250, maxMs: 5000 };

test("retries are twice as far apart each time, up to the longest pause", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 2000].map((attempt) => backoffMs(BACKOFF, attempt, 0.9999))).toEqual([
    250, 500, 1000, 2000, 4000, 5000, 5000, 5000,
  ]);
});

test("processes that lost the same server spread their retries over the later half of a pause", () => {
  expect([0, 0.5, 0.998].map((random) => backoffMs(BACKOFF, 2, random))).toEqual([500, 750, 999]);
});
