import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { keyIdOf, type LedgerSigner, type SignedHead } from "peak-cycle-verify";
import { ConfigError, errorCode } from "../domain/errors.js";
import type { Log } from "./log.js";
import { makeOneFolder, systemReason, writeWholeFile } from "./new-file.js";

/**
 * The private key of this installation. Its file is made when there is none; of several keys in it the first signs, and
 * the others are former ones. A file beside it, `SignedHeadFile`, remembers what was signed.
 *
 * @throws ConfigError with one line that names the setting, and nothing of what is in the file
 */
export async function openSigner({ signingKeyFile: path }: { readonly signingKeyFile: string }): Promise<LedgerSigner> {
  let text = await readKeyFile(path);
  if (text === undefined) {
    await createKeyFile(path, newKey());
    // Of two processes that start together, both take the file of the quicker one.
    text = await readKeyFile(path);
  }
  const [present, ...former] = keysIn(path, text ?? "");
  if (present === undefined) throw unusable(path, "holds no key");
  const others = former.filter(({ keyId }) => keyId !== present.keyId);
  return { ...present, former: new Map(others.map((key) => [key.keyId, key.sign])) };
}

type SigningKey = Pick<LedgerSigner, "keyId" | "x" | "sign">;

function newKey(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}

/**
 * @throws ConfigError when a part of the file is not a whole key: without it, a key that no earlier one endorses might
 * sign
 */
function keysIn(path: string, text: string): readonly SigningKey[] {
  const blocks = text.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g) ?? [];
  if (blocks.length !== text.split("-----BEGIN").length - 1) throw unusable(path, "is cut off");
  return blocks.map((block) => {
    const key = signingKey(block);
    if (key === undefined) throw unusable(path, "holds something else");
    return key;
  });
}

function signingKey(block: string): SigningKey | undefined {
  let key: KeyObject;
  try {
    key = createPrivateKey(block);
  } catch {
    return undefined;
  }
  if (key.asymmetricKeyType !== "ed25519") return undefined;
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return { keyId: keyIdOf(x), x, sign: (text) => sign(null, Buffer.from(text, "utf8"), key).toString("base64url") };
}

function unusable(path: string, fault: string): ConfigError {
  const wanted =
    'one or more Ed25519 keys in PEM without a passphrase, as "openssl genpkey -algorithm ed25519" makes them';
  return new ConfigError([`SIGNING_KEY_FILE ${path} ${fault}; it must hold ${wanted}`]);
}

/**
 * The text of the file of the signing key; `undefined` when there is none.
 *
 * @throws ConfigError when it cannot be read
 */
function readKeyFile(path: string): Promise<string | undefined> {
  return readIfThere(path).catch((cause: unknown) => {
    throw fault("read", path, cause);
  });
}

/**
 * Writes the text to a new file that only its owner can read, in a folder that is made when missing. A kill leaves the
 * whole file or none; of two processes that do it at the same time one does.
 *
 * @throws ConfigError when it cannot be written
 */
async function createKeyFile(path: string, text: string): Promise<void> {
  try {
    await makeOneFolder(dirname(path));
    await writeWholeFile(path, text);
  } catch (cause) {
    // When the file is there now, another process was quicker to make it.
    if (!existsSync(path)) throw fault("made", path, cause);
  }
}

function fault(verb: "read" | "made", path: string, cause: unknown): ConfigError {
  const remedy =
    verb === "read"
      ? "let this user read it"
      : 'make it with "openssl genpkey -algorithm ed25519", the same for all instances, and let SIGNING_KEY_FILE name it';
  return new ConfigError([`SIGNING_KEY_FILE ${path} cannot be ${verb} (${systemReason(cause)}): ${remedy}`], { cause });
}

/**
 * A file beside the signing key with the newest signed position, so that nobody who can write to the database alone can
 * cut off the end of the history unnoticed. Where it cannot be written, as in the folder of a Kubernetes secret, this
 * process alone remembers.
 */
export class SignedHeadFile {
  readonly #path: string;
  readonly #log: Log;
  #isTold = false;

  constructor(signingKeyFile: string, log: Log) {
    this.#path = `${signingKeyFile}.signed`;
    this.#log = log;
  }

  /**
   * @returns `undefined` before the first signature
   *
   * @throws ConfigError when it cannot be read, or holds something else
   */
  async read(): Promise<SignedHead | undefined> {
    const body = await readIfThere(this.#path).catch((cause: unknown) => {
      throw new ConfigError([`${this.#path} cannot be read (${systemReason(cause)}): let this user read it`], {
        cause,
      });
    });
    if (body === undefined) return undefined;
    const [, position, hash = ""] = /^(\d{1,9}) ([0-9a-f]{64})\n$/.exec(body) ?? [];
    if (position !== undefined) return { position: Number(position), hash };
    throw new ConfigError([`${this.#path} is not what Peak keeps beside its signing key: move it away`]);
  }

  async keep({ position, hash }: SignedHead): Promise<void> {
    try {
      await writeWholeFile(this.#path, `${position} ${hash}\n`, { mayReplace: "replace" });
    } catch (cause) {
      const facts = { file: this.#path, reason: systemReason(cause) };
      if (!this.#isTold) this.#log.info(facts, "what was signed is not remembered beside the key");
      this.#isTold = true;
    }
  }

  /** Somebody begins a new history on purpose. */
  async forget(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return undefined;
    throw cause;
  }
}
