import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { type FileHandle, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { getSystemErrorMap } from "node:util";
import { errorCode, errorMessage, ServiceError, StorageError } from "../domain/errors.js";

/**
 * Begins a file under a temporary name beside its own. It gets its name when it is complete and on the disk: a kill or
 * a full disk leaves the whole file or none. Only its owner can read and write it, unless another mode is given.
 *
 * @throws StorageError when the folder cannot be written to
 */
async function beginFile(path: string, mode = 0o600) {
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
    /** The temporary name. */
    draft,
    /** @throws WriteError */
    write: (text: string) => named(() => handle.write(text)),
    /**
     * Gives the file its name.
     *
     * @throws WriteError also when a file of that name has been made meanwhile, unless it may be replaced
     */
    publish: (mayReplace?: "replace") =>
      named(() => publish(handle, draft, path, mayReplace === "replace" ? rename : giveName)),
    /** Removes what was written, unless it was published. Never throws. */
    async discard(): Promise<void> {
      await handle.close().catch(() => undefined);
      await rm(draft, { force: true }).catch(() => undefined);
    },
  };
}

export type NewFile = Awaited<ReturnType<typeof beginFile>>;

/** A file could not be written completely. Nothing of it remains. */
class WriteError extends ServiceError {
  readonly code = "write";
}

/**
 * Begins a file under a name that is free.
 *
 * @throws StorageError as `beginFile`, and when there is a file of that name
 */
async function beginNewFile(path: string, mode?: number): Promise<NewFile> {
  if (existsSync(path)) throw new StorageError(`${path} exists already: name another file or folder`);
  return beginFile(path, mode);
}

/** Writes a whole file, in the place of an older one if it may. @throws StorageError or WriteError, as `NewFile` */
export async function writeWholeFile(
  path: string,
  text: string,
  { mode, mayReplace }: { readonly mode?: number; readonly mayReplace?: "replace" } = {},
): Promise<void> {
  const file = await (mayReplace === undefined ? beginNewFile : beginFile)(path, mode);
  try {
    await file.write(text);
    await file.publish(mayReplace);
  } finally {
    await file.discard();
  }
}

/**
 * Makes this folder and none above it: a mistyped path should not make a tree, and below /proc Node's own `recursive`
 * never ends.
 *
 * @returns whether it was made; false when it was there already
 */
export async function makeOneFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (cause) {
    if (errorCode(cause) === "EEXIST") return false;
    throw cause;
  }
}

/** Why a call of the file system failed, in the words of the operating system. */
export function systemReason(cause: unknown): string {
  if (cause instanceof ServiceError && cause.cause !== undefined) return systemReason(cause.cause);
  return new Map(getSystemErrorMap().values()).get(errorCode(cause)) ?? errorMessage(cause);
}

async function publish(
  handle: FileHandle,
  draft: string,
  path: string,
  name: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  await handle.sync();
  await name(draft, path);
  await rm(draft, { force: true });
  await flush(dirname(path));
}

/** Unlike a rename it replaces nothing. */
async function giveName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (cause) {
    if (!WITHOUT_LINKS.includes(errorCode(cause))) throw cause;
    await rename(draft, path);
  }
}

/** Error codes of file systems without hard links. */
const WITHOUT_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** A new name is on the disk, and survives a power cut, only once its folder is. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
