/** `peak verify`: checks the history of a site or a database. Changes nothing. */

import { formatDay } from "peak-cycle-model";
import {
  EXIT_CODES,
  type Findings,
  printFindings,
  type Verdict,
  VerifyError,
  type VerifyOptions,
  verifySite,
} from "peak-cycle-verify";
import { ConfigError, StorageError } from "../domain/errors.js";
import { parseOrThrow, webAddress } from "../domain/typed-text.js";
import { readLedger } from "../ledger/ledger-history.js";
import { installedLedger, type KnownLedger, knownLedger } from "../ledger/own-ledger.js";
import { postgresAddress } from "../settings/setting-types.js";
import { parseConfig } from "../settings/settings.js";
import { NothingStoredError } from "../storage/database.js";
import { type DatabaseLocation, openDatabase } from "../storage/open-database.js";
import type { ProcessContext } from "./process-context.js";

/**
 * @param target a site or a database, as on the command line; by default the configured database, which must match what
 * its key has signed
 */
export async function verify(
  context: ProcessContext,
  target: string | undefined,
  options: VerifyOptions,
): Promise<void> {
  const verdict =
    target !== undefined && /^https?:/i.test(target)
      ? await verifyAddress(context, parseOrThrow("the target", webAddress, target), options)
      : await (target === undefined ? verifyOwn(context) : verifyDatabase(context, databaseAt(target)));
  context.exitCode = EXIT_CODES[verdict];
}

/** @throws ConfigError for a file that cannot be used */
async function verifyAddress({ out, stop }: ProcessContext, site: URL, options: VerifyOptions): Promise<Verdict> {
  try {
    return await verifySite(site, options, out, stop);
  } catch (cause) {
    if (!(cause instanceof VerifyError)) throw cause;
    throw new ConfigError([cause.message], { cause });
  }
}

/** @throws ConfigError that does not repeat the address, which may contain a password */
function databaseAt(target: string): DatabaseLocation {
  const [, path = ""] = /^sqlite:(?:\/\/)?(.*)/.exec(target) ?? [];
  if (path !== "") return { dataDir: path, databaseUrl: undefined };
  if (/^postgres/.test(target)) {
    return { dataDir: "", databaseUrl: parseOrThrow("the target", postgresAddress, target) };
  }
  throw new ConfigError(["the target must be https://…, sqlite:FOLDER or postgres://…"]);
}

async function verifyOwn(context: ProcessContext): Promise<Verdict> {
  const config = parseConfig(context.env);
  return verifyDatabase(context, config, await knownLedger(await installedLedger(config)));
}

/** @throws ConfigError, or NothingStoredError if there is no database */
async function verifyDatabase(
  { out }: ProcessContext,
  place: DatabaseLocation,
  own: KnownLedger = {},
): Promise<Verdict> {
  try {
    const findings = await examineDatabase(place, own);
    printFindings(findings, out);
    return findings.verdict;
  } catch (error) {
    if (!(error instanceof StorageError) || error instanceof NothingStoredError) throw error;
    const verdict = "could not be checked";
    printFindings({ verdict, right: [], notes: [], reason: error.message }, out);
    return verdict;
  }
}

async function examineDatabase(place: DatabaseLocation, own: KnownLedger): Promise<Findings> {
  await using database = await openDatabase(place, "read");
  const { ledger, fold, fault } = await readLedger(database.db, own);
  const { statement, length, notes } = ledger;
  const last = fold.days.at(-1)?.day;
  const closedText = last === undefined ? "no closed day" : `closed days up to ${formatDay(last)}`;
  const right = [
    `${length} entries: ${closedText}, ${fold.rows.length} rows, ${fold.revisions.length} revisions`,
    ...(statement === undefined ? [] : [`signed ${statement.signedAt} with key ${statement.key.key_id}`]),
  ];
  return { verdict: fault === undefined ? "sound" : "not sound", right, notes, reason: fault?.message };
}
