import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { keyIdOf, type SignedStatement } from "peak-cycle-verify";
import { ConfigError, errorCode } from "../domain/errors.js";
import type { SignedMemory, Signer } from "../history/signer.js";
import type { Log } from "./log.js";
import { makeOneFolder, systemReason, writeWholeFile } from "./new-file.js";

/**
 * The private key of this installation. Its file is made when there is none; of several keys in it the first signs, and
 * the others are former ones. A file beside it, see `openSignedMemory`, remembers the newest statement that was signed.
 *
 * @throws ConfigError with one line that names the setting, and nothing of what is in the file
 */
export async function openSigner({ signingKeyFile: path }: { readonly signingKeyFile: string }): Promise<Signer> {
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

type SigningKey = Pick<Signer, "keyId" | "x" | "sign">;

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

/** The text of the file of the signing key; `undefined` when there is none. @throws ConfigError when it cannot be read */
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

function memoryFileOf(signingKeyFile: string): string {
  return `${signingKeyFile}.signed`;
}

/**
 * Remembers beside the signing key, and in this process where nothing can be written there, as in the folder of a
 * Kubernetes secret.
 *
 * @throws ConfigError when there is a file that cannot be read, or holds something else
 */
export async function openSignedMemory(signingKeyFile: string, log: Log): Promise<SignedMemory> {
  const place = memoryFileOf(signingKeyFile);
  let own: SignedStatement | undefined;
  let isTold = false;
  await readMemory(place);
  return {
    place,
    async read() {
      const statement = await readMemory(place);
      const statements = [own, statement?.text === own?.text ? undefined : statement];
      return statements.filter((each) => each !== undefined);
    },
    async keep(statement) {
      if (statement.text === own?.text) return;
      own = statement;
      const { text, signature, keyId } = statement;
      try {
        const body = JSON.stringify({ statement: text, signature, key_id: keyId });
        await writeWholeFile(place, `${body}\n`, { mayReplace: "replace" });
      } catch (cause) {
        if (!isTold)
          log.info({ file: place, reason: systemReason(cause) }, "what was signed is not remembered beside the key");
        isTold = true;
      }
    },
  };
}

/** Forgets what was signed: somebody has begun a new history on purpose. */
export async function forgetSigned(signingKeyFile: string): Promise<void> {
  await rm(memoryFileOf(signingKeyFile), { force: true });
}

/** @returns `undefined` before the first statement */
async function readMemory(path: string): Promise<SignedStatement | undefined> {
  const body = await readIfThere(path).catch((cause: unknown) => {
    throw new ConfigError([`${path} cannot be read (${systemReason(cause)}): let this user read it`], { cause });
  });
  if (body === undefined) return undefined;
  const { statement, signature, key_id } = fieldsOf(body);
  if (typeof statement === "string" && typeof signature === "string" && typeof key_id === "string") {
    return { text: statement, signature, keyId: key_id };
  }
  throw new ConfigError([`${path} is not what Peak keeps beside its signing key: move it away`]);
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(body) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
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
