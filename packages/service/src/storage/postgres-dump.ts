/** Dumps of a PostgreSQL database, created, read and restored by PostgreSQL's own programs. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { errorCode, StorageError } from "../domain/errors.js";
import { systemReason } from "../platform/file-system.js";
import { BackupError, writeBackup } from "./backup.js";

/** The environment in which a PostgreSQL program runs. */
interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
}

/**
 * Writes one consistent dump in PostgreSQL's custom format, and reads it back completely.
 *
 * @throws StorageError if the file or the program cannot be used
 * @throws BackupError if the server refuses, or the disk is full; no file is left behind
 */
export async function dumpPostgres(address: URL, path: string, surroundings: Surroundings): Promise<void> {
  await writeBackup(path, async (draft) => {
    const words = ["--format=custom", "--no-password", `--file=${draft}`];
    await runOnDatabase("pg_dump", words, address, surroundings);
    await runProgram("pg_restore", ["--file=/dev/null", draft], surroundings);
  });
}

/** Restores a dump into an empty database: all of it or nothing. @throws StorageError, BackupError */
export function restorePostgres(address: URL, path: string, surroundings: Surroundings): Promise<void> {
  const words = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-password", path];
  return runOnDatabase("pg_restore", words, address, surroundings);
}

/**
 * Every local user can read the arguments of a process, but only its own user can read its environment, so the password
 * goes there.
 */
function runOnDatabase(program: string, words: readonly string[], address: URL, { env, stop }: Surroundings) {
  const url = new URL(address);
  const password = url.searchParams.get("password") ?? decodeURIComponent(url.password);
  url.password = "";
  url.searchParams.delete("password");
  const login = password === "" ? {} : { PGPASSWORD: password };
  return runProgram(program, [...words, `--dbname=${url.href}`], { env: { ...env, ...login }, stop });
}

async function runProgram(program: string, words: readonly string[], { env, stop }: Surroundings): Promise<void> {
  try {
    await promisify(execFile)(program, words, { env, signal: stop });
  } catch (cause) {
    stop.throwIfAborted();
    const cannotRun = `cannot run ${program}: ${systemReason(cause)}`;
    if (errorCode(cause) === "ENOENT") {
      throw new StorageError(`${cannotRun}; install PostgreSQL's client programs`, { cause });
    }
    const { stderr = "" } = cause as { readonly stderr?: string };
    const reason = stderr.trim().split("\n")[0] || cannotRun;
    throw new BackupError(reason.replace(/: error: /, ": "), { cause });
  }
}
