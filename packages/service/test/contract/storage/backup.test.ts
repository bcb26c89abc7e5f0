import { copyFileSync, cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { type Instant, plus, SECOND_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { openSigner } from "../../../src/platform/signing-key.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { breakIn } from "../../property/chain/histories.js";
import { signStored } from "../../support/history-check.js";
import { madeOnce } from "../../support/made-once.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "../../unit/commands/run-peak.js";
import { at, closedDays, historyRows, hourlyScore, observation, revision } from "./samples.js";

const IS_ROOT = process.getuid?.() === 0;

/** What a restore by root into a folder of its own says. */
const BY_ROOT = IS_ROOT
  ? "it belongs to root, and so does its folder: chown both when the service runs as another user\n"
  : "";

const PASSWORDLESS = { DATABASE_URL: "postgres://peak:s3cret@127.0.0.1:1/peak" };

/** Signs what is stored with the key in the folder, as a start of the service does. */
async function sign(folder: string, days = 0): Promise<void> {
  const stores = openStores(await openSqlite(folder));
  const signer = await openSigner({ signingKeyFile: join(folder, "signing-key.pem") });
  let time: Instant = plus(at("2026-11-20T06:00:03Z"), days * 86_400 * SECOND_MS);
  const clock = {
    now: () => {
      time = plus(time, SECOND_MS);
      return time;
    },
    sleep: () => Promise.reject(new Error("nothing waits here")),
  };
  await signStored({ clock, stores, signer });
  await stores.close();
}

/** A copy of a folder with 60 closed days, a correction, scores and statements of sources, signed with a key of its own. */
async function installation(): Promise<string> {
  const folder = tempFolder();
  cpSync(await madeOnce("signed-installation", makeInstallation), folder, { recursive: true });
  return folder;
}

async function makeInstallation(folder: string): Promise<void> {
  const stores = openStores(await openSqlite(folder));
  await stores.days.append(closedDays(0, 60), historyRows(1, 60));
  await stores.chain.addRevision(revision({ number: 1, day: closedDays(9, 1)[0]?.day ?? revision().day }));
  await stores.scores.add(hourlyScore());
  await stores.observations.add([observation(), observation({ source: "binance", value: 91_234.25 })]);
  await stores.installation.put("minute", "7");
  await stores.close();
  await sign(folder);
}

async function backedUp(folder: string, ...options: readonly string[]): Promise<string> {
  const path = join(tempFolder(), "peak.backup");
  expect(await runPeak(["backup", path, ...options], { DATA_DIR: folder })).toMatchObject({ code: 0, err: "" });
  return path;
}

/** Every row of every table, from a copy, so that a look changes nothing. */
function rowsOf(path: string): Readonly<Record<string, readonly unknown[]>> {
  const copy = join(tempFolder(), "copy");
  copyFileSync(path, copy);
  const file = new SqliteFile(copy);
  const names = file.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all();
  const rows = Object.fromEntries(
    names.map((name) => [
      name,
      file
        .prepare(`select * from "${name}" order by 1, 2`)
        .all()
        .filter((row) => !isDigest(row)),
    ]),
  );
  file.close();
  return rows;
}

const isDigest = (row: unknown) => (row as { readonly key?: unknown }).key === "backup:digest";

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("peak backup", () => {
  test("beside an open database writes one file that only its owner can read, without the key", async () => {
    const folder = await installation();
    const service = await openSqlite(folder);
    const path = await backedUp(folder);
    await service.close();
    expect(readdirSync(join(path, ".."))).toEqual(["peak.backup"]);
    expect(modeOf(path)).toBe(0o600);
    expect(rowsOf(path)).toEqual(rowsOf(join(folder, "peak.db")));
    expect(readFileSync(path).includes("PRIVATE KEY")).toBe(false);
  });

  test("refuses a name that is taken, and leaves the file there as it is", async () => {
    const folder = await installation();
    const path = join(tempFolder(), "taken");
    writeFileSync(path, "mine");
    expect(await runPeak(["backup", path], { DATA_DIR: folder })).toEqual({
      code: 2,
      out: "",
      err: `peak: ${path} exists already: name another file or folder\n`,
    });
    expect([readFileSync(path, "utf8"), readdirSync(join(path, ".."))]).toEqual(["mine", ["taken"]]);
    writeFileSync(`${path}2.key`, "mine");
    const withKey = await runPeak(["backup", `${path}2`, "--with-key"], { DATA_DIR: folder });
    expect([withKey.code, withKey.err]).toEqual([
      2,
      `peak: ${path}2.key exists already: name another file or folder\n`,
    ]);
    expect(readdirSync(join(path, "..")).sort()).toEqual(["taken", "taken2.key"]);
  });

  test.each([
    ["without a database", (folder: string) => ({ DATA_DIR: join(folder, "none") }), "there is no database at"],
    ["on PostgreSQL", () => PASSWORDLESS, 'pg_dump --format=custom --file=FILE "$DATABASE_URL"'],
  ])("%s exits 2 with one sentence and makes nothing", async (_what, env, sentence) => {
    const folder = tempFolder();
    const { code, out, err } = await runPeak(["backup", join(folder, "backup")], env(folder));
    expect([code, out, err.split("\n").length]).toEqual([2, "", 2]);
    expect(err).toContain(sentence);
    expect(err).not.toContain("s3cret");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("of a history that does not hold exits 1, and no file is left", async () => {
    const folder = await installation();
    const file = breakIn(join(folder, "peak.db"));
    file.exec("update history set score = score + 1 where day = (select max(day) from history)");
    file.close();
    const path = join(tempFolder(), "backup");
    const { code, err } = await runPeak(["backup", path, "--with-key"], { DATA_DIR: folder });
    expect(code).toBe(1);
    expect(err).toMatch(/^peak: no backup was made, the history does not hold: .*; `peak verify` names all\n$/);
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });
});

describe("peak restore", () => {
  test("into an empty place gives the same rows, a sound chain, and a service can go on, which can be backed up and restored again", async () => {
    const folder = await installation();
    const path = await backedUp(folder);
    const place = join(tempFolder(), "new", "place");
    const { code, out, err } = await runPeak(["restore", path], { DATA_DIR: place });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(
      `${path} is checked and in place in ${place}\n` +
        (IS_ROOT
          ? "it belongs to root, and so does its folder: chown both when the service runs as another user\n"
          : "") +
        `no signing key is there: put yours at ${join(place, "signing-key.pem")} before the next start, or a new one is made\n`,
    );
    expect(readdirSync(place).sort()).toEqual(["peak.db", "peak.lock"]);
    expect(modeOf(join(place, "peak.db"))).toBe(0o600);
    expect(rowsOf(join(place, "peak.db"))).toEqual(rowsOf(join(folder, "peak.db")));
    expect((await runPeak(["verify"], { DATA_DIR: place })).code).toBe(0);
    const stores = openStores(await openSqlite(place));
    await stores.days.append(closedDays(60, 1), historyRows(61, 1));
    await stores.close();
    const again = ["restore", await backedUp(place), "--allow-unsigned"];
    expect((await runPeak(again, { DATA_DIR: tempFolder() })).code).toBe(0);
  });

  test("takes the key along only when asked, to where it is configured, and never over another one", async () => {
    const folder = await installation();
    const path = await backedUp(folder, "--with-key");
    expect(modeOf(`${path}.key`)).toBe(0o600);
    const place = tempFolder();
    const env = { DATA_DIR: place, SIGNING_KEY_FILE: join(place, "own.pem") };
    writeFileSync(env.SIGNING_KEY_FILE, "another");
    const refused = await runPeak(["restore", path, "--with-key"], env);
    expect([refused.code, refused.err]).toEqual([
      2,
      `peak: ${env.SIGNING_KEY_FILE} is there already: move it away first\n`,
    ]);
    expect(readdirSync(place)).toEqual(["own.pem"]);
    const free = { DATA_DIR: place, SIGNING_KEY_FILE: join(place, "key.pem") };
    const { code, out } = await runPeak(["restore", path, "--with-key"], free);
    expect([code, out]).toEqual([0, `${path} is checked and in place in ${place}\n${BY_ROOT}`]);
    expect(readFileSync(free.SIGNING_KEY_FILE)).toEqual(readFileSync(join(folder, "signing-key.pem")));
    expect(modeOf(free.SIGNING_KEY_FILE)).toBe(0o600);
  });
});
