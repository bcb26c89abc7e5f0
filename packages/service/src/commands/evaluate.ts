/** `peak evaluate`: the model for the reader's own daily figures. */
import { writeFile } from "node:fs/promises";
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
import { type MarketPaths, readMarketFiles } from "../files/market-files.js";
import { systemReason } from "../platform/file-system.js";
import type { ProcessContext } from "./process-context.js";

/** `peak evaluate`: reads files of daily figures and, if all are valid, writes one CSV. */
export async function evaluateFiles(
  context: ProcessContext,
  paths: MarketPaths & { readonly out: string },
): Promise<void> {
  refuseToOverwrite(paths);
  const days = await readMarketFiles(paths);
  const table = evaluationTable(evaluateDays(days));
  await writeFile(paths.out, table).catch((cause: unknown) => {
    throw new ConfigError([`${paths.out} cannot be written: ${systemReason(cause)}`], { cause });
  });
  context.out(`${days.length} days evaluated, written to ${paths.out}\n`);
}

/** @throws ConfigError if the output would overwrite an input file */
function refuseToOverwrite({ out, ...inputs }: MarketPaths & { readonly out: string }): void {
  const read = Object.values(inputs).find((path) => path !== undefined && resolve(path) === resolve(out));
  if (read !== undefined) throw new ConfigError([`--out is the input file ${read}: choose another file`]);
}

/** Decimals of unpublished numbers; published ones have one. */
const DIGITS = 12;

/** An evaluation, and the settled phase on its day; missing before the first score. */
interface Row extends Evaluation {
  readonly settled: SettledPhase | undefined;
}

const COLUMNS: readonly (readonly [name: string, cell: (row: Row) => string | null | undefined])[] = [
  ...POSITION_KEYS.map((key) => [`pos_${key}`, (each: Row) => each.positions[key]?.toFixed(DIGITS)] as const),
  ["coverage", (each) => each.coverage.toFixed(DIGITS)],
  ["score_raw", (each) => each.btc?.raw.toFixed(DIGITS)],
  ["score", (each) => each.btc?.score.toFixed(1)],
  ["score_smoothed", (each) => each.btc?.smoothed.toFixed(DIGITS)],
  ["phase_key", (each) => each.btc?.phase],
  ["signal", (each) => each.btc?.signal],
  ["descent_guard", (each) => each.context.descentGuard],
  ["top_risk", (each) => each.context.topRisk],
  ["alt_basket", (each) => each.basket?.level.toFixed(DIGITS)],
  ["alt_score", (each) => each.basket?.score?.toFixed(DIGITS)],
  ["crypto_score", (each) => each.crypto?.score.toFixed(1)],
  ["crypto_phase_key", (each) => each.crypto?.phase],
  ["settled_phase_key", (each) => each.settled?.phase],
  ["settled_since", (each) => each.settled && formatDay(each.settled.since)],
];

/**
 * Evaluations as CSV: a header, then one row per day from 2010-07-18, blank where missing.
 *
 * @param evaluations one per day, starting with 2010-07-18
 */
function evaluationTable(evaluations: readonly Evaluation[]): string {
  const header = ["date", ...COLUMNS.map(([name]) => name)].join(",");
  let settledPhase: SettledPhase | undefined;
  const rows = evaluations.map((evaluation, index) => {
    const day = addDays(FIRST_DAY, index);
    if (evaluation.btc !== undefined) settledPhase = settle(settledPhase, evaluation.btc.score, day);
    const row: Row = { ...evaluation, settled: settledPhase };
    return [formatDay(day), ...COLUMNS.map(([, cell]) => cell(row))].join(",");
  });
  return `${[header, ...rows].join("\n")}\n`;
}
