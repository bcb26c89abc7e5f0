import { BITCOIN } from "./bitcoin-landmarks.js";
import { dayNumber } from "./calendar.js";
import { type Coin, coin } from "./coin.js";
import { MAJORS, type MajorSymbol } from "./major-landmarks.js";

export type CoinSymbol = "BTC" | MajorSymbol;

/** All coins with a market, Bitcoin first. */
export const COIN_SYMBOLS: readonly CoinSymbol[] = ["BTC", "ETH", "XRP", "BNB", "SOL", "DOGE", "ADA", "LTC"];

/** Usual daily moves of Bitcoin, in log units, by the day an era begins: they shrink as the market grows. */
const ERAS: readonly { readonly from: number; readonly move: number }[] = [
  { from: dayNumber("2010-01-01"), move: 0.05 },
  { from: dayNumber("2012-01-01"), move: 0.035 },
  { from: dayNumber("2014-01-01"), move: 0.027 },
  { from: dayNumber("2017-01-01"), move: 0.03 },
  { from: dayNumber("2019-01-01"), move: 0.027 },
  { from: dayNumber("2022-01-01"), move: 0.022 },
  { from: dayNumber("2024-01-01"), move: 0.018 },
];

/** Majors move about 1.3 times as much as Bitcoin. */
const MAJOR_MOVE = 1.3;

/** Coins traded in a usual hour. */
const HOURLY_VOLUME: Readonly<Record<CoinSymbol, number>> = {
  ADA: 900_000,
  BNB: 400,
  BTC: 60,
  DOGE: 4_000_000,
  ETH: 800,
  LTC: 1500,
  SOL: 6000,
  XRP: 1_500_000,
};

function bitcoinMove(day: number): number {
  return ERAS.findLast((era) => era.from <= day)?.move ?? 0.05;
}

/** Every coin's market, from one seed. */
export function coins(): Readonly<Record<CoinSymbol, Coin>> {
  const bitcoin = coin({
    seed: 1000,
    landmarks: BITCOIN,
    commonShare: 1,
    volatility: bitcoinMove,
    hourlyVolume: HOURLY_VOLUME.BTC,
  });
  const major = (symbol: MajorSymbol, seed: number) =>
    coin({
      seed,
      landmarks: MAJORS[symbol],
      commonShare: 0.75,
      volatility: (day) => MAJOR_MOVE * bitcoinMove(day),
      hourlyVolume: HOURLY_VOLUME[symbol],
    });
  return {
    BTC: bitcoin,
    ADA: major("ADA", 2000),
    BNB: major("BNB", 3000),
    DOGE: major("DOGE", 4000),
    ETH: major("ETH", 5000),
    LTC: major("LTC", 6000),
    SOL: major("SOL", 7000),
    XRP: major("XRP", 8000),
  };
}
