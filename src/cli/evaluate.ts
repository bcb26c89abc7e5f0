import { rename, rm, writeFile } from "node:fs/promises";
import { evaluateDays } from "../engine/cycle-model.js";
import { toDayInputs } from "../files/day-inputs.js";
import { evaluationTable } from "../files/evaluation-table.js";
import { FileError } from "../files/file-error.js";
import { type MarketPaths, readMarketFiles } from "../files/market-files.js";
import type { Surroundings } from "./surroundings.js";

/** `peak evaluate`: files in, one CSV out. The file is replaced as a whole or not touched. */
export async function evaluateFiles(
  surroundings: Surroundings,
  paths: MarketPaths & { readonly out: string },
): Promise<void> {
  const days = toDayInputs(paths.btc, await readMarketFiles(paths));
  const table = evaluationTable(evaluateDays(days));
  const draft = `${paths.out}.part`;
  try {
    await writeFile(draft, table);
    await rename(draft, paths.out);
  } catch (error) {
    await rm(draft, { force: true });
    throw new FileError(paths.out, ["cannot be written"], { cause: error });
  }
  surroundings.out(`${days.length} days evaluated, written to ${paths.out}\n`);
}
