import { addDays, DAY_MS, dayOf, HOUR_MS, type Instant, plus, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SourceError } from "../../../src/domain/errors.js";
import type { Coin, PastMetric } from "../../../src/domain/observation.js";
import { openSources } from "../../../src/sources/sources.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeSource, NO_SETTINGS } from "../../support/fake-source.js";
import { quietLog } from "../../support/quiet-log.js";
import { observation } from "../../support/young-installation.js";

const NOON = "2026-11-21T12:00:00Z";
const NOW = Date.parse(NOON) as Instant;
const TODAY = dayOf(NOW);
const never = new AbortController().signal;

/** A source that refuses every request for any of these coins, as if it did not list them. */
function delisting(...delisted: readonly Coin[]) {
  const asked: string[] = [];
  const prices = async (_client: unknown, coins: readonly Coin[]) => {
    asked.push(coins.join(" "));
    if (coins.some((coin) => delisted.includes(coin))) {
      throw new SourceError("kraken", "refused", "it does not list this", { isUnlisted: true });
    }
    return coins.map((coin) => observation(`${coin}-price`, "kraken", NOW, 100));
  };
  const source = { ...fakeSource("kraken", () => []), prices };
  const [clock, log] = [fakeClock(NOON), quietLog()];
  const [feed] = openSources(NO_SETTINGS, clock, log, undefined, [source]).prices();
  if (feed === undefined) throw new Error("no source is open");
  return { feed, asked, clock, log };
}

const COINS = ["eth", "ltc", "sol", "xrp"] as const;

describe("a coin that a source does not list any more", () => {
  test("does not make the other coins of its request fail", async () => {
    const { feed, log } = delisting("sol");
    const { figures, failure } = await feed.prices(COINS, never, 1);
    expect([figures.map(({ metric }) => metric), failure]).toEqual([
      ["eth-price", "ltc-price", "xrp-price"],
      undefined,
    ]);
    expect(log.lines.map(({ sentence, facts }) => [sentence, facts["coins"]])).toEqual([
      ["a source no longer lists a coin", ["sol"]],
    ]);
  });

  test("is excluded from requests for a day, and then requested again", async () => {
    const { feed, asked, clock } = delisting("sol");
    await feed.prices(COINS, never, 1);
    expect(asked).toEqual(["eth ltc sol xrp", "eth ltc", "sol xrp", "sol", "xrp"]);
    await feed.prices(COINS, never, 1);
    expect(asked.slice(5)).toEqual(["eth ltc xrp"]);
    await clock.advance(DAY_MS);
    await feed.prices(COINS, never, 1);
    expect(asked.slice(6)).toHaveLength(5);
  });

  test("is a failure if it is the only one requested", async () => {
    const { failure } = await delisting("sol").feed.prices(["sol"], never, 1);
    expect(failure?.fault).toBe("refused");
  });

  test("fails with the others if none is listed", async () => {
    const { figures, failure } = await delisting("sol", "xrp").feed.prices(["sol", "xrp"], never, 1);
    expect([figures, failure?.fault]).toEqual([[], "refused"]);
  });
});

/** A real source's feed of a metric. */
function historyOf(name: string, metric: PastMetric) {
  const feeds = openSources(NO_SETTINGS, fakeClock(NOON), quietLog()).histories(metric);
  const feed = feeds.find((each) => each.name === name);
  if (feed === undefined) throw new Error(`${name} has no ${metric}`);
  return feed;
}

describe("which days a source could have", () => {
  test.each([
    ["coin-metrics", "btc-close", utcDay("2010-07-18")],
    ["bitstamp", "btc-hour-close", utcDay("2011-08-18")],
    ["kraken", "btc-close", addDays(TODAY, -719)],
    ["kraken", "btc-hour-close", addDays(TODAY, -29)],
    ["alternative-me", "fear-greed", utcDay("2018-02-01")],
  ] as const)("%s begins %s with its first day or its depth", (name, metric, first) => {
    const feed = historyOf(name, metric);
    expect(feed.couldHave(first, NOW)).toBe(true);
    expect(feed.couldHave(addDays(first, -1), NOW)).toBe(false);
  });

  test.each([
    ["btc-close", addDays(TODAY, -1)], // today's close is tomorrow's 00:00
    ["btc-hour-close", TODAY], // 06:00 has passed
  ] as const)("ends %s with the last moment that has passed", (metric, last) => {
    const feed = historyOf("bitstamp", metric);
    expect([feed.couldHave(last, NOW), feed.couldHave(addDays(last, 1), NOW)]).toEqual([true, false]);
  });

  test("includes today's Fear & Greed, which is published at the beginning of its day", () => {
    expect(historyOf("alternative-me", "fear-greed").couldHave(TODAY, NOW)).toBe(true);
  });
});

describe("a source is due to have a day", () => {
  test.each([
    ["bitstamp", "btc-close", HOUR_MS / 6],
    ["coin-metrics", "btc-close", 12 * HOUR_MS],
    ["coin-metrics", "mvrv", 16 * DAY_MS],
  ] as const)("%s, %s: after its lag", (name, metric, lagMs) => {
    const [feed, day] = [historyOf(name, metric), addDays(TODAY, -1)];
    const at = plus((TODAY * DAY_MS) as Instant, lagMs);
    expect([feed.isDue(day, plus(at, -1)), feed.isDue(day, at)]).toEqual([false, true]);
  });
});
