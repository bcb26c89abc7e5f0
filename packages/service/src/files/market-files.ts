import {
  addDays,
  type DayInputs,
  endOf,
  FIRST_DAY,
  formatDay,
  GENESIS_DAY,
  type Instant,
  MAJORS,
  MAX_LEADING_DAYS,
  type Major,
  plus,
  startOf,
  type UtcDay,
} from "peak-cycle-model";
import { isPlausible, type Metric } from "../domain/observation.js";
import { type CsvRow, type CsvTable, readTable } from "./csv-table.js";
import { FileError, refuseFaults } from "./local-file.js";

/**
 * Reads files of daily history, checks every row, and gives the figures of all or of none. A blank is a missing figure.
 *
 * @param terms figures of days that are not over by `now` are refused; by default no day is too late
 * @throws FileError naming the lines whose figure is no number, out of its plausible range, there twice, or of such a
 *   day
 */
export async function readMarketFiles(
  { btc, fearGreed, dominance, majors }: Partial<MarketPaths>,
  { now = Number.POSITIVE_INFINITY, needsRows = false }: Partial<Pick<InputFile, "now" | "needsRows">> = {},
): Promise<readonly DailyFigure[]> {
  const terms = { now, needsRows };
  const figures: DailyFigure[] = [];
  if (btc !== undefined) figures.push(...(await readBtc({ path: btc, ...terms })));
  if (fearGreed !== undefined)
    figures.push(...(await readColumn({ path: fearGreed, ...terms }, ["value", "fear_greed"], "fear-greed")));
  if (dominance !== undefined)
    figures.push(...(await readColumn({ path: dominance, ...terms }, ["btc_dominance_pct", "dominance"], "dominance")));
  if (majors !== undefined) figures.push(...(await readMajors({ path: majors, ...terms })));
  return figures;
}

/** Files of daily history; all but `btc` may be absent. */
export interface MarketPaths {
  readonly btc: string;
  readonly fearGreed?: string | undefined;
  readonly dominance?: string | undefined;
  readonly majors?: string | undefined;
}

/** One figure of one day. */
interface DailyFigure {
  readonly metric: Metric;
  readonly day: UtcDay;
  readonly value: number;
}

/** One of the files. */
interface InputFile {
  readonly path: string;
  /** Nothing can be known of a later moment. */
  readonly now: number;
  /** Whether a header without rows is a fault, and not a file of nothing known. */
  readonly needsRows: boolean;
}

/** When a figure of a day is observed, as `Metric` has it. */
export function observedAt({ metric, day }: Pick<DailyFigure, "metric" | "day">): Instant {
  if (metric === "fear-greed") return startOf(day);
  return metric === "dominance" ? plus(endOf(day), -1) : endOf(day);
}

async function readBtc(source: InputFile): Promise<readonly DailyFigure[]> {
  const table = await readTable(source.path, source.needsRows);
  const columns = BTC_COLUMNS.find((each) => table.columns.includes(each.price));
  if (columns === undefined) throw new FileError(source.path, ["has no column price_usd or PriceUSD"]);
  return figuresOf(source, table, () => [
    { metric: "btc-close", column: columns.price },
    { metric: "mvrv", column: columns.mvrv },
  ]);
}

/** The Bitcoin columns under each of their names: this project's, Coin Metrics' own, and those of `peak export`. */
const BTC_COLUMNS = [
  { price: "price_usd", mvrv: "mvrv" },
  { price: "PriceUSD", mvrv: "CapMVRVCur" },
  { price: "btc_close", mvrv: "mvrv" },
] as const;

/** @param names of the column: this project's, and that of `peak export` */
async function readColumn(
  source: InputFile,
  names: readonly [string, string],
  metric: Metric,
): Promise<readonly DailyFigure[]> {
  const table = await readTable(source.path, source.needsRows);
  const column = table.columns.includes(names[1]) ? names[1] : names[0];
  requireColumns(source.path, table, [column]);
  return figuresOf(source, table, () => [{ metric, column }]);
}

/** One row a coin and day; or, of `peak export`, one a day with a column for each coin. */
async function readMajors(source: InputFile): Promise<readonly DailyFigure[]> {
  const table = await readTable(source.path, source.needsRows);
  const exported = MAJORS.map((major): Cell => ({ metric: `${major}-close`, column: `${major}_close` }));
  if (exported.every(({ column }) => table.columns.includes(column))) return figuresOf(source, table, () => exported);
  requireColumns(source.path, table, ["asset", "price_usd"]);
  const majorOf = (row: CsvRow): Major | undefined => MAJORS.find((each) => each === row.text("asset").toLowerCase());
  const known = MAJORS.map((major) => major.toUpperCase()).join(", ");
  const unknown = table.rows.filter((row) => majorOf(row) === undefined);
  refuseFaults(
    source.path,
    unknown.map(({ line }) => `line ${line}, column asset: is none of the coins that count: ${known}`),
  );
  return figuresOf(source, table, (row) => {
    const major = majorOf(row);
    return major === undefined ? [] : [{ metric: `${major}-close`, column: "price_usd" }];
  });
}

function figuresOf(
  { path, now }: InputFile,
  table: CsvTable,
  cells: (row: CsvRow) => readonly Cell[],
): readonly DailyFigure[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const figures: DailyFigure[] = [];
  for (const row of table.rows) {
    for (const { metric, column } of cells(row)) {
      const place = `line ${row.line}, column ${column}: ${metric}`;
      if (seen.has(`${metric} ${row.day}`)) faults.push(`${place} of this day is there twice`);
      seen.add(`${metric} ${row.day}`);
      const text = row.text(column);
      if (text === "") continue;
      const figure = { metric, day: row.day, value: numberOf(text) };
      const fault = figureFault(figure, now);
      if (fault === undefined) figures.push(figure);
      else faults.push(`${place} ${fault}`);
    }
  }
  refuseFaults(path, faults);
  return figures;
}

/** Where a figure stands in a row. */
interface Cell {
  readonly metric: Metric;
  readonly column: string;
}

/**
 * Digits, and perhaps a sign and a point: what else `Number` reads, such as 0x1388 and 5e3, is more often a mistake.
 */
const DECIMAL = /^-?\d{1,20}(\.\d{1,30})?$/;

function numberOf(text: string): number {
  return DECIMAL.test(text) ? Number(text) : Number.NaN;
}

function figureFault(figure: DailyFigure, now: number): string | undefined {
  if (Number.isNaN(figure.value)) return "is not a number written like 67000.12";
  if (figure.day < GENESIS_DAY) return `of a day before ${formatDay(GENESIS_DAY)}, the first day of Bitcoin`;
  if (!isPlausible(figure.metric, figure.value)) return "is not a number in its plausible range";
  return observedAt(figure) > now ? "of a day that is not over" : undefined;
}

/**
 * Lays figures out by day, from the model's first day to the last day with a Bitcoin price.
 *
 * @throws FileError when the first price is of a day so late that the model cannot begin: a shorter past gives another
 *   score
 */
export function toDayInputs(path: string, figures: readonly DailyFigure[]): readonly DayInputs[] {
  const values = new Map(figures.map((each) => [`${each.metric} ${each.day}`, each.value]));
  const at = (metric: Metric, day: UtcDay): number | undefined => values.get(`${metric} ${day}`);
  const earliest = Array.from({ length: MAX_LEADING_DAYS + 1 }, (_, row) => addDays(FIRST_DAY, row));
  if (earliest.every((day) => at("btc-close", day) === undefined)) {
    const from = formatDay(FIRST_DAY);
    throw new FileError(path, [
      `has no price on ${from}, where the model begins, nor on the ${MAX_LEADING_DAYS} days after it`,
    ]);
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
      majors: Object.fromEntries(MAJORS.map((major) => [major, at(`${major}-close`, day)])),
    };
  });
}

/** @throws FileError naming the columns that are not there */
function requireColumns(path: string, table: CsvTable, columns: readonly string[]): void {
  const missing = columns.filter((name) => !table.columns.includes(name));
  if (missing.length > 0) throw new FileError(path, [`has no column ${missing.join(", ")}`]);
}
