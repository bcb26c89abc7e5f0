import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyIdOf } from "peak-cycle-verify";
import { describe, expect, test } from "vitest";
import { isSigned } from "../../../../chain/src/keys.js";
import { ConfigError } from "../../../src/domain/errors.js";
import { openSigner, SignedHeadFile } from "../../../src/platform/signing-key.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempFolder } from "../../support/temp-sqlite.js";

describe("a signing key that is not there yet", () => {
  test("is made, with its folder, for its owner's eyes only, and is the same from then on", async () => {
    const signingKeyFile = join(tempFolder(), "data", "signing-key.pem");
    const signer = await openSigner({ signingKeyFile });
    expect(statSync(signingKeyFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(signingKeyFile, "utf8")).toMatch(
      /^-----BEGIN PRIVATE KEY-----\n\S+\n-----END PRIVATE KEY-----\n$/,
    );
    expect(readdirSync(join(signingKeyFile, ".."))).toEqual(["signing-key.pem"]);
    const again = await openSigner({ signingKeyFile });
    expect([again.keyId, again.x]).toEqual([signer.keyId, signer.x]);
    expect((await openSigner({ signingKeyFile: join(tempFolder(), "key") })).keyId).not.toBe(signer.keyId);
  });

  test("is the same for processes that start together", async () => {
    for (let round = 0; round < 20; round++) {
      const signingKeyFile = join(tempFolder(), "signing-key.pem");
      const all = await Promise.all(Array.from({ length: 8 }, () => openSigner({ signingKeyFile })));
      expect(new Set(all.map(({ keyId }) => keyId)).size).toBe(1);
      expect(readdirSync(join(signingKeyFile, ".."))).toEqual(["signing-key.pem"]);
    }
  });
});

describe("a signing key", () => {
  test("signs what its public key confirms, and is named by that", async () => {
    const { keyId, x, sign } = await openSigner({ signingKeyFile: join(tempFolder(), "key") });
    expect(keyId).toBe(keyIdOf(x));
    expect(isSigned("é", sign("é"), x)).toBe(true);
  });

  test("may be one that OpenSSL has made", async () => {
    const signingKeyFile = join(tempFolder(), "key");
    execFileSync("/usr/bin/openssl", ["genpkey", "-algorithm", "ed25519", "-out", signingKeyFile]);
    const { x, sign } = await openSigner({ signingKeyFile });
    expect(isSigned("text", sign("text"), x)).toBe(true);
  });

  test("is the first of several, of which the others can still sign, whatever stands between them", async () => {
    const blocks = [pem(), pem(), pem()];
    const [present, ...former] = await Promise.all(
      blocks.map((block) => openSigner({ signingKeyFile: fileWith(block) })),
    );
    const text = `# now\n${blocks[0]}\n# 2026\r\n${blocks[1]?.replaceAll("\n", "\r\n")}${blocks[2]}${blocks[0]}`;
    const signer = await openSigner({ signingKeyFile: fileWith(text) });
    expect(signer.keyId).toBe(present?.keyId);
    expect([...signer.former.keys()]).toEqual(former.map(({ keyId }) => keyId));
    for (const { keyId, x } of former) {
      const signature = signer.former.get(keyId)?.("text") ?? "";
      expect(isSigned("text", signature, x)).toBe(true);
    }
  });
});

describe("a file that is no signing key", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const rsa = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const { publicKey, privateKey: ed25519 } = generateKeyPairSync("ed25519");
  const locked = ed25519
    .export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "s3cret" })
    .toString();

  test.each([
    ["empty", "", "holds no key"],
    ["text", "s3cret words\n", "holds no key"],
    ["RSA", rsa, "holds something else"],
    ["a public key", publicKey.export({ format: "pem", type: "spki" }).toString(), "holds something else"],
    ["locked by a passphrase", locked, "holds something else"],
    ["a good key and then RSA", pem() + rsa, "holds something else"],
    [
      "nonsense in a block",
      "-----BEGIN PRIVATE KEY-----\nczNjcmV0\n-----END PRIVATE KEY-----\n",
      "holds something else",
    ],
    ["cut off", pem().slice(0, 80), "is cut off"],
    ["a good key and a cut one", pem() + pem().slice(0, 80), "is cut off"],
  ])("is refused and left as it is: %s", async (_what, content, reason) => {
    const signingKeyFile = fileWith(content);
    const message = await faultOf(signingKeyFile);
    expect(message).toContain(`SIGNING_KEY_FILE ${signingKeyFile} ${reason}; it must hold one or more Ed25519 keys`);
    for (const line of content.split("\n").filter((each) => each.length > 8 && !each.startsWith("-")))
      expect(message).not.toContain(line);
    expect(readFileSync(signingKeyFile, "utf8")).toBe(content);
  });

  test("is refused when it is a folder", async () => {
    const folder = tempFolder();
    expect(await faultOf(folder)).toBe(
      `SIGNING_KEY_FILE ${folder} cannot be read (illegal operation on a directory): let this user read it`,
    );
  });
});

function pem(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}

function fileWith(text: string): string {
  const path = join(tempFolder(), "signing-key.pem");
  writeFileSync(path, text);
  return path;
}

async function faultOf(signingKeyFile: string): Promise<string> {
  const error = await openSigner({ signingKeyFile }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  const { faults } = error as ConfigError;
  expect(faults).toHaveLength(1);
  expect(faults[0]).not.toContain("\n");
  return faults[0] ?? "";
}

const FIRST = { position: 7, hash: "a".repeat(64) };
const SECOND = { position: 9, hash: "0".repeat(64) };

test("the newest signed position is kept beside the key, for the owner's eyes, and known to the next process", async () => {
  const folder = tempFolder();
  const key = join(folder, "signing-key.pem");
  const file = new SignedHeadFile(key, quietLog());
  expect(await file.read()).toBeUndefined();
  await file.keep(FIRST);
  await file.keep(SECOND);
  expect(readdirSync(folder)).toEqual(["signing-key.pem.signed"]);
  expect(statSync(`${key}.signed`).mode & 0o777).toBe(0o600);
  expect(await new SignedHeadFile(key, quietLog()).read()).toEqual(SECOND);
  await file.forget();
  expect(await file.read()).toBeUndefined();
});

test.each(["", "{}", "null", "7", `7 ${"a".repeat(63)}\n`, "signed"])(
  "a file that holds %j is not taken for none",
  async (body) => {
    const key = join(tempFolder(), "signing-key.pem");
    writeFileSync(`${key}.signed`, body);
    const reading = new SignedHeadFile(key, quietLog()).read();
    await expect(reading).rejects.toThrow(ConfigError);
    await expect(reading).rejects.toThrow(`${key}.signed is not what Peak keeps beside its signing key: move it away`);
    expect(readFileSync(`${key}.signed`, "utf8")).toBe(body);
  },
);
