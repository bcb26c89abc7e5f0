import { resolve } from "node:path";
import {
  addDays,
  type Evaluation,
  evaluateDays,
  FIRST_DAY,
  formatDay,
  POSITION_KEYS,
  type SettledPhase,
  settle,
} from "peak-cycle-model";
import { ConfigError } from "../domain/errors.js";
import { FileError } from "../files/csv-table.js";
import { type MarketPaths, readMarketFiles } from "../files/market-files.js";
import { systemReason, writeWholeFile } from "../platform/new-file.js";
import type { ProcessContext } from "./process-context.js";

/** `peak evaluate`: files in, one CSV out. The file is replaced as a whole or not touched. */
export async function evaluateFiles(
  context: ProcessContext,
  paths: MarketPaths & { readonly out: string },
): Promise<void> {
  refuseToOverwrite(paths);
  const days = await readMarketFiles(paths);
  const table = evaluationTable(evaluateDays(days));
  await writeWholeFile(paths.out, table, { mode: 0o666, mayReplace: true }).catch((cause: unknown) => {
    throw new FileError(paths.out, [`cannot be written: ${systemReason(cause)}`], { cause });
  });
  context.out(`${days.length} days evaluated, written to ${paths.out}\n`);
}

/** @throws ConfigError when the output would take the place of a file that is read */
function refuseToOverwrite({ out, ...inputs }: MarketPaths & { readonly out: string }): void {
  const read = Object.values(inputs).find((path) => path !== undefined && resolve(path) === resolve(out));
  if (read !== undefined) throw new ConfigError([`--out names ${read}, which is read: name another file`]);
}

/** Digits after the point of every number that is not published; published ones have one. */
const DIGITS = 12;

/** An evaluation, and the phase that has settled by its day; missing before the first score. */
interface Row extends Evaluation {
  readonly settled: SettledPhase | undefined;
}

const COLUMNS: readonly (readonly [name: string, cell: (row: Row) => string])[] = [
  ...POSITION_KEYS.map((key) => [`pos_${key}`, (each: Row) => exact(each.positions[key])] as const),
  ["coverage", (each) => exact(each.coverage)],
  ["score_raw", (each) => exact(each.btc?.raw)],
  ["score", (each) => asPublished(each.btc?.score)],
  ["score_smoothed", (each) => exact(each.btc?.smoothed)],
  ["phase_key", (each) => each.btc?.phase ?? ""],
  ["signal", (each) => each.btc?.signal ?? ""],
  ["descent_guard", (each) => each.context.descentGuard ?? ""],
  ["top_risk", (each) => each.context.topRisk ?? ""],
  ["alt_basket", (each) => exact(each.basket?.level)],
  ["alt_score", (each) => exact(each.basket?.score)],
  ["crypto_score", (each) => asPublished(each.crypto?.score)],
  ["crypto_phase_key", (each) => each.crypto?.phase ?? ""],
  ["settled_phase_key", (each) => each.settled?.phase ?? ""],
  ["settled_since", (each) => (each.settled === undefined ? "" : formatDay(each.settled.since))],
];

/**
 * Evaluations as CSV: a header, then one row a day from 2010-07-18, blank where missing.
 *
 * @param evaluations one a day, the first being that of 2010-07-18
 */
function evaluationTable(evaluations: readonly Evaluation[]): string {
  const header = ["date", ...COLUMNS.map(([name]) => name)].join(",");
  let settled: SettledPhase | undefined;
  const rows = evaluations.map((evaluation, index) => {
    const day = addDays(FIRST_DAY, index);
    if (evaluation.btc !== undefined) settled = settle(settled, evaluation.btc.score, day);
    const row: Row = { ...evaluation, settled };
    return [formatDay(day), ...COLUMNS.map(([, cell]) => cell(row))].join(",");
  });
  return `${[header, ...rows].join("\n")}\n`;
}

function exact(value: number | undefined): string {
  return value === undefined ? "" : value.toFixed(DIGITS);
}

function asPublished(value: number | undefined): string {
  return value === undefined ? "" : value.toFixed(1);
}
