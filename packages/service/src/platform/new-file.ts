/** Files that are written as a whole or not at all, and why one could not be. */

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { link, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { getSystemErrorMap } from "node:util";
import { errorCode, errorMessage, ServiceError } from "../domain/errors.js";

/**
 * Writes a file that only its owner can read, first under a temporary name: a kill or a full disk leaves the whole file
 * or none.
 *
 * @param how `new` refuses to take the place of another file
 * @throws the error of the file system
 */
export async function writeWholeFile(path: string, text: string, how: "new" | "replaced"): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
    await (how === "new" ? link : rename)(draft, path);
    // A new name survives a power cut only once its folder is on the disk.
    const folder = await open(dirname(path), "r");
    await folder.sync().finally(() => folder.close());
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Makes a folder and those above it; one that is there stays. Node's own `recursive` never ends where mkdir says "no
 * such directory" below a directory that is there, as in /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error; // else another process was quicker
  }
}

/** Why a call of the file system failed, in the words of the operating system. */
export function systemReason(cause: unknown): string {
  if (cause instanceof ServiceError && cause.cause !== undefined) return systemReason(cause.cause);
  return new Map(getSystemErrorMap().values()).get(errorCode(cause)) ?? errorMessage(cause);
}
