/** `peak export` and `peak import`: all tables as JSON lines, for moving between SQLite and PostgreSQL. */

import { constants, createReadStream, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import { type Ledger, LedgerError } from "peak-cycle-verify";
import { ConfigError, ImportError, isNamedFailure, ServiceError } from "../domain/errors.js";
import { checkOwn, installedLedger, knownLedger } from "../ledger/own-ledger.js";
import { systemReason } from "../platform/file-system.js";
import { parseConfig } from "../settings/settings.js";
import { exportTables, importTables } from "../storage/export.js";
import { openDatabase } from "../storage/open-database.js";
import type { ProcessContext } from "./process-context.js";

/**
 * Writes all tables to standard output, even while a service is running.
 *
 * @throws ExportError if it cannot be written completely
 */
export async function exportAll(context: ProcessContext): Promise<void> {
  await using database = await openDatabase(parseConfig(context.env), "read");
  const write = (text: string) =>
    context.print(text).catch((cause: unknown) => {
      throw new ExportError(`the export is incomplete: it cannot be written (${systemReason(cause)})`, { cause });
    });
  await exportTables(database.db, write, context.stop);
}

/** The output was closed before the end, or is full. */
class ExportError extends ServiceError {}

/**
 * Imports a file, or standard input, into an empty database. If there is a signing key, or a signed position, the
 * history must match them.
 */
export async function importAll(context: ProcessContext, path: string | undefined): Promise<void> {
  const config = parseConfig(context.env);
  if (path !== undefined) await requireReadable(path); // checked before an empty database is created
  const own = await knownLedger(await installedLedger(config));
  await using database = await openDatabase(config, "create");
  await database.requireOwnSession();
  const checkIsOurs = (ledger: Ledger): void => {
    try {
      checkOwn(ledger, own);
    } catch (cause) {
      if (!(cause instanceof LedgerError)) throw cause;
      const remedy = `move ${config.signingKeyFile} and the files named after it away if you want to replace it`;
      throw new ImportError(`the history is not this installation's: ${cause.message}: ${remedy}`, { cause });
    }
  };
  const rows = await importTables(database, linesOf(context, path), checkIsOurs, context.stop);
  context.out(`${rows} rows imported; the history is sound\n`);
  if (existsSync(config.signingKeyFile)) return;
  context.out(`the signing key is not included: copy it to ${config.signingKeyFile} before you start the service\n`);
}

async function requireReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(place: string, cause: unknown): ConfigError {
  return new ConfigError([`${place} cannot be read: ${systemReason(cause)}`], { cause });
}

async function* linesOf(context: ProcessContext, path: string | undefined): AsyncGenerator<string> {
  const input = path === undefined ? context.input() : createReadStream(path);
  const decoder = new TextDecoder("utf-8", { fatal: true }); // a damaged byte must not become another character
  let rest = "";
  try {
    for await (const chunk of input) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    rest += decoder.decode();
  } catch (cause) {
    if (isNamedFailure(cause)) throw cause;
    if (cause instanceof TypeError) throw new ImportError(`${path ?? "standard input"} is not UTF-8 text`, { cause });
    throw unreadable(path ?? "standard input", cause);
  }
  if (rest !== "") yield rest;
}
