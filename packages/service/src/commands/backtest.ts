import { type DayInputs, NotEnoughDataError, trackRecord } from "peak-cycle-model";
import { ConfigError } from "../domain/errors.js";
import { replaceFile } from "../files/local-file.js";
import { type MarketPaths, readMarketFiles, toDayInputs } from "../files/market-files.js";
import { recordJson } from "../files/record-json.js";
import { recordReport } from "../pages/record/record.js";
import { parseConfig } from "../settings.js";
import { readStores } from "../storage/stores.js";
import type { ProcessContext } from "./process-context.js";

/** `peak backtest`: the record of the stored days, or of those in files, as a report to read and as JSON. */
export async function backtest(
  context: ProcessContext,
  { out, ...paths }: Partial<MarketPaths> & { readonly out: string },
): Promise<void> {
  const days = isAboutFiles(paths) ? toDayInputs(paths.btc, await readMarketFiles(paths)) : await storedDays(context);
  const record = trackRecord(days);
  const texts = { html: recordReport(record), json: recordJson(record) };
  await replaceFile(`${out}.html`, texts.html);
  await replaceFile(`${out}.json`, texts.json);
  context.out(`${days.length} days up to ${record.to}, written to ${out}.html and ${out}.json\n`);
}

/** @throws ConfigError for other files without the one that every day needs */
function isAboutFiles(paths: Partial<MarketPaths>): paths is MarketPaths {
  if (paths.btc === undefined && Object.values(paths).some((path) => path !== undefined)) {
    throw new ConfigError(["--fear-greed, --dominance and --majors go with --btc"]);
  }
  return paths.btc !== undefined;
}

/** Every closed day, read beside a running service. */
async function storedDays({ env }: ProcessContext): Promise<readonly DayInputs[]> {
  const days = await readStores(parseConfig(env), (stores) => stores.days.closedDays());
  if (days !== undefined && days.length > 0) return days;
  const what = days === undefined ? "there is no database yet" : "no day is stored yet";
  throw new NotEnoughDataError(`${what}: run \`peak backfill\` first, or name a file with --btc`);
}
