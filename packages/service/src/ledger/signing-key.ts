/** This installation's private key, and the file that holds its newest signed position. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { keyIdOf, type LedgerSigner, type SignedHead } from "peak-cycle-verify";
import { ConfigError, errorCode } from "../domain/errors.js";
import { makeFolder, systemReason, writeWholeFile } from "../platform/file-system.js";
import type { Log } from "../platform/log.js";

/** The key of the history. */
export interface KeyConfig {
  /** The private key that signs the history; created if missing. */
  readonly signingKeyFile: string;
  /** Allows a start that could be a mistake: a new history for an existing key, or an unendorsed new key. */
  readonly newHistory: "no" | "yes" | "new-key";
}

/**
 * Reads the key file, and creates it if it does not exist. Of several keys in it, the first signs and the others are
 * former ones.
 *
 * @throws ConfigError with one line that names the setting and reveals none of the file's contents
 */
export async function openSigner(place: { readonly signingKeyFile: string }): Promise<LedgerSigner> {
  if (!existsSync(place.signingKeyFile)) await makeKeyFile(place.signingKeyFile);
  return readSigner(place);
}

/** Reads the key file, for a command that never begins a history. @throws ConfigError as above, or if it is missing */
export async function readSigner({ signingKeyFile: path }: { readonly signingKeyFile: string }): Promise<LedgerSigner> {
  if (!existsSync(path))
    throw new ConfigError([`SIGNING_KEY_FILE ${path} does not exist: put the service's key there`]);
  const [present, ...former] = keysIn(path, (await readIfThere(path, `SIGNING_KEY_FILE ${path}`)) ?? "");
  if (present === undefined) throw unusable(path, "holds no key");
  const others = former.filter(({ keyId }) => keyId !== present.keyId);
  return { ...present, former: new Map(others.map((key) => [key.keyId, key.sign])) };
}

/** Whether every user of the machine can read the key file. */
export function isOpenToOthers(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0;
}

/** @throws ConfigError if a part of the file is not a complete key; otherwise an unendorsed key might sign */
function keysIn(path: string, text: string) {
  const blocks = text.split(/(?=-----BEGIN )/).filter((part) => part.startsWith("-----BEGIN "));
  return blocks.map((block) => {
    const key = privateKeyIn(block);
    if (key?.asymmetricKeyType !== "ed25519") {
      throw unusable(path, block.includes("-----END ") ? "contains something that Peak cannot use" : "is cut off");
    }
    return signerOf(key);
  });
}

/** Signs with an Ed25519 key that no earlier key endorses. */
export function signerOf(key: KeyObject): LedgerSigner {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const signText = (text: string) => sign(null, Buffer.from(text), key).toString("base64url");
  return { keyId: keyIdOf(x), x, sign: signText, former: new Map() };
}

function privateKeyIn(block: string): KeyObject | undefined {
  try {
    return createPrivateKey(block);
  } catch {
    return undefined;
  }
}

function unusable(path: string, fault: string): ConfigError {
  const format =
    'one or more Ed25519 keys in PEM without a passphrase, as "openssl genpkey -algorithm ed25519" creates them';
  return new ConfigError([`SIGNING_KEY_FILE ${path} ${fault}; it must hold ${format}`]);
}

/** Creates the key file and its folder, readable by the owner only. @throws ConfigError if it cannot be written */
async function makeKeyFile(path: string): Promise<void> {
  const key = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" });
  try {
    makeFolder(dirname(path));
    await writeWholeFile(path, key.toString(), "new");
  } catch (cause) {
    if (existsSync(path)) return; // another process was faster
    const remedy =
      'create it with "openssl genpkey -algorithm ed25519", one for all instances, and point SIGNING_KEY_FILE to it';
    throw new ConfigError([`SIGNING_KEY_FILE ${path} cannot be created (${systemReason(cause)}): ${remedy}`], {
      cause,
    });
  }
}

/**
 * A file next to the signing key with the newest signed position, so that nobody with write access to the database
 * alone can truncate the history unnoticed. If it cannot be written, as in a Kubernetes secret's folder, the position
 * is kept in memory only.
 */
export class SignedHeadFile {
  readonly #path: string;
  readonly #log: Log;
  readonly #access: "write" | "read";
  #isTold = false;

  /**
   * @param access commands only read it: a file they wrote might belong to a user whose files the service cannot read
   */
  constructor(signingKeyFile: string, log: Log, access: "write" | "read" = "write") {
    this.#path = `${signingKeyFile}.signed`;
    this.#log = log;
    this.#access = access;
  }

  /**
   * @returns `undefined` before the first signature
   *
   * @throws ConfigError if it cannot be read or is not such a file
   */
  async read(): Promise<SignedHead | undefined> {
    const body = await readIfThere(this.#path, this.#path);
    if (body === undefined) return undefined;
    const [, position, hash = ""] = /^(\d{1,9}) ([0-9a-f]{64})\n$/.exec(body) ?? [];
    if (position !== undefined) return { position: Number(position), hash };
    throw new ConfigError([`${this.#path} is not a file written by Peak: move it away`]);
  }

  async keep({ position, hash }: SignedHead): Promise<void> {
    if (this.#access === "read") return; // the running service saves it once it has read the entry
    try {
      await writeWholeFile(this.#path, `${position} ${hash}\n`, "replaced");
    } catch (cause) {
      const facts = { file: this.#path, reason: systemReason(cause) };
      if (!this.#isTold) this.#log.info(facts, "cannot save the signed position next to the key");
      this.#isTold = true;
    }
  }

  /** Called when the operator begins a new history on purpose. */
  async forget(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

/**
 * Moves the saved position away when a backup is restored, which may lack the newest signed days.
 *
 * @returns its new path; `undefined` if there was none
 * @throws ConfigError if it cannot be moved
 */
export async function setSignedHeadAside(signingKeyFile: string, stamp: string): Promise<string | undefined> {
  const path = `${signingKeyFile}.signed`;
  if (!existsSync(path)) return undefined;
  const aside = `${path}-before-${stamp}`;
  await rename(path, aside).catch((cause: unknown) => {
    throw new ConfigError([`cannot move ${path} away: ${systemReason(cause)}; move it before you start`], { cause });
  });
  return aside;
}

/** @param name of the file in messages @returns `undefined` if it does not exist @throws ConfigError */
async function readIfThere(path: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return undefined;
    throw new ConfigError([`${name} cannot be read (${systemReason(cause)}): let this user read it`], { cause });
  }
}
