import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { getSystemErrorMap } from "node:util";
import { ConfigError } from "../domain/errors.js";

/** The text of the file of the signing key; `undefined` when there is none. @throws ConfigError when it cannot be read */
export async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw fault("read", path, cause);
  }
}

/**
 * Keeps the text in a new file that only its owner can read, and its folder if need be. A kill leaves the whole file or
 * none; of two processes that do it at the same time one does.
 *
 * @throws ConfigError when it cannot be written
 */
export async function keepKeyFile(path: string, text: string): Promise<void> {
  try {
    const folder = dirname(path);
    await makeFolder(folder);
    const draft = `${path}.${randomUUID()}`;
    await write(draft, text);
    try {
      await link(draft, path); // unlike a rename it never replaces what another process was quicker to make
    } catch (cause) {
      if (codeOf(cause) !== "EEXIST") throw cause;
    } finally {
      await unlink(draft);
    }
    await flush(folder);
  } catch (cause) {
    throw fault("made", path, cause);
  }
}

/** That one only: several would hide a mistyped path, and where that is below /proc, Node tries for ever. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause;
  }
}

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text, "utf8");
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name is on the disk only when its folder is. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function fault(verb: "read" | "made", path: string, cause: unknown): ConfigError {
  const remedy =
    verb === "read"
      ? "let this user read it"
      : 'make it with "openssl genpkey -algorithm ed25519", the same for all instances, and let SIGNING_KEY_FILE name it';
  return new ConfigError([`SIGNING_KEY_FILE ${path} cannot be ${verb} (${reasonOf(cause)}): ${remedy}`], { cause });
}

/** In the words of the operating system. */
function reasonOf(cause: unknown): string {
  const words = new Map(getSystemErrorMap().values());
  const code = codeOf(cause);
  return words.get(code) ?? code;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}
