import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lookupOf } from "../../../src/platform/api-key.js";
import { openStores } from "../../../src/storage/stores.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";
import { runPeak } from "./run-peak.js";

/** `peak keys` beside a process that holds the folder, as a running service does. */
async function beside() {
  const folder = tempFolder();
  const { keys } = openStores(await tempSqlite(folder));
  const run = (...args: readonly string[]) => runPeak(["keys", ...args], { DATA_DIR: folder, API_PRO: "yes" });
  return { folder, keys, run };
}

test("peak keys add prints a key, of which the hash is stored, with its limit and its last day", async () => {
  const { folder, keys, run } = await beside();
  const { code, out, err } = await run("add", "Ada & Co, London", "--per-minute", "1200", "--until", "2999-12-31");
  expect([code, err]).toEqual([0, ""]);
  const text = out.trimEnd();
  const read = lookupOf(text);
  expect(await keys.all()).toEqual([
    expect.objectContaining({
      ...read,
      name: "Ada & Co, London",
      perMinute: 1200,
      until: 376_199,
      revokedAt: undefined,
    }),
  ]);
  const secret = text.slice("peak_live_".length + 6);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  expect(files.filter((bytes) => bytes.includes(read.hash))).not.toEqual([]);
  expect(files.filter((bytes) => bytes.includes(secret))).toEqual([]);
});

test("peak keys add says that a key opens nothing while API Pro is off", async () => {
  const { folder } = await beside();
  const { out, err } = await runPeak(["keys", "add", "ada"], { DATA_DIR: folder });
  expect([out.slice(0, 10), err]).toEqual([
    "peak_live_",
    "peak: the key opens nothing until the service runs with API_PRO=yes\n",
  ]);
});

test("peak keys list names every key by six characters, and none by more", async () => {
  const { keys, run } = await beside();
  expect(await run("list")).toEqual({ code: 0, out: "there is no key yet\n", err: "" });
  const added = (await run("add", "ada")).out.trimEnd();
  await run("add", "bob", "--until", "2999-12-31");
  await run("revoke", "bob");
  const [ada] = await keys.all();
  await keys.noteUse(ada?.hash ?? "", 20_000 as never);
  const { out } = await run("list");
  const today = new Date().toISOString().slice(0, 10);
  expect(out.split("\n")[0]).toBe(`${ada?.prefix}  600 a minute   made ${today}  used 2024-10-04  until revoked  ada`);
  expect(out.split("\n")[1]).toMatch(/^[0-9a-f]{6} {2}600 a minute {3}made .* {2}used never {7}revoked 20.*Z {2}bob$/);
  expect(out).not.toContain(added.slice(10, 17));
});

test("peak keys revoke takes the six characters or the name, and says what is wrong with anything else", async () => {
  const { keys, run } = await beside();
  const first = (await run("add", "ada")).out.slice(10, 16);
  expect(await run("revoke", first)).toMatchObject({ code: 0, out: expect.stringContaining("ada is revoked") });
  const again = await run("revoke", "ada");
  expect(again).toEqual({ code: 2, out: "", err: "peak: KEY is revoked already\n" });
  await run("add", "ada");
  expect((await run("revoke", "ada")).code).toBe(0);
  expect((await keys.all()).filter(({ revokedAt }) => revokedAt === undefined)).toEqual([]);
  expect((await run("revoke", "eve")).err).toBe("peak: KEY is no key: `peak keys list` has all\n");
  const second = (await run("add", "bob")).out.slice(10, 16);
  await run("add", second);
  expect((await run("revoke", second)).err).toBe("peak: KEY is that of several keys: `peak keys list` names each\n");
});

test.each([
  [["add", " "], "NAME must not be empty"],
  [["add", "a\nb"], "NAME must be one line of at most 80 characters"],
  [["add", "taken"], "NAME is that of a key already: revoke that one, or take another name"],
  [["add", "x", "--per-minute", "0"], "--per-minute must be a whole number from 1 to 6000"],
  [["add", "x", "--per-minute", "6001"], "--per-minute must be a whole number from 1 to 6000"],
  [["add", "x", "--until", "2026-02-30"], "--until must be a UTC day such as 2026-11-21"],
  [["add", "x", "--until", "2026-01-01"], "--until must not be over: it is the last day of the key"],
])("%j is refused, and no key is made", async (args, sentence) => {
  const { keys, run } = await beside();
  await run("add", "taken");
  expect(await run(...args)).toEqual({ code: 2, out: "", err: `peak: ${sentence}\n` });
  expect(await keys.all()).toHaveLength(1);
});

test.each([["add", "ada"], ["list"]])(
  "peak keys %s makes no database, and says that there is none",
  async (...args) => {
    const folder = join(tempFolder(), "data");
    const { code, err } = await runPeak(["keys", ...args], { DATA_DIR: folder });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^peak: there is no database at .*: `peak serve` makes it\n$/),
    ]);
  },
);
