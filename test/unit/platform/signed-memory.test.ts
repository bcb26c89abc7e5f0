import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError } from "../../../src/domain/errors.js";
import { forgetSigned, openSignedMemory } from "../../../src/platform/signed-memory.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const FIRST = { text: '{"position":1}', keyId: "key", signature: "sig" };
const SECOND = { ...FIRST, text: '{"position":2}' };

test("the newest signed statement is kept beside the key, whole, for the owner's eyes, and known to the next process", async () => {
  const folder = tempFolder();
  const key = join(folder, "signing-key.pem");
  const memory = await openSignedMemory(key, quietLog());
  expect(await memory.read()).toEqual([]);
  await memory.keep(FIRST);
  await memory.keep(SECOND);
  expect(readdirSync(folder)).toEqual(["signing-key.pem.signed"]);
  expect(statSync(memory.place).mode & 0o777).toBe(0o600);
  expect(await memory.read()).toEqual([SECOND]);
  expect(await (await openSignedMemory(key, quietLog())).read()).toEqual([SECOND]);
  await forgetSigned(key);
  expect(await (await openSignedMemory(key, quietLog())).read()).toEqual([]);
});

test("a file that another instance has written, or somebody has set back, is known beside what this process remembers", async () => {
  const key = join(tempFolder(), "signing-key.pem");
  const memory = await openSignedMemory(key, quietLog());
  await memory.keep(SECOND);
  await (await openSignedMemory(key, quietLog())).keep(FIRST);
  expect(await memory.read()).toEqual([SECOND, FIRST]);
});

test("where nothing can be written the process remembers by itself, and says so once", async () => {
  const log = quietLog();
  const memory = await openSignedMemory("/proc/none/signing-key.pem", log);
  await memory.keep(FIRST);
  await memory.keep(SECOND);
  expect(await memory.read()).toEqual([SECOND]);
  expect(log.lines).toMatchObject([
    {
      level: "info",
      sentence: "what was signed is not remembered beside the key",
      facts: { file: "/proc/none/signing-key.pem.signed", reason: "no such file or directory" },
    },
  ]);
});

test.each(["", "{}", "null", '{"statement":1}', "signed"])(
  "a file that holds %j is not taken for no memory",
  async (body) => {
    const key = join(tempFolder(), "signing-key.pem");
    writeFileSync(`${key}.signed`, body);
    const opening = openSignedMemory(key, quietLog());
    await expect(opening).rejects.toThrow(ConfigError);
    await expect(opening).rejects.toThrow(`${key}.signed is not what Peak keeps beside its signing key: move it away`);
    expect(readFileSync(`${key}.signed`, "utf8")).toBe(body);
  },
);

test("a file that cannot be read is named", async () => {
  const key = join(tempFolder(), "signing-key.pem");
  mkdirSync(`${key}.signed`);
  await expect(openSignedMemory(key, quietLog())).rejects.toThrow(
    `${key}.signed cannot be read (illegal operation on a directory): let this user read it`,
  );
});
