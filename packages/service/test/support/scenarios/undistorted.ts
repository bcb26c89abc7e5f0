/** The rows of the undistorted market: the model on the market's own figures, without sources, jobs or a database. */

import { addDays, CycleModel, endOf, FIRST_DAY, MAJORS, type UtcDay } from "peak-cycle-model";
import { firstDayOf, Market } from "peak-cycle-simulator";
import { rowInstant } from "../../../src/domain/history.js";

/** What a row should say, unrounded. */
export interface UndistortedRow {
  readonly day: UtcDay;
  readonly raw: number;
  /** The crypto score of the day that has just been closed. */
  readonly crypto: number | undefined;
  readonly btcPriceUsd: number;
}

/** Figures that no service could have. */
export interface Known {
  /** The first and the last day whose dominance no source has, both included. */
  readonly withoutDominance: readonly [first: UtcDay, last: UtcDay];
  /** The first day with a price at 06:00 UTC; a row before it has the close of 00:00 UTC. */
  readonly firstCandle: UtcDay;
}

/** Rows of the days `from..to`, both included. */
export function undistortedRows(market: Market, known: Known, from: UtcDay, to: UtcDay): readonly UndistortedRow[] {
  const model = calmModel(known, from).clone();
  const rows: UndistortedRow[] = [];
  for (let day = addDays(FIRST_DAY, model.rows); day < to; day = addDays(day, 1)) {
    const { crypto } = append(model, market, known, day);
    const row = rowOn(model, market, known, addDays(day, 1));
    if (row !== undefined && row.day >= from) rows.push({ ...row, crypto: crypto?.raw });
  }
  return rows;
}

/** Models up to the day before the first row's closed day. Events happen later, so scenarios share them. */
const calmModels = new Map<string, CycleModel>();

function calmModel(known: Known, from: UtcDay): CycleModel {
  const key = JSON.stringify([known, from]);
  const model = calmModels.get(key) ?? new CycleModel();
  if (calmModels.has(key)) return model;
  const market = new Market();
  for (let day = FIRST_DAY; day < addDays(from, -1); day = addDays(day, 1)) append(model, market, known, day);
  calmModels.set(key, model);
  return model;
}

function append(model: CycleModel, market: Market, { withoutDominance: [first, last] }: Known, day: UtcDay) {
  const listed = MAJORS.filter((major) => firstDayOf(major) <= day);
  return model.append({
    price: market.closeOf("btc", day),
    mvrv: market.mvrvOf(day),
    fearGreed: market.fearAndGreed(day),
    dominance: day >= first && day <= last ? undefined : market.dominanceAt(endOf(day)),
    majors: Object.fromEntries(listed.map((major) => [major, market.closeOf(major, day)])),
  });
}

function rowOn(model: CycleModel, market: Market, { firstCandle }: Known, day: UtcDay) {
  const btcPriceUsd = day < firstCandle ? market.closeOf("btc", day - 1) : market.priceAt("btc", rowInstant(day));
  const fearGreed = market.fearAndGreed(day);
  const running = { price: btcPriceUsd, mvrv: undefined, fearGreed, dominance: undefined, majors: {} };
  const raw = model.clone().append(running).btc?.raw;
  return raw === undefined ? undefined : { day, raw, btcPriceUsd };
}
