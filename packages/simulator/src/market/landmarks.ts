/** Prices that everybody remembers, which the simulated past goes through. */

import type { Landmark } from "./price-path.js";

/**
 * Bitcoin in USD: the highs and lows everybody knows, as round figures, so that the simulated past resembles the real one.
 * Nothing here is taken from a data source, and everything after October 2025 is invented.
 */
export const BITCOIN: readonly Landmark[] = [
  ["2010-07-17", 0.08],
  ["2010-10-05", 0.06],
  ["2010-11-06", 0.36],
  ["2010-12-10", 0.2],
  ["2011-02-10", 1],
  ["2011-04-05", 0.75],
  ["2011-06-08", 30],
  ["2011-07-10", 14.5],
  ["2011-08-18", 11],
  ["2011-11-18", 2],
  ["2012-01-08", 7],
  ["2012-02-18", 4.3],
  ["2012-08-16", 13.3],
  ["2012-08-25", 10],
  ["2013-01-01", 13.5],
  ["2013-04-09", 230],
  ["2013-04-16", 70],
  ["2013-05-01", 120],
  ["2013-07-05", 68],
  ["2013-10-01", 130],
  ["2013-11-29", 1150],
  ["2013-12-18", 540],
  ["2014-01-06", 930],
  ["2014-04-10", 370],
  ["2014-06-01", 650],
  ["2015-01-14", 170],
  ["2015-03-12", 290],
  ["2015-08-25", 210],
  ["2015-11-04", 400],
  ["2016-06-17", 760],
  ["2016-08-02", 540],
  ["2017-01-04", 1130],
  ["2017-01-12", 790],
  ["2017-03-03", 1280],
  ["2017-03-24", 940],
  ["2017-06-11", 2950],
  ["2017-07-16", 1950],
  ["2017-09-01", 4850],
  ["2017-09-14", 3250],
  ["2017-12-17", 19_500],
  ["2018-02-05", 7000],
  ["2018-03-05", 11_500],
  ["2018-04-06", 6600],
  ["2018-05-05", 9800],
  ["2018-06-28", 5900],
  ["2018-07-24", 8300],
  ["2018-11-13", 6350],
  ["2018-12-15", 3200],
  ["2019-04-01", 4150],
  ["2019-06-26", 12_900],
  ["2019-12-17", 6650],
  ["2020-02-13", 10_300],
  ["2020-03-07", 8900],
  ["2020-03-11", 7900],
  ["2020-03-12", 5000],
  ["2020-05-08", 9900],
  ["2020-08-17", 12_200],
  ["2020-09-08", 10_100],
  ["2021-01-08", 40_700],
  ["2021-01-27", 30_500],
  ["2021-02-21", 57_500],
  ["2021-04-13", 64_000],
  ["2021-05-23", 34_800],
  ["2021-07-20", 30_000],
  ["2021-09-06", 52_500],
  ["2021-09-21", 40_700],
  ["2021-11-08", 67_500],
  ["2022-01-22", 35_000],
  ["2022-03-29", 47_500],
  ["2022-06-18", 19_000],
  ["2022-08-13", 24_400],
  ["2022-11-09", 15_800],
  ["2023-01-01", 16_600],
  ["2023-04-14", 30_500],
  ["2023-06-14", 25_100],
  ["2023-07-13", 31_500],
  ["2023-09-11", 25_200],
  ["2024-01-08", 46_900],
  ["2024-01-23", 39_900],
  ["2024-03-13", 73_000],
  ["2024-05-01", 58_300],
  ["2024-05-20", 71_000],
  ["2024-08-07", 55_000],
  ["2024-11-05", 69_500],
  ["2024-12-17", 108_000],
  ["2025-01-21", 106_000],
  ["2025-04-08", 76_300],
  ["2025-07-14", 119_000],
  ["2025-08-01", 113_000],
  ["2025-10-06", 124_000],
  ["2025-11-22", 86_000],
  ["2026-01-15", 96_000],
  ["2026-02-10", 70_000],
  ["2026-05-20", 80_000],
  ["2026-07-02", 63_000],
  ["2026-09-20", 76_000],
  ["2026-11-20", 84_000],
];

/** Coins served beside Bitcoin. */
export type MajorSymbol = "ADA" | "BNB" | "DOGE" | "ETH" | "LTC" | "SOL" | "XRP";

/** The day before the first priced one of each, and a round price in USD at the end of 2026-11-20. */
const LISTED: Readonly<Record<MajorSymbol, readonly [before: string, usd: number]>> = {
  ADA: ["2017-11-30", 0.47],
  BNB: ["2017-11-05", 880],
  DOGE: ["2014-01-22", 0.155],
  ETH: ["2015-08-07", 2930],
  LTC: ["2013-03-31", 88],
  SOL: ["2020-08-10", 138],
  XRP: ["2014-08-14", 2.05],
};

/** A major rises and falls by a tenth more than Bitcoin, in log units: only the level of the whole basket is looked at. */
const BETA = 1.1;

/** The landmarks of a major are those of Bitcoin since its listing, at its own price. */
export function majorLandmarks(symbol: MajorSymbol): readonly Landmark[] {
  const [before, usd] = LISTED[symbol];
  const last = BITCOIN.at(-1)?.[1] ?? 1;
  const scaled = (bitcoinUsd: number): number => usd * (bitcoinUsd / last) ** BETA;
  const earlier = BITCOIN.findLast(([date]) => date <= before)?.[1] ?? last;
  return [
    [before, scaled(earlier)],
    ...BITCOIN.filter(([date]) => date > before).map(([date, at]): Landmark => [date, scaled(at)]),
  ];
}

export type CoinSymbol = "BTC" | MajorSymbol;

/** All coins with a market, Bitcoin first. */
export const COIN_SYMBOLS: readonly CoinSymbol[] = ["BTC", "ETH", "XRP", "BNB", "SOL", "DOGE", "ADA", "LTC"];
