import { generateKeyPairSync } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyIdOf } from "peak-cycle-verify";
import { expect, test } from "vitest";
import { isSigned } from "../../../../verify/src/keys.js";
import { ConfigError } from "../../../src/domain/errors.js";
import { isOpenToOthers, openSigner, SignedHeadFile } from "../../../src/ledger/signing-key.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const pem = () => generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();

function fileWith(text: string): string {
  const path = join(tempFolder(), "signing-key.pem");
  writeFileSync(path, text);
  return path;
}

test("a signing key is created with its folder, accessible to its owner only, and stays the same", async () => {
  const signingKeyFile = join(tempFolder(), "data", "signing-key.pem");
  const { keyId, x, sign } = await openSigner({ signingKeyFile });
  expect([keyId, isSigned("é", sign("é"), x)]).toEqual([keyIdOf(x), true]);
  expect(readdirSync(join(signingKeyFile, ".."))).toEqual(["signing-key.pem"]);
  expect([statSync(signingKeyFile).mode & 0o777, isOpenToOthers(signingKeyFile)]).toEqual([0o600, false]);
  chmodSync(signingKeyFile, 0o644);
  expect(isOpenToOthers(signingKeyFile)).toBe(true);
  expect((await openSigner({ signingKeyFile })).keyId).toBe(keyId);
  expect((await openSigner({ signingKeyFile: join(tempFolder(), "key") })).keyId).not.toBe(keyId);
});

test("processes that start together agree on one signing key", async () => {
  for (let round = 0; round < 10; round++) {
    const signingKeyFile = join(tempFolder(), "keys", "signing-key.pem");
    const all = await Promise.all(Array.from({ length: 8 }, () => openSigner({ signingKeyFile })));
    expect(new Set(all.map(({ keyId }) => keyId)).size).toBe(1);
    expect(readdirSync(join(signingKeyFile, ".."))).toEqual(["signing-key.pem"]);
  }
});

test("the first of several signing keys signs and the others still can, with any text between them", async () => {
  const blocks = [pem(), pem(), pem()];
  const [present, ...former] = await Promise.all(
    blocks.map((block) => openSigner({ signingKeyFile: fileWith(block) })),
  );
  const text = `# now\n${blocks[0]}\n# 2026\r\n${blocks[1]?.replaceAll("\n", "\r\n")}${blocks[2]}${blocks[0]}`;
  const signer = await openSigner({ signingKeyFile: fileWith(text) });
  expect([signer.keyId, ...signer.former.keys()]).toEqual([present, ...former].map((each) => each?.keyId));
  for (const { keyId, x } of former) {
    expect(isSigned("text", signer.former.get(keyId)?.("text") ?? "", x)).toBe(true);
  }
});

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const RSA = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const { publicKey, privateKey: ed25519 } = generateKeyPairSync("ed25519");
const LOCKED = ed25519.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "s3cret" }).toString();

test.each([
  ["is text", "s3cret words\n", "holds no key"],
  [
    "holds a public key",
    publicKey.export({ format: "pem", type: "spki" }).toString(),
    "contains something that Peak cannot use",
  ],
  ["is protected by a passphrase", LOCKED, "contains something that Peak cannot use"],
  ["holds a good key and then RSA", pem() + RSA, "contains something that Peak cannot use"],
  ["holds a good key and a cut one", pem() + pem().slice(0, 80), "is cut off"],
])("a key file that %s is rejected in one sentence that reveals none of it", async (_what, content, reason) => {
  const signingKeyFile = fileWith(content);
  const error = await openSigner({ signingKeyFile }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as ConfigError;
  expect(message).toContain(`SIGNING_KEY_FILE ${signingKeyFile} ${reason}; it must hold one or more Ed25519 keys`);
  for (const line of content.split("\n").filter((each) => each.length > 8 && !each.startsWith("-")))
    expect(message).not.toContain(line);
  expect(readFileSync(signingKeyFile, "utf8")).toBe(content);
});

test("the newest signed position is saved next to the key for the next process", async () => {
  const folder = tempFolder();
  const key = join(folder, "signing-key.pem");
  const file = new SignedHeadFile(key, quietLog());
  expect(await file.read()).toBeUndefined();
  await file.keep({ position: 7, hash: "a".repeat(64) });
  await file.keep({ position: 9, hash: "0".repeat(64) });
  expect(readdirSync(folder)).toEqual(["signing-key.pem.signed"]);
  expect(statSync(`${key}.signed`).mode & 0o777).toBe(0o600);
  expect(await new SignedHeadFile(key, quietLog()).read()).toEqual({ position: 9, hash: "0".repeat(64) });
  await file.forget();
  expect(await file.read()).toBeUndefined();
});

test("an old draft of the signed position, left by a killed process, is removed, but not a new one", async () => {
  const key = join(tempFolder(), "signing-key.pem");
  const [old, young] = [`${key}.signed.8f1c.part`, `${key}.signed.9a2d.part`];
  for (const draft of [old, young]) writeFileSync(draft, "");
  utimesSync(old, 0, 0);
  await new SignedHeadFile(key, quietLog()).keep({ position: 7, hash: "a".repeat(64) });
  expect([old, young, `${key}.signed`].map((path) => existsSync(path))).toEqual([false, true, true]);
});

test.each(["", "7", `7 ${"a".repeat(63)}\n`])("a signed position of %j is rejected, not ignored", async (body) => {
  const key = join(tempFolder(), "signing-key.pem");
  writeFileSync(`${key}.signed`, body);
  const reading = new SignedHeadFile(key, quietLog()).read();
  await expect(reading).rejects.toThrow(`${key}.signed is not a file written by Peak: move it away`);
});
