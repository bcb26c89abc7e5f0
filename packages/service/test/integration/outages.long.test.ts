import { describe, test } from "vitest";
import { outlivesOutage, outlivesSpike } from "./outage.js";

/**
 * Asked to wait, a right answer with a wrong date, and contents that can be read and are not what they should be. That each
 * source refuses an answer of another shape, and makes one of every failure of the catalogue:
 * `packages/service/test/contract/sources/simulator.test.ts`. A fall by 13 % that every exchange tells alike is what a real
 * one would look like: "wrong-pair" is left out.
 */
const FAULTS = [
  "429+Retry-After secs",
  "no-date",
  "date-ahead",
  "stale-timestamp",
  "future-timestamp",
  "open-last-row",
  "duplicate-row",
  "disputed-row",
  "bad-row",
  "named-pair",
  "gap-day",
  "unsorted",
  "null-tail",
  "zero-price",
  "revised-history",
  "page-loop",
  "refused-metric",
  "shifted-start",
  "redeploy",
] as const;

describe("with every source failing in the same way over the closing of a day", () => {
  test.each(FAULTS)("%s: no wrong number is shown, and the day is right in the end", outlivesOutage);
});

describe("a tenfold spike of one source alone", () => {
  test.each(["bitstamp", "coingecko", "coin-metrics", "binance", "brk"] as const)(
    "of %s reaches neither the score, nor the market, nor a frozen day",
    outlivesSpike,
  );
});
