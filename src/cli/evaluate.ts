import { ConfigError } from "../domain/errors.js";
import { evaluateDays } from "../engine/cycle-model.js";
import { evaluationTable } from "../files/evaluation-table.js";
import { isSameFile, replaceFile } from "../files/local-file.js";
import { type MarketPaths, readMarketFiles, toDayInputs } from "../files/market-files.js";
import type { ProcessContext } from "./process-context.js";

/** `peak evaluate`: files in, one CSV out. The file is replaced as a whole or not touched. */
export async function evaluateFiles(
  context: ProcessContext,
  paths: MarketPaths & { readonly out: string },
): Promise<void> {
  await refuseToOverwrite(paths);
  const days = toDayInputs(paths.btc, await readMarketFiles(paths));
  const table = evaluationTable(evaluateDays(days));
  await replaceFile(paths.out, table);
  context.out(`${days.length} days evaluated, written to ${paths.out}\n`);
}

/** @throws ConfigError when the output would take the place of a file that is read */
async function refuseToOverwrite({ out, ...inputs }: MarketPaths & { readonly out: string }): Promise<void> {
  for (const path of Object.values(inputs)) {
    if (path !== undefined && (await isSameFile(path, out)))
      throw new ConfigError([`--out names ${path}, which is read: name another file`]);
  }
}
