/** `peak verify`: checks the history of a site, of a database, or of the configured one. Changes nothing. */

import { formatDay } from "peak-cycle-model";
import { LedgerReader, printFindings, VerifyError, type VerifyOptions, verifySite } from "peak-cycle-verify";
import { ServiceError } from "../domain/errors.js";
import { silentLog } from "../platform/log.js";
import { SignedHeadFile } from "../platform/signing-key.js";
import { HistoryFold } from "../published/fold.js";
import { readInto } from "../published/ledger-history.js";
import { parseConfig, parseTarget } from "../settings.js";
import { readStores } from "../storage/stores.js";
import type { ProcessContext } from "./process-context.js";

/** A site or a kept file that cannot be read. */
class CheckError extends ServiceError {
  readonly code = "verify";
}

/**
 * @param target a site, or a database as on the command line; by default the configured database, with what is kept
 *   beside its key
 * @returns whether it is sound
 */
export async function verify(
  context: ProcessContext,
  target: string | undefined,
  options: VerifyOptions,
): Promise<boolean> {
  const place = target === undefined ? parseConfig(context.env) : parseTarget("the target", target);
  if (!("site" in place)) return verifyDatabase(context, place);
  try {
    return await verifySite(place.site, options, context.out, context.stop);
  } catch (error) {
    throw error instanceof VerifyError ? new CheckError(error.message, { cause: error }) : error;
  }
}

async function verifyDatabase(
  { out }: ProcessContext,
  place: Parameters<typeof readStores>[0] & { readonly signingKeyFile?: string },
): Promise<boolean> {
  const { signingKeyFile } = place;
  const kept = signingKeyFile === undefined ? undefined : await new SignedHeadFile(signingKeyFile, silentLog).read();
  const [reader, fold] = [new LedgerReader(), new HistoryFold()];
  const fault = await readStores(place, ({ ledger }) =>
    readInto(
      ledger,
      reader,
      (lines) => {
        for (const line of lines) fold.take(reader.add(line));
      },
      [kept],
    ),
  );
  const { claim } = reader.statement ?? {};
  const closed = reader.closed === undefined ? "no closed day" : `closed days up to ${formatDay(reader.closed)}`;
  const right = [
    `${reader.length} entries: ${closed}, ${fold.rows.length} rows, ${fold.revisions.length} revisions`,
    ...(claim === undefined ? [] : [`signed ${claim.signed_at} with key ${claim.key_id}`]),
  ];
  const notes = reader.keys.slice(1).flatMap(({ key }) => {
    return key.endorsed_by === null ? [`no earlier key vouches for signing key ${key.key_id}`] : [];
  });
  printFindings([{ right, notes, faults: fault === undefined ? [] : [fault.message] }], out);
  return fault === undefined;
}
