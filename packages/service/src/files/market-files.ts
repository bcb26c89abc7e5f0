/** Files of daily history, as `peak evaluate` takes them, made into the inputs of the model. */

import {
  addDays,
  type DayInputs,
  FIRST_DAY,
  formatDay,
  GENESIS_DAY,
  MAJORS,
  MAX_LEADING_DAYS,
  type Major,
  type UtcDay,
} from "peak-cycle-model";
import { isPlausible, type Metric } from "../domain/observation.js";
import { type CsvRow, type CsvTable, FileError, readTable, refuseFaults } from "./csv-table.js";

/** All but `btc` may be absent. */
export interface MarketPaths {
  readonly btc: string;
  readonly fearGreed?: string | undefined;
  readonly dominance?: string | undefined;
  readonly majors?: string | undefined;
}

/** A figure by its metric and day. */
type Figures = Map<string, number>;

const keyOf = (metric: Metric, day: UtcDay) => `${metric} ${day}`;

/**
 * Reads the files, checks every row, and lays the figures out by day, from the model's first day to the last day with a
 * Bitcoin price. A blank is a missing figure.
 *
 * @throws FileError naming the lines whose figure is no number, out of its plausible range or there twice; or when the
 *   first price is of a day so late that the model cannot begin: a shorter past gives another score
 */
export async function readMarketFiles(paths: MarketPaths): Promise<readonly DayInputs[]> {
  const { btc, fearGreed, dominance, majors } = paths;
  const figures: Figures = new Map();
  const prices = await readTable(btc);
  const columns = BTC_COLUMNS.find(({ price }) => prices.columns.includes(price));
  if (columns === undefined) throw new FileError(btc, ["has no column price_usd or PriceUSD"]);
  takeFigures(btc, prices, figures, () => [
    { metric: "btc-close", column: columns.price },
    { metric: "mvrv", column: columns.mvrv },
  ]);
  if (fearGreed !== undefined) await takeColumn(fearGreed, "value", "fear-greed", figures);
  if (dominance !== undefined) await takeColumn(dominance, "btc_dominance_pct", "dominance", figures);
  if (majors !== undefined) await takeMajors(majors, figures);
  return toDayInputs(btc, figures);
}

/** The Bitcoin columns under each of their names: this project's, and Coin Metrics' own. */
const BTC_COLUMNS = [
  { price: "price_usd", mvrv: "mvrv" },
  { price: "PriceUSD", mvrv: "CapMVRVCur" },
] as const;

async function takeColumn(path: string, column: string, metric: Metric, figures: Figures): Promise<void> {
  takeFigures(path, await readTable(path, column), figures, () => [{ metric, column }]);
}

/** One row a coin and day. */
async function takeMajors(path: string, figures: Figures): Promise<void> {
  const table = await readTable(path, "asset", "price_usd");
  const majorOf = (row: CsvRow): Major | undefined => MAJORS.find((each) => each === row.text("asset").toLowerCase());
  const known = MAJORS.map((major) => major.toUpperCase()).join(", ");
  const faults = table.rows
    .filter((row) => majorOf(row) === undefined)
    .map(({ line }) => `line ${line}, column asset: is none of the coins that count: ${known}`);
  refuseFaults(path, faults);
  takeFigures(path, table, figures, (row) => [{ metric: `${majorOf(row) ?? "eth"}-close`, column: "price_usd" }]);
}

/** Where a figure stands in a row. */
interface Cell {
  readonly metric: Metric;
  readonly column: string;
}

function takeFigures(path: string, table: CsvTable, figures: Figures, cells: (row: CsvRow) => readonly Cell[]): void {
  const faults: string[] = [];
  for (const row of table.rows) {
    for (const { metric, column } of cells(row)) {
      const text = row.text(column);
      if (text === "") continue;
      const place = `line ${row.line}, column ${column}: ${metric}`;
      const key = keyOf(metric, row.day);
      const fault = figures.has(key) ? "of this day is there twice" : figureFault(metric, row.day, text);
      if (fault !== undefined) faults.push(`${place} ${fault}`);
      figures.set(key, Number(text));
    }
  }
  refuseFaults(path, faults);
}

/** What else `Number` reads, such as 0x1388 and 5e3, is more often a mistake. */
const DECIMAL = /^-?\d{1,20}(\.\d{1,30})?$/;

function figureFault(metric: Metric, day: UtcDay, text: string): string | undefined {
  if (!DECIMAL.test(text)) return "is not a number written like 67000.12";
  if (day < GENESIS_DAY) return `of a day before ${formatDay(GENESIS_DAY)}, the first day of Bitcoin`;
  return isPlausible(metric, Number(text)) ? undefined : "is not a number in its plausible range";
}

function toDayInputs(path: string, figures: Figures): readonly DayInputs[] {
  const at = (metric: Metric, day: UtcDay): number | undefined => figures.get(keyOf(metric, day));
  const earliest = Array.from({ length: MAX_LEADING_DAYS + 1 }, (_, row) => addDays(FIRST_DAY, row));
  if (earliest.every((day) => at("btc-close", day) === undefined)) {
    const where = `on ${formatDay(FIRST_DAY)}, where the model begins, nor on the ${MAX_LEADING_DAYS} days after it`;
    throw new FileError(path, [`has no price ${where}`]);
  }
  const priced = [...figures.keys()].filter((key) => key.startsWith("btc-close "));
  const last = priced.reduce<number>((latest, key) => Math.max(latest, Number(key.split(" ")[1])), FIRST_DAY);
  return Array.from({ length: last - FIRST_DAY + 1 }, (_, row): DayInputs => {
    const day = addDays(FIRST_DAY, row);
    return {
      price: at("btc-close", day),
      mvrv: at("mvrv", day),
      fearGreed: at("fear-greed", day),
      dominance: at("dominance", day),
      majors: Object.fromEntries(MAJORS.map((major) => [major, at(`${major}-close`, day)])),
    };
  });
}
