import { CONTENT_FAULTS } from "peak-cycle-simulator";
import { describe, test } from "vitest";
import { outlivesOutage, outlivesSpike } from "./outage.js";

/**
 * Asked to wait, and an answer of another shape. That each source makes one of these of every other failure in the
 * catalogue: `packages/service/test/contract/sources/simulator.test.ts`.
 */
const REFUSALS = ["429+Retry-After secs", "429 hour-quota", "404", "200-html"] as const;

/** The answer is right and its date is not. */
const DATES = ["no-date", "date-ahead"] as const;

/** A fall by 13 % that every exchange tells alike is what a real one would look like: that fault is left out. */
const CONTENTS = CONTENT_FAULTS.filter((fault) => !["wrong-pair", "empty-rows", "10x-spike"].includes(fault));

describe("with every source failing in the same way over the closing of a day", () => {
  test.each([...REFUSALS, ...DATES, ...CONTENTS])(
    "%s: no wrong number is shown, and the day is right in the end",
    outlivesOutage,
  );
});

describe("a tenfold spike of one source alone", () => {
  test.each(["bitstamp", "coingecko", "coin-metrics", "binance", "brk"] as const)(
    "of %s reaches neither the score, nor the market, nor a frozen day",
    outlivesSpike,
  );
});
