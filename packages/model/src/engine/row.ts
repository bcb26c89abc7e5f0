/**
 * A day as indicators see it, with its position in time and the coins mined on it, and the base class of indicators.
 */

import { FIRST_DAY, HALVING_DAYS } from "../day.js";
import type { PositionKey } from "../evaluation.js";
import { addDays, type UtcDay, utcDay } from "../instant.js";
import { Fold } from "./series/fold.js";

/** The day of Bitcoin's first block, where the power law's time begins. */
export const GENESIS_DAY: UtcDay = utcDay("2009-01-03");

/** A day as an indicator sees it: gaps filled, position in time computed. */
export interface Row {
  /** Rows before this one in the same series. */
  readonly index: number;
  /** Rows before this one that have a price: burn-in and windows count these. The first days may lack one. */
  readonly pricedRows: number;
  /** Days from the genesis day to this one. */
  readonly age: number;
  /** BTC in USD at the end of the day, or the level of the basket. */
  readonly price: number;
  /** Weight of this row in every band. See `timeWeight`. */
  readonly weight: number;
}

/** A Bitcoin row, which has more than a price. */
export interface BitcoinRow extends Row {
  /** Market value / realized value as reported for the day. */
  readonly mvrv: number | undefined;
  /** BTC mined on the day according to the schedule. */
  readonly minedCoins: number;
}

/** The day of a Bitcoin row. */
export function dayOfRow(index: number): UtcDay {
  return addDays(FIRST_DAY, index);
}

/**
 * A raw series, fed row by row. It keeps only the past it needs; rows must not be skipped. A raw value means nothing by
 * itself; only its position in the band of its own past does.
 */
export abstract class Indicator<R extends Row> extends Fold {
  /** Takes the next row. @returns its raw value, `undefined` while warming up or when an input is missing */
  abstract append(row: R): number | undefined;
}

/** Positions that are present, 0..100. */
export type Positions = Partial<Record<PositionKey, number>>;

/** The part of a row that the two flags use. */
export interface FlagInputs {
  /** Rows before this one. */
  readonly index: number;
  /** USD. */
  readonly price: number;
  readonly positions: Positions;
  /** Whether the row has a score. Without one no flag is up. */
  readonly hasScore: boolean;
}

/** BTC per block at the start of the chain. */
const FIRST_SUBSIDY = 50;

/** One block every ten minutes. */
const BLOCKS_PER_DAY = 144;

/** BTC in existence at the end of row 0. */
export const SUPPLY_AT_FIRST_ROW = 3_447_800;

/** BTC mined on a day according to the schedule. A halving counts from its own day on. */
export function minedOn(day: UtcDay): number {
  let subsidy = FIRST_SUBSIDY;
  for (const halving of HALVING_DAYS) if (day >= halving) subsidy /= 2;
  return BLOCKS_PER_DAY * subsidy;
}
