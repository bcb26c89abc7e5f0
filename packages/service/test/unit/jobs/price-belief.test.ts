import { type Instant, MINUTE_MS, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { isStuck, type LiveQuote, rememberQuotes } from "../../../src/jobs/price-belief.js";

const START = 0 as Instant;

describe("a source of a live price", () => {
  /** Whether Kraken's feed is stuck, after polls a minute apart. */
  function isKrakenStuck(polls: readonly (readonly LiveQuote[])[], agree = 0.01): boolean {
    let feeds: ReturnType<typeof rememberQuotes> = new Map();
    for (const [minute, quotes] of polls.entries())
      feeds = rememberQuotes(feeds, quotes, plus(START, minute * MINUTE_MS));
    return isStuck(feeds.get("kraken"), polls.at(-1) ?? [], plus(START, (polls.length - 1) * MINUTE_MS), agree);
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
