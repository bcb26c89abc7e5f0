/** Writes files atomically, and explains file system errors. */

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { link, open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { getSystemErrorMap } from "node:util";
import { MINUTE_MS } from "peak-cycle-model";
import { errorCode, errorMessage, ServiceError } from "../domain/errors.js";

/**
 * Writes a file that only its owner can read, via a temporary name, so that a kill or a full disk leaves the whole file
 * or none.
 *
 * @param how `new` refuses to overwrite a file
 * @throws the file system's error
 */
export async function writeWholeFile(path: string, text: string, how: "new" | "replaced"): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    removeOldDrafts(path);
  } catch {
    // an old draft does no harm
  }
  try {
    await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
    await (how === "new" ? link : rename)(draft, path);
    // A new name survives a power cut only once its folder has been synced.
    const folder = await open(dirname(path), "r");
    await folder.sync().finally(() => folder.close());
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes the drafts that killed processes left. Other processes may be writing newer ones. */
function removeOldDrafts(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".part")) continue;
    const draft = join(dirname(path), name);
    const { mtimeMs = Infinity } = statSync(draft, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - MINUTE_MS) rmSync(draft, { force: true });
  }
}

/**
 * Creates a folder and its missing parents, accessible only to their owner. Node's `recursive` loops forever where
 * mkdir says "no such directory" inside an existing one, as in /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error; // another process was faster
  }
}

/** The reason a file system call failed, in the operating system's words. */
export function systemReason(cause: unknown): string {
  if (cause instanceof ServiceError && cause.cause !== undefined) return systemReason(cause.cause);
  return new Map(getSystemErrorMap().values()).get(errorCode(cause)) ?? errorMessage(cause);
}
