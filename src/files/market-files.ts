import { MAJORS, type Major } from "../domain/asset.js";
import { endOf, type Instant, plus, startOf, type UtcDay } from "../domain/instant.js";
import { isPlausible, type Metric } from "../domain/metric.js";
import { FileError } from "./file-error.js";
import { readTable, requireColumns, type Table, type TableRow } from "./read-table.js";

/** Files of daily history; all but `btc` may be absent. */
export interface MarketPaths {
  readonly btc: string;
  readonly fearGreed?: string | undefined;
  readonly dominance?: string | undefined;
  readonly majors?: string | undefined;
}

/** One figure of one day. */
export interface DailyFigure {
  readonly metric: Metric;
  readonly day: UtcDay;
  readonly value: number;
}

/** The Bitcoin columns under either of their names: this project's, and Coin Metrics' own. */
const BTC_COLUMNS = [
  { price: "price_usd", mvrv: "mvrv" },
  { price: "PriceUSD", mvrv: "CapMVRVCur" },
] as const;

/**
 * Reads all files, checks every row, and gives the figures of all or of none. A blank is a missing figure.
 *
 * @throws FileError naming the lines whose figure is no number, out of its plausible range, or there twice
 */
export async function readMarketFiles(paths: Partial<MarketPaths>): Promise<readonly DailyFigure[]> {
  const figures: DailyFigure[] = [];
  if (paths.btc !== undefined) figures.push(...(await readBtc(paths.btc)));
  if (paths.fearGreed !== undefined) figures.push(...(await readColumn(paths.fearGreed, "value", "fear-greed")));
  if (paths.dominance !== undefined)
    figures.push(...(await readColumn(paths.dominance, "btc_dominance_pct", "dominance")));
  if (paths.majors !== undefined) figures.push(...(await readMajors(paths.majors)));
  return figures;
}

/** When a figure of a day is observed, as `Metric` has it. */
export function observedAt(figure: DailyFigure): Instant {
  if (figure.metric === "fear-greed") return startOf(figure.day);
  return figure.metric === "dominance" ? plus(endOf(figure.day), -1) : endOf(figure.day);
}

async function readBtc(path: string): Promise<readonly DailyFigure[]> {
  const table = await readTable(path);
  const columns = BTC_COLUMNS.find((each) => table.columns.includes(each.price));
  if (columns === undefined) throw new FileError(path, ["has no column price_usd or PriceUSD"]);
  return figuresOf(path, table, (row) => [
    ["btc-close", row.text(columns.price)],
    ["mvrv", row.text(columns.mvrv)],
  ]);
}

async function readColumn(path: string, column: string, metric: Metric): Promise<readonly DailyFigure[]> {
  const table = await readTable(path);
  requireColumns(path, table, [column]);
  return figuresOf(path, table, (row) => [[metric, row.text(column)]]);
}

/** One row a coin and day; coins outside the basket are passed over. */
async function readMajors(path: string): Promise<readonly DailyFigure[]> {
  const table = await readTable(path);
  requireColumns(path, table, ["asset", "price_usd"]);
  return figuresOf(path, table, (row) => {
    const major: Major | undefined = MAJORS.find((each) => each === row.text("asset").toLowerCase());
    return major === undefined ? [] : [[`${major}-close`, row.text("price_usd")]];
  });
}

function figuresOf(
  path: string,
  table: Table,
  cells: (row: TableRow) => readonly [Metric, string][],
): readonly DailyFigure[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const figures: DailyFigure[] = [];
  for (const row of table.rows) {
    for (const [metric, text] of cells(row)) {
      if (seen.has(`${metric} ${row.day}`)) faults.push(`line ${row.line}: ${metric} of this day is there twice`);
      seen.add(`${metric} ${row.day}`);
      if (text === "") continue;
      const value = Number(text);
      if (isPlausible(metric, value)) figures.push({ metric, day: row.day, value });
      else faults.push(`line ${row.line}: ${metric} is not a number in its plausible range`);
    }
  }
  if (faults.length > 0) throw new FileError(path, faults);
  return figures;
}
