import type { Goal, Row } from "./row.js";

const HEAD = ["figure", "median", "least", "most", "unit", "goal", "met"];

/** The rows as Markdown, columns aligned, each note on a numbered line below. */
export function tableOf(rows: readonly Row[]): string {
  const noted = rows.filter((row) => row.note !== "");
  const cells = rows.map((row) => {
    const mark = row.note === "" ? "" : ` (${noted.indexOf(row) + 1})`;
    const { median, least, most } = row.result;
    return [row.name + mark, ...[median, least, most].map(figure), row.unit, goalText(row.goal), metText(row.met)];
  });
  const widths = HEAD.map((head, column) => Math.max(...[HEAD, ...cells].map((line) => (line[column] ?? head).length)));
  const aligned = (line: readonly string[]) => `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  const notes = noted.map((row, i) => `${i + 1}. ${row.note}`);
  return [aligned(HEAD), aligned(rule), ...cells.map(aligned), "", ...notes].join("\n");
}

/** Three significant digits, more for whole thousands. */
export function figure(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(Math.abs(value) >= 100 ? 4 : 3)));
}

function goalText(goal: Goal | undefined): string {
  if (goal === undefined) return "";
  return "least" in goal ? `>= ${goal.least}` : `<= ${goal.most}`;
}

function metText(met: boolean | undefined): string {
  return met === undefined ? "" : met ? "yes" : "NO";
}
