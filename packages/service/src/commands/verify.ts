/** `peak verify`: checks the history of a site or a database. Changes nothing. */

import { formatDay } from "peak-cycle-model";
import { printFindings, type VerifyOptions, verifySite } from "peak-cycle-verify";
import { ConfigError } from "../domain/errors.js";
import { parseOrThrow, postgresAddress, webAddress } from "../platform/setting-types.js";
import { readLedger } from "../published/ledger-history.js";
import { installedLedger, type KnownLedger, knownLedger } from "../published/own-ledger.js";
import { parseConfig } from "../settings.js";
import { type DatabaseLocation, openDatabase } from "../storage/open-database.js";
import type { ProcessContext } from "./process-context.js";

/**
 * @param target a site or a database, as on the command line; by default the configured database, which must
 *   be what its key has signed
 */
export async function verify(
  context: ProcessContext,
  target: string | undefined,
  options: VerifyOptions,
): Promise<void> {
  const isSound =
    target !== undefined && /^https?:/i.test(target)
      ? await verifySite(parseOrThrow("the target", webAddress, target), options, context.out, context.stop)
      : await (target === undefined ? verifyOwn(context) : verifyDatabase(context, databaseAt(target)));
  if (!isSound) context.exitCode = 1;
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

async function verifyOwn(context: ProcessContext): Promise<boolean> {
  const config = parseConfig(context.env);
  return verifyDatabase(context, config, await knownLedger(await installedLedger(config)));
}

async function verifyDatabase(
  { out }: ProcessContext,
  place: DatabaseLocation,
  known: KnownLedger = {},
): Promise<boolean> {
  await using database = await openDatabase(place, "read");
  const { ledger, fold, fault } = await readLedger(database.queries, known);
  const { statement, length, notes } = ledger;
  const last = fold.days.at(-1)?.day;
  const closed = last === undefined ? "no closed day" : `closed days up to ${formatDay(last)}`;
  const right = [
    `${length} entries: ${closed}, ${fold.rows.length} rows, ${fold.revisions.length} revisions`,
    ...(statement === undefined ? [] : [`signed ${statement.signedAt} with key ${statement.key.key_id}`]),
  ];
  printFindings({ right, notes, fault: fault?.message }, out);
  return fault === undefined;
}
