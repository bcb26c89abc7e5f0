/** How many coins of each kind there are on a day. */

import { dayNumber } from "./calendar.js";
import type { CoinSymbol } from "./landmarks.js";
import { lastUpTo } from "./price-path.js";

const BLOCKS_A_DAY = 144;
const FIRST_SUBSIDY = 50;
const HALVING_BLOCKS = 210_000;

/** Chain heights of well-known days; between them blocks come evenly, after the last one 144 a day. */
const HEIGHTS = [
  { day: dayNumber("2009-01-03"), height: 0 },
  { day: dayNumber("2010-07-18"), height: 68_800 },
  { day: dayNumber("2012-11-28"), height: 210_000 },
  { day: dayNumber("2016-07-09"), height: 420_000 },
  { day: dayNumber("2020-05-11"), height: 630_000 },
  { day: dayNumber("2024-04-20"), height: 840_000 },
] as const;

/** Blocks mined before the 00:00 UTC that opens a day. */
function heightAt(day: number): number {
  const place = lastUpTo(HEIGHTS, day);
  const from = HEIGHTS[place];
  if (from === undefined) return 0;
  const to = HEIGHTS[place + 1];
  const pace = to === undefined ? BLOCKS_A_DAY : (to.height - from.height) / (to.day - from.day);
  return Math.floor(from.height + (day - from.day) * pace);
}

/** Bitcoins mined before the 00:00 UTC that opens a day, by the halving schedule. */
export function bitcoinSupplyAt(day: number): number {
  let left = heightAt(day);
  let supply = 0;
  for (let subsidy = FIRST_SUBSIDY; left > 0; subsidy /= 2) {
    const blocks = Math.min(left, HALVING_BLOCKS);
    supply += blocks * subsidy;
    left -= blocks;
  }
  return supply;
}

/** Majors in circulation, millions of coins: a round figure for 2018, one for 2026, straight between and level outside. */
const MILLIONS: Readonly<Record<Exclude<CoinSymbol, "BTC">, readonly [number, number]>> = {
  ADA: [26_000, 36_000],
  BNB: [150, 138],
  DOGE: [113_000, 151_000],
  ETH: [97, 121],
  LTC: [55, 76.5],
  SOL: [20, 560],
  XRP: [39_000, 60_500],
};
const FROM_DAY = dayNumber("2018-01-01");
const TO_DAY = dayNumber("2026-11-01");

/** Coins in circulation at the 00:00 UTC that opens a day. */
export function supplyAt(symbol: CoinSymbol, day: number): number {
  if (symbol === "BTC") return bitcoinSupplyAt(day);
  const [from, to] = MILLIONS[symbol];
  const part = Math.max(0, Math.min(1, (day - FROM_DAY) / (TO_DAY - FROM_DAY)));
  return (from + (to - from) * part) * 1e6;
}
