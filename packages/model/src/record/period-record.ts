/** How long the score was in each phase during a period, and what the price did in the year after. */

import { formatDay } from "../instant.js";
import { PHASES } from "../score.js";
import { PERIODS } from "./periods.js";
import type { RecordDay } from "./record-day.js";
import type { PeriodRecord, YearAfter } from "./track-record.js";

const YEAR_ROWS = 365;

/** The record of each period that has days with a score, oldest first. */
export function periodRecords(days: readonly RecordDay[]): readonly PeriodRecord[] {
  return PERIODS.flatMap(({ key, first, last }): readonly PeriodRecord[] => {
    const prices = days.filter(({ day }) => day <= last).map(({ price }) => price);
    const rows = [...prices.keys()].filter(
      (row) => dayAt(days, row).btc !== undefined && dayAt(days, row).day >= first,
    );
    const [from, to] = [rows[0], rows.at(-1)];
    if (from === undefined || to === undefined) return [];
    const phases = PHASES.map(({ key: phase }) => {
      const inside = rows.filter((row) => dayAt(days, row).btc?.phase === phase);
      const share = inside.length / rows.length;
      return { phase, days: inside.length, share, yearAfter: yearAfter(inside, prices) };
    });
    const [start, end] = [dayAt(days, from).day, dayAt(days, to).day];
    return [{ period: key, from: formatDay(start), to: formatDay(end), days: rows.length, phases }];
  });
}

/** @param row index into `days` */
function dayAt(days: readonly RecordDay[], row: number): RecordDay {
  return days[row] as RecordDay;
}

/** @param prices up to the period's end; days whose following year ends after the last one are not counted */
function yearAfter(rows: readonly number[], prices: readonly number[]): YearAfter | undefined {
  const returns = rows.flatMap((row) => {
    const later = prices[row + YEAR_ROWS];
    return later === undefined ? [] : [later / (prices[row] as number) - 1];
  });
  returns.sort((a, b) => a - b);
  const [p10, median, p90] = [quantile(returns, 0.1), quantile(returns, 0.5), quantile(returns, 0.9)];
  if (p10 === undefined || median === undefined || p90 === undefined) return undefined;
  return { days: returns.length, p10, median, p90, rose: returns.filter((each) => each > 0).length / returns.length };
}

/**
 * Quantile with linear interpolation between the two nearest values, from 0 at the least to 1 at the greatest: the rule
 * of most spreadsheets (type 7 in Hyndman and Fan 1996).
 *
 * @param ascending lowest first
 */
function quantile(ascending: readonly number[], share: number): number | undefined {
  const place = (ascending.length - 1) * share;
  const below = ascending[Math.floor(place)];
  const above = ascending[Math.ceil(place)];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (place - Math.floor(place));
}
