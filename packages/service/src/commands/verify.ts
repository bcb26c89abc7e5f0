import {
  type CheckedChain,
  checkSiteAt,
  KeptFileError,
  type PublicRow,
  SiteError,
  type VerifyFiles,
  verdict,
} from "peak-cycle-verify";
import { ServiceError } from "../domain/errors.js";
import { rememberedFaults } from "../history/check-history.js";
import { silentLog } from "../platform/log.js";
import { openSignedMemory } from "../platform/signing-key.js";
import { systemClock } from "../platform/system.js";
import { USER_AGENT } from "../platform/version.js";
import { type Config, parseConfig, parseTarget } from "../settings.js";
import { checkDatabase } from "../storage/check-chain.js";
import type { DatabaseLocation } from "../storage/open-database.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak verify`: checks the chain of a site, of a database, or of the configured one, that also against what is remembered
 * beside its key. Changes nothing.
 *
 * @returns whether everything holds; remarks are no faults
 */
export async function verify(
  context: ProcessContext,
  target: string | undefined,
  files: VerifyFiles,
): Promise<boolean> {
  const location = target === undefined ? parseConfig(context.env) : parseTarget("the target", target);
  const check = (rows: readonly PublicRow[]) =>
    "site" in location
      ? checkSiteAt(location.site, { userAgent: USER_AGENT, now: systemClock.now, signal: context.stop })
      : checkStored(context, location, rows);
  try {
    return await verdict(files, check, context.out);
  } catch (error) {
    if (error instanceof SiteError || error instanceof KeptFileError)
      throw new VerifyError(error.message, { cause: error });
    throw error;
  }
}

/** A site or a kept file that cannot be read. */
class VerifyError extends ServiceError {
  readonly code = "verify";
}

async function checkStored(
  { stop }: ProcessContext,
  location: DatabaseLocation & Partial<Pick<Config, "signingKeyFile">>,
  rows: readonly PublicRow[],
): Promise<CheckedChain> {
  const { signingKeyFile } = location;
  const memory = signingKeyFile === undefined ? undefined : await openSignedMemory(signingKeyFile, silentLog);
  const remembered = await memory?.read(); // before the database: a service beside may sign meanwhile
  const dates = new Set(rows.map((row) => row.date));
  const checked = await checkDatabase(location, { dates, signal: stop });
  if (memory === undefined || remembered === undefined) return checked;
  return { ...checked, findings: [...checked.findings, ...rememberedFaults(remembered, checked, memory.place)] };
}
