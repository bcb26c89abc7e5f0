import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { getSystemErrorMap } from "node:util";
import { errorCode, errorMessage, ServiceError, StorageError } from "../domain/errors.js";

/** A file could not be written completely. Nothing of it remains. */
class WriteError extends ServiceError {
  readonly code = "write";
}

/**
 * A file that is written under a temporary name beside its own, and gets its name when it is complete and on the disk.
 */
export interface NewFile {
  /** The temporary name. */
  readonly draft: string;
  /** @throws WriteError */
  write(text: string): Promise<void>;
  /** Waits until everything is on the disk. @throws WriteError */
  flush(): Promise<void>;
  /** Gives the file its name. @throws WriteError also when a file of that name has been made meanwhile */
  publish(): Promise<void>;
  /** Removes what was written, unless it was published. Never throws. */
  discard(): Promise<void>;
}

/** Files that SQLite keeps beside an open database, and that stay after a kill. */
const SQLITE_SUFFIXES = ["", "-journal", "-wal", "-shm"];

/**
 * Begins a file that only its owner can read and write, unless another mode is given.
 *
 * @throws StorageError when there is one of that name, or the folder cannot be written to
 */
export async function newFile(path: string, mode = 0o600): Promise<NewFile> {
  if (existsSync(path)) throw new StorageError(`${path} exists already: name a new file`);
  const draft = `${path}.${randomUUID()}.part`;
  const handle = await open(draft, "wx", mode).catch((cause: unknown) => {
    throw new StorageError(`cannot write ${path}: ${systemReason(cause)}`, { cause });
  });
  const named = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (cause) {
      throw new WriteError(`${path} could not be written: ${systemReason(cause)}`, { cause });
    }
  };
  return {
    draft,
    write: (text) => named(() => handle.write(text)),
    flush: () => named(() => handle.sync()),
    publish: () => named(() => publish(handle, draft, path)),
    async discard() {
      await handle.close().catch(() => undefined);
      await removeDraft(draft);
    },
  };
}

/** Writes a whole file that only its owner can read. @throws as `newFile` */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await newFile(path);
  try {
    await file.write(text);
    await file.publish();
  } finally {
    await file.discard();
  }
}

/** Removes a file that never got its name, and what SQLite keeps beside it. Never throws. */
export async function removeDraft(draft: string): Promise<void> {
  for (const suffix of SQLITE_SUFFIXES) await rm(draft + suffix, { force: true }).catch(() => undefined);
}

/** Waits until a file or a folder is on the disk; a renamed file survives a power cut only once its folder is. */
export async function flush(path: string, flags: "r" | "r+" = "r"): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Error codes of file systems without hard links. */
const WITHOUT_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

async function publish(handle: FileHandle, draft: string, path: string): Promise<void> {
  await handle.sync();
  try {
    await link(draft, path); // unlike a rename it replaces nothing
  } catch (cause) {
    if (!WITHOUT_LINKS.includes(errorCode(cause))) throw cause;
    await rename(draft, path);
  }
  await rm(draft, { force: true });
  await flush(dirname(path));
}

/** Why a call of the file system failed, in the words of the operating system. */
export function systemReason(cause: unknown): string {
  return new Map(getSystemErrorMap().values()).get(errorCode(cause)) ?? errorMessage(cause);
}
