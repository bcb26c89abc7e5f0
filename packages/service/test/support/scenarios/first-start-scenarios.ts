/** First starts during which sources are missing, refuse their first requests, have holes, or report wrong figures. */

import type { Bend } from "peak-cycle-simulator";
import { SOURCE_NAMES } from "../../../src/sources/order.js";
import { RIGHT_WITHIN, type Scenario } from "./scenario.js";

const START = { kind: "first start", from: "2026-11-20T09:00:00Z", to: "2026-11-20T15:00:00Z" } as const;

/** Without this source some figures are unavailable: the crypto score differs, and Bitcoin's by this much. */
const ONLY_ONES: Readonly<Record<string, number>> = { "alternative-me": 6, "coin-metrics": 0.9, bitstamp: 4 };

/**
 * Without these the past is not complete: no other source has the closes of 2010, a second source of the closes up to
 * 2011, or prices at 06:00 up to 2017.
 */
const NEEDED = ["coin-metrics", "brk", "bitstamp"];

function missing(): Scenario[] {
  const pairs = SOURCE_NAMES.flatMap((a, place) => SOURCE_NAMES.slice(place + 1).map((b) => [a, b]));
  return [...SOURCE_NAMES.map((name) => [name]), ...pairs].map((sources): Scenario => {
    const needed = sources.filter((name) => NEEDED.includes(name));
    return {
      name: `a first start without ${sources.join(" and ")}`,
      ...START,
      bends: sources.map((source): Bend => ({ source, gone: "reset" })),
      allows: {
        points: Math.max(...sources.map((source) => ONLY_ONES[source] ?? RIGHT_WITHIN)),
        isWithoutCrypto: true,
        ...(needed.length > 0 && { waitsFor: needed, openFrom: "2012-07-16" }),
      },
    };
  });
}

function refusals(): Scenario[] {
  return SOURCE_NAMES.flatMap((source) =>
    ([429, 503, 451] as const).flatMap((gone): Scenario[] =>
      REFUSED_REQUESTS.map((requests): Scenario => {
        const name = `a first start with ${gone} at requests ${requests.join(" to ")} of ${source}`;
        const scenario = { name, ...START, bends: [{ source, gone, requests }] };
        if (gone !== 451) return scenario;
        const allows = { isWithoutCrypto: true, points: ONLY_ONES[source] ?? RIGHT_WITHIN } as const;
        return { ...scenario, to: "2026-11-21T15:00:00Z", allows }; // it is not queried for a day
      }),
    ),
  );
}

/** The first and the last refused request: one refusal is retried at once, two in a row are a failure. */
const REFUSED_REQUESTS = [
  [1, 1],
  [2, 3],
] as const;

/** The first of the days without figures; Kraken keeps 719 days. */
const HOLE_FROM = "2026-10-01T00:00:00Z";
const OLD_HOLE_FROM = "2020-03-10T00:00:00Z";

function holes(): Scenario[] {
  const series: readonly Pick<Bend, "source" | "figure">[] = [
    { source: "coin-metrics", figure: "close" },
    { source: "coin-metrics", figure: "mvrv" },
    { source: "brk", figure: "mvrv" },
    { source: "brk", figure: "close" },
    { source: "bitstamp", figure: "close" },
    { source: "bitstamp", figure: "hour" },
    { source: "kraken", figure: "close" },
    { source: "binance", figure: "close" },
    { source: "binance", figure: "hour" },
    { source: "alternative-me", figure: "fear-greed" },
  ];
  return series.flatMap((where) =>
    [1, 5, 12].flatMap((days) =>
      (where.source === "kraken" ? [HOLE_FROM] : [HOLE_FROM, OLD_HOLE_FROM]).map((from): Scenario => {
        const to = new Date(Date.parse(from) + days * 86_400_000).toISOString();
        const hole = `a hole of ${days} days in ${where.figure} of ${where.source}`;
        return {
          name: `a first start with ${hole} from ${from.slice(0, 10)}`,
          ...START,
          bends: [{ ...where, from, to, missing: true }],
          // No other source has Fear & Greed, or the close of BNB.
          ...(where.figure === "fear-greed" && { allows: { points: 6 } }),
          ...(where.source === "binance" && { allows: { isWithoutCrypto: true } }),
        };
      }),
    ),
  );
}

function wrong(): Scenario[] {
  const newest = { from: "2026-11-15T00:00:00Z" };
  return [
    {
      name: "a first start with the newest closes of Coin Metrics 30 % too high",
      ...START,
      bends: [{ source: "coin-metrics", figure: "close", coin: "btc", ...newest, factor: 1.3 }],
      allows: { isUnlogged: true },
    },
    {
      name: "a first start with the newest candles of Bitstamp 30 % too high",
      ...START,
      bends: [{ source: "bitstamp", figure: "hour", coin: "btc", ...newest, factor: 1.3 }],
      allows: { isUnlogged: true },
    },
    {
      name: "a first start with the newest MVRV of Coin Metrics x1.4",
      ...START,
      bends: [{ source: "coin-metrics", figure: "mvrv", ...newest, factor: 1.4 }],
      allows: { isUnlogged: true },
    },
    {
      name: "a first start with MVRV two weeks late at Coin Metrics",
      ...START,
      bends: [{ source: "coin-metrics", figure: "mvrv", lateMs: 14 * 86_400_000 }],
    },
    {
      name: "a first start with two failed requests for candles of Bitstamp",
      ...START,
      bends: [{ source: "bitstamp", figure: "hour", gone: 503, requests: [1, 4] }],
    },
    {
      name: "a first start with the price of ETH at Coin Metrics a thousandfold for five days",
      ...START,
      bends: [{ source: "coin-metrics", figure: "close", coin: "eth", ...newest, factor: 1000 }],
      allows: { isUnlogged: true },
    },
    {
      name: "a first start with tether at 0.90",
      ...START,
      events: [{ tetherUsd: 0.9, at: "2026-11-20T08:00:00Z" }],
    },
  ];
}

export const FIRST_START_SCENARIOS: readonly Scenario[] = [...wrong(), ...missing(), ...holes(), ...refusals()];
