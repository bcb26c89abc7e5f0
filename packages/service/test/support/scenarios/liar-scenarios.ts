/** Single sources report wrong figures: scaled, stuck, late, in another currency, or following us step by step. */

import type { Bend } from "peak-cycle-simulator";
import type { SimulatedLife } from "../simulated-life.js";
import { signed, TIMES } from "./market-scenarios.js";
import { RIGHT_WITHIN_AGREEMENT, type Scenario } from "./scenario.js";

/** Wrong prices begin here, and wrong daily figures with the day that ends two hours later. */
const FROM = "2026-11-19T22:00:00Z";

/** The end of a fault that lasts a day, two days, or permanently. */
const DURATIONS = [
  ["for a day", "2026-11-20T22:00:00Z"],
  ["for two days", "2026-11-21T22:00:00Z"],
  ["for good", undefined],
] as const;

const FACTORS = [0.5, 1.4, 2, 10, 100, 1000];

type Lie = Pick<Bend, "source" | "figure" | "coin">;

const EVERY_BINANCE = "every figure of Binance";

/** The figures, each wrong only at its first source, and then at more of its sources. */
const FIGURES: Readonly<Record<string, readonly Lie[]>> = {
  "Bitcoin's live price at one of four": [{ source: "kraken", figure: "live", coin: "btc" }],
  "the 06:00 candle at one of three": [{ source: "bitstamp", figure: "hour", coin: "btc" }],
  "Bitcoin's close at the first of five": [{ source: "coin-metrics", figure: "close", coin: "btc" }],
  "Bitcoin's close at two of five": [
    { source: "coin-metrics", figure: "close", coin: "btc" },
    { source: "kraken", figure: "close", coin: "btc" },
  ],
  "MVRV at the first of two": [{ source: "coin-metrics", figure: "mvrv" }],
  "MVRV at the second of two": [{ source: "brk", figure: "mvrv" }],
  "dominance at the first of two": [{ source: "coingecko", figure: "dominance" }],
  "dominance at the second of two": [{ source: "coinpaprika", figure: "dominance" }],
  "ETH's close at one of four": [{ source: "coin-metrics", figure: "close", coin: "eth" }],
  "ETH's live price at one of four": [{ source: "kraken", figure: "live", coin: "eth" }],
  "every figure of Kraken": [{ source: "kraken" }],
  [EVERY_BINANCE]: [{ source: "binance" }],
};

/** While the candles of 06:00 are wrong, no source has a live price at 06:00. */
const LIVE_AWAY = ["20", "21", "22"].map((day): Bend => {
  return {
    source: "*",
    figure: "live",
    from: `2026-11-${day}T05:40:00Z`,
    to: `2026-11-${day}T06:30:00Z`,
    gone: "reset",
  };
});

function scaled(): Scenario[] {
  return Object.entries(FIGURES).flatMap(([what, lies]) =>
    FACTORS.flatMap((factor) =>
      DURATIONS.map(([howLong, to]): Scenario => {
        return {
          name: `${what} x${factor} ${howLong}`,
          kind: "running",
          from: "2026-11-19T20:00:00Z",
          to: to === undefined ? "2026-11-23T12:00:00Z" : "2026-11-22T12:00:00Z",
          bends: [
            ...lies.map((lie): Bend => ({ ...lie, from: FROM, ...(to && { to }), factor })),
            ...(lies[0]?.figure === "hour" ? LIVE_AWAY : []),
          ],
          ...(what === EVERY_BINANCE && { allows: { isWithoutCrypto: true } }), // no other source has the close of BNB
        };
      }),
    ),
  );
}

/** Two of three report wrong figures, different or the same. */
function twoOfThree(): Scenario[] {
  const days = { kind: "running", from: "2026-11-19T20:00:00Z", to: "2026-11-22T12:00:00Z" } as const;
  const window = { from: FROM, correctedAt: "2026-11-20T16:00:00Z" };
  return FACTORS.flatMap((factor): Scenario[] => {
    const candles: readonly Bend[] = [
      { source: "kraken", ...window, figure: "hour", factor },
      { source: "bitstamp", ...window, figure: "hour", factor: factor * 3 },
    ];
    return [
      {
        name: `two of three candles of 06:00 wrong, x${factor} and x${Math.round(30 * factor) / 10}`,
        ...days,
        settings: { UPSTREAMS_DISABLED: "coingecko" },
        bends: [
          { source: "kraken", ...window, figure: "live", factor },
          { source: "bitstamp", ...window, figure: "live", factor: factor * 3 },
          // Live prices out of range do not count, so the third one remains, and no candle is requested.
          ...(factor >= 1000 ? [] : candles),
        ],
        allows: { waitsUntil: "2026-11-20T16:00:00Z" },
      },
      {
        name: `two of four live prices and one of three candles x${factor}`,
        ...days,
        bends: [
          { source: "kraken", ...window, figure: "live", factor },
          { source: "bitstamp", ...window, figure: "live", factor },
          { source: "kraken", ...window, figure: "hour", factor },
        ],
        allows: { waitsUntil: "2026-11-20T16:00:00Z" },
      },
    ];
  });
}

/** One source, or two of four, report a crash or spike that does not happen. */
function inventedMoves(): Scenario[] {
  const tellers: Readonly<Record<string, readonly string[]>> = {
    "Kraken alone": ["kraken"],
    "Bitstamp alone": ["bitstamp"],
    "Binance alone": ["binance"],
    "CoinGecko alone": ["coingecko"],
    "Kraken and Binance": ["kraken", "binance"],
    "Bitstamp and CoinGecko": ["bitstamp", "coingecko"],
  };
  const to = "2026-11-20T16:00:00Z";
  return [-0.25, -0.62, 0.45, -0.3].flatMap((move) =>
    Object.entries(TIMES).flatMap(([when, { at, overMs = 0 }]) =>
      Object.entries(tellers).map(([who, sources]): Scenario => {
        const bend = { from: at, to, move, overMs };
        return {
          name: `${who} reporting ${signed(move)} ${when} that does not happen`,
          kind: "running",
          from: "2026-11-19T12:00:00Z",
          to: "2026-11-20T20:00:00Z",
          // If two agree, only their live prices are wrong: with two of three candles they would be a majority.
          bends: sources.map((source): Bend => ({ source, ...bend, ...(sources.length > 1 && { figure: "live" }) })),
          ...(sources.length > 1 && { allows: { waitsUntil: to } }),
        };
      }),
    ),
  );
}

function stuck(): Scenario[] {
  const days = { kind: "running", from: "2026-11-19T20:00:00Z", to: "2026-11-22T12:00:00Z" } as const;
  const crash = [{ move: -0.3, at: "2026-11-20T01:00:00Z", overMs: 4 * 3_600_000 }];
  const from = "2026-11-19T21:00:00Z";
  const live = ["kraken", "bitstamp", "binance", "coingecko"].flatMap((source) =>
    (["value", "time"] as const).flatMap((way): Scenario[] => [
      {
        name: `${source} stuck (${way}) in a calm market`,
        ...days,
        bends: [{ source, figure: "live", from, stuck: way }],
        allows: { isUnlogged: true },
      },
      {
        name: `${source} stuck (${way}) in a crash`,
        ...days,
        events: crash,
        bends: [{ source, figure: "live", from, stuck: way }],
      },
    ]),
  );
  const daily = (["coin-metrics", "brk"] as const).flatMap((source) =>
    (["value", "time"] as const).flatMap((way): Scenario[] => [
      {
        name: `MVRV of ${source} stuck (${way})`,
        ...days,
        to: "2026-11-24T12:00:00Z",
        bends: [{ source, figure: "mvrv", from, stuck: way }],
        // The price moves on without it, but within the bound of agreement.
        allows: { points: RIGHT_WITHIN_AGREEMENT, isUnlogged: true },
      },
      {
        name: `closes of ${source} stuck (${way}) in a crash`,
        ...days,
        events: crash,
        bends: [{ source, figure: "close", coin: "btc", from, stuck: way }],
      },
    ]),
  );
  const behind = ["kraken", "bitstamp", "binance", "coingecko"].map((source): Scenario => {
    return {
      name: `${source} an hour behind in a crash`,
      ...days,
      events: crash,
      bends: [{ source, figure: "live", from, lagMs: 3_600_000 }],
      // In the hours without a crash its price of an hour ago agrees with the others.
      ...(source === "kraken" && { allows: { points: RIGHT_WITHIN_AGREEMENT } }),
    };
  });
  const swapped = ["kraken", "bitstamp", "binance", "coin-metrics", "brk", "coingecko"].flatMap((source) =>
    (["eur", "eth"] as const).map((instead): Scenario => {
      return {
        name: `${source} with Bitcoin in ${instead}`,
        ...days,
        bends: [
          source === "coingecko"
            ? { source, figure: "live", coin: "btc", from, instead }
            : {
                source,
                coin: "btc",
                from,
                instead,
                ...(["coin-metrics", "brk"].includes(source) && { figure: "close" }),
              },
        ],
      };
    }),
  );
  return [...live, ...daily, ...behind, ...swapped];
}

const shown = (life: SimulatedLife) => life.published.now.get().market.btcPrice?.value;

/** Sources that follow our own last price at a distance, and figures that drift. */
function creeping(): Scenario[] {
  const from = "2026-11-19T21:00:00Z";
  const ahead = (life: SimulatedLife, share: number, ...sources: readonly string[]) => {
    return sources.map(
      (source): Bend => ({ source, figure: "live", coin: "btc", from, ahead: share, of: () => shown(life) }),
    );
  };
  const days = { kind: "running", from: "2026-11-19T20:00:00Z", to: "2026-11-21T12:00:00Z" } as const;
  return [
    {
      name: "Bitstamp always 0.95 % above our last price, Kraken silent",
      ...days,
      bends: (life) => [{ source: "kraken", from, gone: "reset" }, ...ahead(life, 0.0095, "bitstamp")],
      allows: { points: RIGHT_WITHIN_AGREEMENT, shownWithin: 0.03, isUnlogged: true },
    },
    {
      name: "Kraken always 0.95 % above our last price",
      ...days,
      bends: (life) => ahead(life, 0.0095, "kraken"),
      allows: { points: RIGHT_WITHIN_AGREEMENT, shownWithin: 0.03, isUnlogged: true },
    },
    {
      name: "Kraken always 4.5 % above our last price",
      ...days,
      bends: (life) => ahead(life, 0.045, "kraken"),
      allows: { shownWithin: 0.06 },
    },
    {
      name: "two of four always 4.5 % above our last price",
      ...days,
      bends: (life) => ahead(life, 0.045, "kraken", "bitstamp"),
      allows: { points: 2.3, shownWithin: 0.06 }, // in a tie of close prices the first wins, up to 5 % off
    },
    ...(["coin-metrics", "brk"] as const).flatMap((source) =>
      [0.015, -0.015].map((drift): Scenario => {
        return {
          name: `MVRV of ${source} drifting by ${100 * drift} % a day`,
          kind: "running",
          from: "2026-11-19T20:00:00Z",
          to: "2026-11-29T12:00:00Z",
          bends: [{ source, figure: "mvrv", from, drift }],
          allows: { points: RIGHT_WITHIN_AGREEMENT },
        };
      }),
    ),
    {
      name: "Bitstamp 30 % down with CoinGecko, the other two right",
      ...days,
      bends: ["bitstamp", "coingecko"].map(
        (source): Bend => ({ source, figure: "live", coin: "btc", from, to: "2026-11-20T16:00:00Z", factor: 0.7 }),
      ),
      allows: { waitsUntil: "2026-11-20T16:00:00Z" },
    },
    {
      name: "Kraken 30 % down with Bitstamp, the other two right",
      ...days,
      bends: ["kraken", "bitstamp"].map(
        (source): Bend => ({ source, figure: "live", coin: "btc", from, to: "2026-11-20T16:00:00Z", factor: 0.7 }),
      ),
      allows: { waitsUntil: "2026-11-20T16:00:00Z" },
    },
  ];
}

/** A source is off by less than the bound of agreement. */
function slightlyOff(): Scenario[] {
  const days = {
    kind: "running",
    from: "2026-11-19T20:00:00Z",
    to: "2026-11-21T12:00:00Z",
    allows: { points: RIGHT_WITHIN_AGREEMENT, isUnlogged: true },
  } as const;
  return [0.992, 1.008].flatMap((factor): Scenario[] => [
    { name: `Kraken x${factor}`, ...days, bends: [{ source: "kraken", from: FROM, factor }] },
    {
      name: `Coin Metrics' closes x${factor}`,
      ...days,
      bends: [{ source: "coin-metrics", figure: "close", from: FROM, factor }],
    },
    {
      name: `Coin Metrics' MVRV x${factor}`,
      ...days,
      bends: [{ source: "coin-metrics", figure: "mvrv", from: FROM, factor }],
    },
  ]);
}

export const LIAR_SCENARIOS: readonly Scenario[] = [
  ...creeping(),
  ...inventedMoves(),
  ...stuck(),
  ...slightlyOff(),
  ...twoOfThree(),
  ...scaled(),
];
