import type { DayInputs } from "../domain/day.js";
import { addDays, endOf, formatDay, type Instant, plus, startOf, type UtcDay } from "../domain/instant.js";
import { isPlausible, MAJORS, type Major, type Metric } from "../domain/observation.js";
import { FIRST_DAY } from "../engine/cycle-model.js";
import { FileError } from "./local-file.js";
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

/** One of the files. */
interface Source {
  readonly path: string;
  /** Nothing can be known of a later moment. */
  readonly now: number;
}

/**
 * Reads all files, checks every row, and gives the figures of all or of none. A blank is a missing figure.
 *
 * @param now figures of days that are not over by then are refused; by default no day is too late
 * @throws FileError naming the lines whose figure is no number, out of its plausible range, there twice, or of such a day
 */
export async function readMarketFiles(
  { btc, fearGreed, dominance, majors }: Partial<MarketPaths>,
  now = Number.POSITIVE_INFINITY,
): Promise<readonly DailyFigure[]> {
  const figures: DailyFigure[] = [];
  if (btc !== undefined) figures.push(...(await readBtc({ path: btc, now })));
  if (fearGreed !== undefined) figures.push(...(await readColumn({ path: fearGreed, now }, "value", "fear-greed")));
  if (dominance !== undefined)
    figures.push(...(await readColumn({ path: dominance, now }, "btc_dominance_pct", "dominance")));
  if (majors !== undefined) figures.push(...(await readMajors({ path: majors, now })));
  return figures;
}

/** When a figure of a day is observed, as `Metric` has it. */
export function observedAt({ metric, day }: Pick<DailyFigure, "metric" | "day">): Instant {
  if (metric === "fear-greed") return startOf(day);
  return metric === "dominance" ? plus(endOf(day), -1) : endOf(day);
}

async function readBtc(source: Source): Promise<readonly DailyFigure[]> {
  const table = await readTable(source.path);
  const columns = BTC_COLUMNS.find((each) => table.columns.includes(each.price));
  if (columns === undefined) throw new FileError(source.path, ["has no column price_usd or PriceUSD"]);
  return figuresOf(source, table, (row) => [
    ["btc-close", row.text(columns.price)],
    ["mvrv", row.text(columns.mvrv)],
  ]);
}

async function readColumn(source: Source, column: string, metric: Metric): Promise<readonly DailyFigure[]> {
  const table = await readTable(source.path);
  requireColumns(source.path, table, [column]);
  return figuresOf(source, table, (row) => [[metric, row.text(column)]]);
}

/** One row a coin and day; coins outside the basket are passed over. */
async function readMajors(source: Source): Promise<readonly DailyFigure[]> {
  const table = await readTable(source.path);
  requireColumns(source.path, table, ["asset", "price_usd"]);
  return figuresOf(source, table, (row) => {
    const major: Major | undefined = MAJORS.find((each) => each === row.text("asset").toLowerCase());
    return major === undefined ? [] : [[`${major}-close`, row.text("price_usd")]];
  });
}

function figuresOf(
  { path, now }: Source,
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
      const figure = { metric, day: row.day, value: Number(text) };
      const fault = faultOf(figure, now);
      if (fault === undefined) figures.push(figure);
      else faults.push(`line ${row.line}: ${metric} ${fault}`);
    }
  }
  if (faults.length > 0) throw new FileError(path, faults);
  return figures;
}

function faultOf(figure: DailyFigure, now: number): string | undefined {
  if (!isPlausible(figure.metric, figure.value)) return "is not a number in its plausible range";
  return observedAt(figure) > now ? "of a day that is not over" : undefined;
}

/**
 * Lays figures out by day, from the model's first day to the last day with a Bitcoin price.
 *
 * @throws FileError when there is no price on the model's first day: a shorter past gives another score
 */
export function toDayInputs(path: string, figures: readonly DailyFigure[]): readonly DayInputs[] {
  const values = new Map(figures.map((each) => [`${each.metric} ${each.day}`, each.value]));
  const at = (metric: Metric, day: UtcDay): number | undefined => values.get(`${metric} ${day}`);
  if (at("btc-close", FIRST_DAY) === undefined) {
    throw new FileError(path, [`has no price on ${formatDay(FIRST_DAY)}, where the model begins`]);
  }
  const last = figures.reduce(
    (latest, each) => (each.metric === "btc-close" && each.day > latest ? each.day : latest),
    FIRST_DAY,
  );
  return Array.from({ length: last - FIRST_DAY + 1 }, (_, row): DayInputs => {
    const day = addDays(FIRST_DAY, row);
    return {
      price: at("btc-close", day),
      mvrv: at("mvrv", day),
      fearGreed: at("fear-greed", day),
      dominance: at("dominance", day),
      majors: majorsOf((major) => at(`${major}-close`, day)),
    };
  });
}

function majorsOf(price: (major: Major) => number | undefined): DayInputs["majors"] {
  const majors: Partial<Record<Major, number>> = {};
  for (const major of MAJORS) {
    const value = price(major);
    if (value !== undefined) majors[major] = value;
  }
  return majors;
}
