import { type Summary, summarize } from "./statistics.js";

/** The rows of the bench, and their table in Markdown. */

/** A bound a figure is held to. */
export type Goal = { readonly min: number } | { readonly max: number };

/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  /** The median decides. */
  readonly result: Summary;
  /** `undefined` for a figure that is only shown. */
  readonly goal: Goal | undefined;
  readonly met: boolean | undefined;
  /** What the result was worked out from, by name. */
  readonly raw: Readonly<Record<string, Summary>>;
  readonly note: string;
}

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly samples: readonly number[];
  readonly goal?: Goal;
  /** How far the median may miss the goal: the measured noise. 0 when left out. */
  readonly allowance?: number;
  readonly raw?: Readonly<Record<string, readonly number[]>>;
  readonly note?: string;
}

const HEAD = ["figure", "median", "min", "max", "unit", "goal", "met"];

export function row({ name, unit, samples, goal, allowance = 0, raw = {}, note = "" }: Figure): Row {
  const result = summarize(samples);
  const summaries = Object.entries(raw).map(([key, each]) => [key, summarize(each)]);
  const met = goal === undefined ? undefined : isMet(result.median, goal, allowance);
  return { name, unit, result, goal, met, raw: Object.fromEntries(summaries), note };
}

/** The rows with columns aligned, each note on a numbered line below. */
export function tableOf(rows: readonly Row[]): string {
  const noted = rows.filter((row) => row.note !== "");
  const cells = rows.map((row) => {
    const mark = row.note === "" ? "" : ` (${noted.indexOf(row) + 1})`;
    const { median, min, max } = row.result;
    return [row.name + mark, ...[median, min, max].map(formatFigure), row.unit, goalText(row.goal), metText(row.met)];
  });
  const widths = HEAD.map((head, column) => Math.max(...[HEAD, ...cells].map((line) => (line[column] ?? head).length)));
  const aligned = (line: readonly string[]) => `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  const notes = noted.map((row, i) => `${i + 1}. ${row.note}`);
  return [aligned(HEAD), aligned(rule), ...cells.map(aligned), "", ...notes].join("\n");
}

/** Three significant digits, more for whole thousands. */
export function formatFigure(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(Math.abs(value) >= 100 ? 4 : 3)));
}

function isMet(value: number, goal: Goal, allowance: number): boolean {
  return "min" in goal ? value >= goal.min - allowance : value <= goal.max + allowance;
}

function goalText(goal: Goal | undefined): string {
  if (goal === undefined) return "";
  return "min" in goal ? `>= ${goal.min}` : `<= ${goal.max}`;
}

function metText(met: boolean | undefined): string {
  return met === undefined ? "" : met ? "yes" : "NO";
}
