import type { Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { Quote } from "../../../src/domain/live-figures.js";
import { mvrvAnswer, withOwnQuote } from "../../../src/jobs/day-figures.js";

const START = 0 as Instant;

describe("our own quote of the minutes before", () => {
  const own: Quote = { source: "kraken", value: 99, observedAt: START, fetchedAt: START };
  const enabled = ["kraken", "bitstamp"];
  const bitstamp = { source: "bitstamp", value: 100 };

  test("represents its source if that is silent", () => {
    const sources = [bitstamp, { source: "kraken", value: undefined }];
    expect(withOwnQuote(sources, own, enabled)).toEqual([bitstamp, { source: "kraken", value: 99 }]);
  });

  test("does not give its source a second vote", () => {
    const sources = [bitstamp, { source: "kraken", value: 100 }];
    expect(withOwnQuote(sources, own, enabled)).toEqual(sources);
  });

  test("of a source without closes is added last", () => {
    expect(withOwnQuote([bitstamp], own, enabled)).toEqual([bitstamp, { source: "kraken", value: 99 }]);
  });

  test("of a source that has since been disabled does not count", () => {
    expect(withOwnQuote([bitstamp], own, ["bitstamp"])).toEqual([bitstamp]);
  });
});

describe("MVRV", () => {
  test("is compared as the source's own close over its MVRV", () => {
    expect(mvrvAnswer("brk", 2, 101_000, 100_000)).toEqual({ source: "brk", value: 2, realizedPrice: 50_500 });
  });

  test("is compared at the day's close if the source has none", () => {
    expect(mvrvAnswer("import", 2, undefined, 100_000)).toEqual({ source: "import", value: 2, realizedPrice: 50_000 });
  });

  test("does not count if computed from a price that is a third off", () => {
    expect(mvrvAnswer("brk", 1.3, 67_000, 100_000).value).toBeUndefined();
  });
});
