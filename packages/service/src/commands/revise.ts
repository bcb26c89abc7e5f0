/** `peak revise`: publishes a correction of a row. */

import { createInterface } from "node:readline";
import * as z from "zod";
import { ConfigError, ServiceError } from "../domain/errors.js";
import { day, parseOrThrow } from "../domain/typed-text.js";
import { previewRevision, type RevisedNumbers, revise } from "../jobs/revise.js";
import { installedLedger } from "../ledger/own-ledger.js";
import { readSigner } from "../ledger/signing-key.js";
import { systemClock } from "../platform/clock.js";
import { parseConfig } from "../settings/settings.js";
import { openDatabase } from "../storage/open-database.js";
import type { ProcessContext } from "./process-context.js";

/** `peak revise`: shows a correction, asks, and adds it to the public list. The published row does not change. */
export async function reviseRow(context: ProcessContext, options: ReviseOptions): Promise<void> {
  const order = {
    day: parseOrThrow("--day", day, options.day),
    price: parseOrThrow("--price", price, options.price),
    reason: options.reason,
  };
  const config = parseConfig(context.env);
  await using database = await openDatabase(config, "beside");
  const signing = { signer: await readSigner(config), ...(await installedLedger(config)) };
  const { before, revision: revisionToMake } = await previewRevision(database.db, signing, systemClock.now(), order);
  context.out(`before     ${describeNumbers(before)}\n`);
  context.out(`corrected  ${describeNumbers(revisionToMake)}\n`);
  context.out(`reason     ${revisionToMake.reason}\n`);
  if (options.yes !== true && !(await isConfirmed(context))) throw new NotConfirmedError("nothing was published");
  const { revision } = await revise(database.db, signing, systemClock.now(), order);
  context.out(`revision ${revision.number} is stored and signed; a running service shows it within seconds\n`);
}

/** @throws ConfigError if there is no terminal to ask on */
async function isConfirmed({ input, err }: ProcessContext): Promise<boolean> {
  const terminal = input();
  if (!terminal.isTTY) throw new ConfigError(["nothing was published: there is no terminal to confirm on; add --yes"]);
  err('This will be signed and published permanently. Type "yes" to continue: ');
  for await (const answer of createInterface({ input: terminal })) return answer.trim() === "yes";
  return false; // the input was closed
}

/** The operator did not confirm. */
class NotConfirmedError extends ServiceError {}

/** Options as given on the command line. */
interface ReviseOptions {
  readonly day: string;
  readonly price: string;
  readonly reason: string;
  readonly yes?: boolean;
}

const price = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,9})?$/, "must be a number such as 67000.12")
  .transform(Number);

function describeNumbers({ score, score_smoothed, phase_key, btc_price_usd }: RevisedNumbers): string {
  return `score ${score}, smoothed ${score_smoothed}, ${phase_key}, ${btc_price_usd} USD`;
}
