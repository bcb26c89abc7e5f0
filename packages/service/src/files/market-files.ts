/** Reads the files of daily history for `peak evaluate` and converts them to the model's inputs. */

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
import { type CsvRow, FileError, readTable, refuseFaults } from "./csv-table.js";

/** All but `btc` are optional. */
export interface MarketPaths {
  readonly btc: string;
  readonly fearGreed?: string | undefined;
  readonly dominance?: string | undefined;
  readonly majors?: string | undefined;
}

type Figures = Map<Metric, Map<UtcDay, number>>;

/**
 * Reads the files, checks every row, and arranges the figures by day, from the model's first day to the last day with a
 * Bitcoin price. A blank is a missing figure.
 *
 * @throws FileError naming the lines whose figure is not a number, implausible or duplicated; or if the first price is
 *   too late for the model to begin, since a shorter past gives a different score
 */
export async function readMarketFiles(paths: MarketPaths): Promise<readonly DayInputs[]> {
  const { btc, fearGreed, dominance, majors } = paths;
  const figures: Figures = new Map();
  const { columns, rows } = await readTable(btc);
  const [price, mvrv] = BTC_COLUMNS.find(([name]) => columns.includes(name)) ?? [];
  if (price === undefined) throw new FileError(btc, ["has no column price_usd or PriceUSD"]);
  refuseFaults(btc, [
    ...takeColumn(figures, rows, price, () => "btc-close"),
    ...takeColumn(figures, rows, mvrv, () => "mvrv"),
  ]);
  if (fearGreed !== undefined) await takeFile(figures, fearGreed, "value", "fear-greed");
  if (dominance !== undefined) await takeFile(figures, dominance, "btc_dominance_pct", "dominance");
  if (majors !== undefined) await takeMajors(figures, majors);
  return toDayInputs(btc, figures);
}

/** The Bitcoin columns by name: this project's, or Coin Metrics'. */
const BTC_COLUMNS = [
  ["price_usd", "mvrv"],
  ["PriceUSD", "CapMVRVCur"],
] as const;

async function takeFile(figures: Figures, path: string, column: string, metric: Metric): Promise<void> {
  const { rows } = await readTable(path, column);
  refuseFaults(
    path,
    takeColumn(figures, rows, column, () => metric),
  );
}

/** One row per coin and day. */
async function takeMajors(figures: Figures, path: string): Promise<void> {
  const { rows } = await readTable(path, "asset", "price_usd");
  const assetOf = ({ cells }: CsvRow) => (cells["asset"] ?? "").toLowerCase();
  const unknown = rows.filter((row) => !MAJORS.some((major) => major === assetOf(row)));
  const symbols = MAJORS.map((major) => major.toUpperCase()).join(", ");
  const isUnknown = `is not one of the supported coins: ${symbols}`;
  refuseFaults(
    path,
    unknown.map(({ line }) => `line ${line}, column asset: ${isUnknown}`),
  );
  refuseFaults(
    path,
    takeColumn(figures, rows, "price_usd", (row) => `${assetOf(row) as Major}-close`),
  );
}

/** @returns the faults of the column */
function takeColumn(
  figures: Figures,
  rows: readonly CsvRow[],
  column: string,
  metricOf: (row: CsvRow) => Metric,
): readonly string[] {
  return rows.flatMap((row) => {
    const text = row.cells[column] ?? "";
    if (text === "") return [];
    const metric = metricOf(row);
    const byDay = figures.get(metric) ?? new Map<UtcDay, number>();
    const fault = byDay.has(row.day) ? "appears twice for this day" : figureFault(metric, row.day, text);
    figures.set(metric, byDay.set(row.day, Number(text)));
    return fault === undefined ? [] : [`line ${row.line}, column ${column}: ${metric} ${fault}`];
  });
}

/** Other forms that `Number` accepts, such as 0x1388 and 5e3, are more likely mistakes. */
const DECIMAL = /^-?\d{1,20}(\.\d{1,30})?$/;

function figureFault(metric: Metric, day: UtcDay, text: string): string | undefined {
  if (!DECIMAL.test(text)) return "is not a number written like 67000.12";
  if (day < GENESIS_DAY) return `is for a day before ${formatDay(GENESIS_DAY)}, the first day of Bitcoin`;
  return isPlausible(metric, Number(text)) ? undefined : "is not a number in its plausible range";
}

function toDayInputs(path: string, figures: Figures): readonly DayInputs[] {
  const prices = [...(figures.get("btc-close")?.keys() ?? [])];
  if (!prices.some((day) => day >= FIRST_DAY && day <= FIRST_DAY + MAX_LEADING_DAYS)) {
    const where = `on ${formatDay(FIRST_DAY)}, the model's first day, nor on the ${MAX_LEADING_DAYS} days after it`;
    throw new FileError(path, [`has no price ${where}`]);
  }
  return Array.from({ length: Math.max(...prices) - FIRST_DAY + 1 }, (_, row): DayInputs => {
    const at = (metric: Metric) => figures.get(metric)?.get(addDays(FIRST_DAY, row));
    return {
      price: at("btc-close"),
      mvrv: at("mvrv"),
      fearGreed: at("fear-greed"),
      dominance: at("dominance"),
      majors: Object.fromEntries(MAJORS.map((major) => [major, at(`${major}-close`)])),
    };
  });
}
