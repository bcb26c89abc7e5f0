import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { utcDay } from "peak-cycle-model";
import { expect, test } from "vitest";
import { lookupOf } from "../../../src/domain/api-key.js";
import { allApiKeys, noteUse } from "../../../src/storage/api-keys.js";
import { runPeak } from "../../support/run-peak.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";

/** `peak keys` while another process uses the folder, like a running service. */
async function beside() {
  const folder = tempFolder();
  const db = (await tempSqlite(folder)).db;
  const run = (...args: readonly string[]) => runPeak(["keys", ...args], { DATA_DIR: folder, API_PRO: "yes" });
  return { folder, db, run };
}

test("peak keys add prints a key and stores only its hash, with its limit and its last day", async () => {
  const { folder, db, run } = await beside();
  const { code, out, err } = await run("add", "Ada & Co, London", "--per-minute", "1200", "--until", "2999-12-31");
  expect([code, err]).toEqual([0, ""]);
  const key = { ...lookupOf(out.trimEnd()), name: "Ada & Co, London", perMinute: 1200, until: 376_199 };
  expect(await allApiKeys(db)).toEqual([expect.objectContaining(key)]);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  const secret = out.trimEnd().slice("peak_live_".length + 6);
  expect([key.hash, secret].map((text) => files.some((bytes) => bytes.includes(text)))).toEqual([true, false]);
  const { err: warning } = await runPeak(["keys", "add", "bob"], { DATA_DIR: folder });
  expect(warning).toBe("peak: the key has no effect until the service runs with API_PRO=yes\n");
});

test("peak keys list shows only six characters of each key", async () => {
  const { db, run } = await beside();
  expect(await run("list")).toEqual({ code: 0, out: "there is no key yet\n", err: "" });
  const added = (await run("add", "ada")).out.trimEnd();
  await run("add", "bob", "--until", "2999-12-31");
  await run("revoke", "bob");
  const [ada] = await allApiKeys(db);
  await noteUse(db, ada?.hash ?? "", utcDay("2024-10-04"));
  const { out } = await run("list");
  const [first, second] = out.split("\n");
  const today = new Date().toISOString().slice(0, 10);
  expect(first).toBe(`${ada?.prefix}  600 a minute   made ${today}  used 2024-10-04  until revoked  ada`);
  expect(second).toMatch(/^[0-9a-f]{6} {2}600 a minute {3}made .* {2}used never {7}revoked 20.*Z {2}bob$/);
  expect(out).not.toContain(added.slice(10, 17));
});

test("peak keys revoke accepts six characters or a name, and says what is wrong with anything else", async () => {
  const { db, run } = await beside();
  const first = (await run("add", "ada")).out.slice(10, 16);
  expect(await run("revoke", first)).toMatchObject({ code: 0, out: expect.stringContaining("ada is revoked") });
  expect(await run("revoke", "ada")).toEqual({ code: 2, out: "", err: "peak: this key is already revoked\n" });
  await run("add", "ada");
  expect((await run("revoke", "ada")).code).toBe(0);
  expect((await allApiKeys(db)).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  expect((await run("revoke", "eve")).err).toBe("peak: no such key: `peak keys list` shows all\n");
  const second = (await run("add", "bob")).out.slice(10, 16);
  await run("add", second);
  expect((await run("revoke", second)).err).toBe(
    "peak: several keys match KEY: use a name or six characters that `peak keys list` shows only once\n",
  );
});

test.each([
  [["add", " "], "NAME must not be empty"],
  [["add", "taken"], "a key with this NAME already exists: revoke it, or choose another name"],
  [["add", "x", "--per-minute", "6001"], "--per-minute must be a whole number from 1 to 6000"],
  [["add", "x", "--until", "2026-01-01"], "--until must not be in the past"],
])("peak keys %j is refused, and no key is stored", async (args, sentence) => {
  const { db, run } = await beside();
  await run("add", "taken");
  expect(await run(...args)).toEqual({ code: 2, out: "", err: `peak: ${sentence}\n` });
  expect(await allApiKeys(db)).toHaveLength(1);
});
