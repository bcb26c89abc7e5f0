import { type Instant, MINUTE_MS, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { Quote } from "../../../src/domain/live-figures.js";
import {
  isStuckFeed,
  type LiveQuote,
  mvrvAnswer,
  rememberFeeds,
  tetherRate,
  withOwnQuote,
} from "../../../src/jobs/answers.js";
import type { Belief } from "../../../src/jobs/believing.js";

const START = 0 as Instant;

describe("a feed", () => {
  /** Whether Kraken's feed is stuck, after polls a minute apart. */
  function isKrakenStuck(polls: readonly (readonly LiveQuote[])[], agree = 0.01): boolean {
    let feeds: ReturnType<typeof rememberFeeds> = new Map();
    for (const [minute, quotes] of polls.entries())
      feeds = rememberFeeds(feeds, quotes, plus(START, minute * MINUTE_MS));
    return isStuckFeed(feeds.get("kraken"), polls.at(-1) ?? [], plus(START, (polls.length - 1) * MINUTE_MS), agree);
  }

  function minutes(count: number, kraken: (minute: number) => number, bitstamp: (minute: number) => number) {
    return Array.from({ length: count + 1 }, (_, minute) => [
      { source: "kraken", value: kraken(minute), statedAt: undefined },
      { source: "bitstamp", value: bitstamp(minute), statedAt: plus(START, minute * MINUTE_MS) },
    ]);
  }

  test("is stuck after ten minutes without a change while another moved by more than the bound", () => {
    const moving = (minute: number) => 100 + 0.15 * minute;
    expect(isKrakenStuck(minutes(10, () => 100, moving))).toBe(true);
    expect(
      isKrakenStuck(
        minutes(
          9,
          () => 100,
          (minute) => 100 + minute,
        ),
      ),
    ).toBe(false);
  });

  test("is not stuck while the market does not move", () => {
    expect(
      isKrakenStuck(
        minutes(
          600,
          () => 100,
          (minute) => 100 + (minute % 2),
        ),
      ),
    ).toBe(false);
  });

  test("is not stuck if its value or its time changed", () => {
    expect(
      isKrakenStuck(
        minutes(
          20,
          (minute) => 100 + 0.01 * minute,
          (minute) => 100 + minute,
        ),
      ),
    ).toBe(false);
    const dated = minutes(
      20,
      () => 100,
      (minute) => 100 + minute,
    ).map(([kraken, bitstamp], minute) => [
      { ...(kraken as LiveQuote), statedAt: plus(START, minute) },
      bitstamp as LiveQuote,
    ]);
    expect(isKrakenStuck(dated)).toBe(false);
  });

  test("is compared with a later source only from that source's first quote on", () => {
    const late = minutes(
      20,
      () => 100,
      (minute) => 100 + minute,
    ).map((quotes, minute) => {
      return minute < 15 ? quotes.slice(0, 1) : quotes;
    });
    expect([isKrakenStuck(late.slice(0, 16)), isKrakenStuck(late)]).toEqual([false, true]);
  });
});

describe("a price in tether", () => {
  const accepted = { source: "kraken", refused: [] };
  const doubt = { metric: "usdt-price", why: "lone", answers: [], enabled: 2, last: 1 } as const;

  test.each<[string, Belief, number | undefined]>([
    [
      "counts at 0.90 if two sources confirm it",
      { kind: "confirmed", value: 0.9, agreeing: ["a", "b"], ...accepted },
      0.9,
    ],
    ["counts within half a percent of a dollar", { kind: "believed", value: 0.996, ...accepted }, 0.996],
    [
      "does not count if one source has tether further off",
      { kind: "shown", value: 0.985, source: "a", doubt },
      undefined,
    ],
    ["does not count if tether is unsure", { kind: "unsure", doubt }, undefined],
    ["does not count if no source has tether", { kind: "nothing" }, undefined],
  ])("%s", (_name, tether, rate) => expect(tetherRate(tether)).toBe(rate));
});

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
