/** `peak revise`: publishes a correction of a row. */
import * as z from "zod";
import { type RevisedNumbers, revise } from "../jobs/revise.js";
import { systemClock } from "../platform/clock.js";
import { day, parseOrThrow } from "../platform/setting-types.js";
import { readSigner } from "../platform/signing-key.js";
import { installedLedger } from "../published/own-ledger.js";
import { parseConfig } from "../settings.js";
import { openDatabase } from "../storage/open-database.js";
import type { ProcessContext } from "./process-context.js";

/** `peak revise`: adds a correction to the public list. The published row does not change. */
export async function reviseRow(context: ProcessContext, options: ReviseOptions): Promise<void> {
  const order = {
    day: parseOrThrow("--day", day, options.day),
    price: parseOrThrow("--price", price, options.price),
    reason: options.reason,
  };
  const config = parseConfig(context.env);
  await using database = await openDatabase(config, "beside");
  const signing = { signer: await readSigner(config), ...(await installedLedger(config)) };
  const { before, revision } = await revise(database.queries, signing, systemClock.now(), order);
  context.out(`before     ${describeNumbers(before)}\n`);
  context.out(`corrected  ${describeNumbers(revision)}\n`);
  context.out(`revision ${revision.number} is stored and signed; a running service shows it within seconds\n`);
}

/** Options as given on the command line. */
interface ReviseOptions {
  readonly day: string;
  readonly price: string;
  readonly reason: string;
}

const price = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,9})?$/, "must be a number such as 67000.12")
  .transform(Number);

function describeNumbers({ score, score_smoothed, phase_key, btc_price_usd }: RevisedNumbers): string {
  return `score ${score}, smoothed ${score_smoothed}, ${phase_key}, ${btc_price_usd} USD`;
}
