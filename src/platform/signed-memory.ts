import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import type { SignedStatement } from "../domain/chain.js";
import { ConfigError, errorCode } from "../domain/errors.js";
import type { Log, SignedMemory } from "../operations/ports.js";
import { systemReason } from "./signing-key.js";

/** Where the newest statement signed with the keys of a file is remembered: in a file beside it. */
function memoryFileOf(signingKeyFile: string): string {
  return `${signingKeyFile}.signed`;
}

/**
 * Remembers the newest statement beside the signing key, and in this process where nothing can be written there, as in
 * the folder of a Kubernetes secret.
 *
 * @throws ConfigError when there is a file that cannot be read, or holds something else
 */
export async function openSignedMemory(signingKeyFile: string, log: Log): Promise<SignedMemory> {
  const place = memoryFileOf(signingKeyFile);
  let own: SignedStatement | undefined;
  let isTold = false;
  await readStatement(place);
  return {
    place,
    async read() {
      const kept = await readStatement(place);
      return [own, kept?.text === own?.text ? undefined : kept].filter((each) => each !== undefined);
    },
    async keep(statement) {
      if (statement.text === own?.text) return;
      own = statement;
      try {
        await writeSigned(place, statement);
      } catch (cause) {
        if (!isTold)
          log.info({ file: place, reason: systemReason(cause) }, "what was signed is not remembered beside the key");
        isTold = true;
      }
    },
  };
}

/** Forgets what was signed: somebody has replaced the history on purpose. */
export async function forgetSigned(signingKeyFile: string): Promise<void> {
  await rm(memoryFileOf(signingKeyFile), { force: true });
}

/** Replaces the file as a whole. */
async function writeSigned(path: string, { text, signature, keyId }: SignedStatement): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const body = JSON.stringify({ statement: text, signature, key_id: keyId });
    await writeFile(draft, `${body}\n`, { flag: "wx", mode: 0o600, flush: true });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function readStatement(path: string): Promise<SignedStatement | undefined> {
  let body: string;
  try {
    body = await readFile(path, "utf8");
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return undefined;
    throw new ConfigError([`${path} cannot be read (${systemReason(cause)}): let this user read it`], { cause });
  }
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
