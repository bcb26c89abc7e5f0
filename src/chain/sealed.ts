import type { StoredDay } from "../domain/chain.js";
import type { HistoryRow } from "../domain/history.js";
import { MAJORS } from "../domain/observation.js";
import { sha256 } from "./sha256.js";

/** Stands for what is missing. */
const NONE = "-";

/**
 * SHA-256 of everything that is stored of a day. It ties figures to the chain that are not public, and does not give
 * them away: nobody guesses eight unrounded doubles.
 */
export function sealOf(stored: StoredDay): string {
  return sha256(sealedText(stored));
}

/** What is hashed: a line each, all of them always there. Source: docs/verifying.md. */
export function sealedText(stored: StoredDay): string {
  return ["peak-sealed-1", ...dayLines(stored), ...rowLines(stored.row)].join("\n");
}

function dayLines({ day, closedAt, price, mvrv, fearGreed, dominance, sources, majors }: StoredDay): string[] {
  return [
    `day=${day}`,
    `closed_at=${closedAt}`,
    `btc_close=${bits(price)}`,
    `mvrv=${bits(mvrv)}`,
    `fear_greed=${bits(fearGreed)}`,
    `dominance=${bits(dominance)}`,
    `sources=${sources}`,
    ...MAJORS.map((coin) => `${coin}=${bits(majors[coin])}`),
  ];
}

function rowLines(row: HistoryRow | undefined): string[] {
  return [
    `row_day=${row?.day ?? NONE}`,
    `computed_at=${row?.computedAt ?? NONE}`,
    `model_version=${row?.modelVersion ?? NONE}`,
    `raw=${bits(row?.raw)}`,
    `score=${bits(row?.score)}`,
    `smoothed=${bits(row?.smoothed)}`,
    `phase=${row?.phase ?? NONE}`,
    `btc_price_usd=${bits(row?.btcPriceUsd)}`,
    `price_source=${row?.priceSource ?? NONE}`,
    `origin=${row?.origin ?? NONE}`,
  ];
}

/** The 16 hex digits of an IEEE 754 double, its sign first. */
function bits(value: number | undefined): string {
  if (value === undefined) return NONE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}
