/** The market itself moves while some of the sources are unavailable. */

import type { Bend, MarketEvent } from "peak-cycle-simulator";
import type { Scenario } from "./scenario.js";

/** The sizes of crashes and spikes, as shares. */
const MOVES = [-0.25, -0.39, -0.45, -0.62, 0.25, 0.39, 0.45, 0.62];

/** When the market moves, before the closing of 2026-11-20. */
export const TIMES: Readonly<Record<string, Pick<MarketEvent, "at" | "overMs">>> = {
  "at 03:30": { at: "2026-11-20T03:30:00Z" },
  "over 18 hours": { at: "2026-11-19T12:00:00Z", overMs: 18 * 3_600_000 },
  "at 05:50": { at: "2026-11-20T05:50:00Z" },
};

/** The sources of live prices, in the order in which they become unavailable. */
const PRICE_SOURCES = ["coingecko", "binance", "bitstamp", "kraken"] as const;

/** Which sources are unavailable while the market moves and the day is closed, by how many remain. */
const AWAY = { from: "2026-11-19T11:00:00Z", to: "2026-11-20T18:00:00Z", gone: "reset" } as const;

function moves(): Scenario[] {
  return MOVES.flatMap((move) =>
    Object.entries(TIMES).flatMap(([when, time]) =>
      [4, 3, 2, 1].map((left): Scenario => {
        const away = PRICE_SOURCES.slice(0, PRICE_SOURCES.length - left);
        return {
          name: `${signed(move)} ${when}, with ${left} of four price sources`,
          kind: "running",
          from: "2026-11-19T12:00:00Z",
          to: left === 1 ? "2026-11-21T08:00:00Z" : "2026-11-20T12:00:00Z",
          events: [{ move, ...time }],
          bends: away.map((source): Bend => ({ source, ...AWAY })),
        };
      }),
    ),
  );
}

export function signed(share: number): string {
  return `${share > 0 ? "+" : ""}${Math.round(100 * share)} %`;
}

/** Neither the exchanges nor CoinGecko have prices around an instant; Coin Metrics and BRK continue. */
const OUTAGES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  "from 05:40 to 06:30": ["2026-11-20T05:40:00Z", "2026-11-20T06:30:00Z"],
  "from 23:30 to 00:40": ["2026-11-19T23:30:00Z", "2026-11-20T00:40:00Z"],
  "for three days": ["2026-11-19T20:00:00Z", "2026-11-22T20:00:00Z"],
};

const OUTAGE_EVENTS: Readonly<Record<string, readonly MarketEvent[]>> = {
  "in a calm market": [],
  "after -45 % over five hours": [{ move: -0.45, at: "2026-11-20T00:40:00Z", overMs: 5 * 3_600_000 }],
  "after -62 % in a day": [{ move: -0.62, at: "2026-11-19T13:00:00Z", overMs: 17 * 3_600_000 }],
};

function outages(): Scenario[] {
  return Object.entries(OUTAGES).flatMap(([when, [from, to]]) =>
    Object.entries(OUTAGE_EVENTS).flatMap(([what, events]) =>
      ["prices", "every source"].map((who): Scenario => {
        const sources: readonly string[] = who === "prices" ? PRICE_SOURCES : ["*"];
        return {
          name: `${who} unavailable ${when} ${what}`,
          kind: "running",
          from: "2026-11-19T12:00:00Z",
          to: when === "for three days" ? "2026-11-23T12:00:00Z" : "2026-11-20T14:00:00Z",
          events,
          bends: sources.map((source): Bend => ({ source, from, to, gone: "reset" })),
          allows: { waitsUntil: to },
        };
      }),
    ),
  );
}

/** Exchanges report a crash some minutes and some percent apart. */
function lags(): Scenario[] {
  const scatters = [0.02, 0.05].map((scatter): Scenario => {
    const during = { from: "2026-11-20T01:00:00Z", to: "2026-11-20T08:00:00Z" };
    return {
      name: `-45 % over five hours, exchanges scattered by ${100 * scatter} %`,
      kind: "running",
      from: "2026-11-19T20:00:00Z",
      to: "2026-11-20T12:00:00Z",
      events: [{ move: -0.45, at: "2026-11-20T01:00:00Z", overMs: 5 * 3_600_000 }],
      bends: ["kraken", "bitstamp", "binance"].map((source): Bend => ({ source, figure: "live", ...during, scatter })),
      allows: { points: 3, isUnlogged: true }, // the first source in order may be this far off
    };
  });
  const late = Object.entries(TIMES).map(([when, time]): Scenario => {
    return {
      name: `-45 % ${when}, two exchanges two minutes late`,
      kind: "running",
      from: "2026-11-19T12:00:00Z",
      to: "2026-11-20T12:00:00Z",
      events: [{ move: -0.45, ...time }],
      bends: ["kraken", "coingecko"].map((source): Bend => ({ source, figure: "live", lagMs: 120_000 })),
      allows: { isUnlogged: true },
    };
  });
  return [...scatters, ...late];
}

/** Tether loses its peg, at all sources or at one. */
function tethers(): Scenario[] {
  const days = { kind: "running", from: "2026-11-19T12:00:00Z", to: "2026-11-21T12:00:00Z" } as const;
  const depeg = { tetherUsd: 0.9, at: "2026-11-19T20:00:00Z", overMs: 3 * 3_600_000 };
  return [
    { name: "tether at 0.90 for good", ...days, events: [depeg] },
    { name: "tether at 0.90 at once", ...days, events: [{ tetherUsd: 0.9, at: "2026-11-20T05:50:00Z" }] },
    { name: "tether at 0.90 and back within the day", ...days, events: [depeg, back("2026-11-20T10:00:00Z")] },
    { name: "tether at 0.90 over midnight alone", ...days, events: [depeg, back("2026-11-20T03:00:00Z")] },
    {
      name: "tether at 0.90 over midnight without CoinGecko",
      ...days,
      events: [depeg, back("2026-11-20T03:00:00Z")],
      bends: [{ source: "coingecko", gone: "reset" }],
      allows: { isWithoutCrypto: true }, // no source confirms tether, so the close of BNB is missing
    },
    {
      name: "tether at 0.90 at one source alone",
      ...days,
      bends: [{ source: "kraken", figure: "live", coin: "usdt", from: "2026-11-19T20:00:00Z", factor: 0.9 }],
      allows: { isWithoutCrypto: true },
    },
  ];
}

function back(at: string): MarketEvent {
  return { tetherUsd: 1, at, overMs: 3_600_000 };
}

export const MARKET_SCENARIOS: readonly Scenario[] = [...outages(), ...lags(), ...tethers(), ...moves()];
