import { copyFileSync, cpSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openSigner } from "../../../src/platform/signing-key.js";
import { addObservations } from "../../../src/storage/observations.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { addScore } from "../../../src/storage/scores.js";
import { putState } from "../../../src/storage/state.js";
import { madeOnce } from "../../support/made-once.js";
import { appendDays } from "../../support/sample-ledger.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "../../unit/commands/run-peak.js";
import { at, closedDays, historyRows, hourlyScore, observation, revision } from "./samples.js";

const PASSWORDLESS = { DATABASE_URL: "postgres://peak:s3cret@127.0.0.1:1/peak" };

/**
 * A copy of a folder with 60 closed days, a correction, scores and statements of sources, signed with a key of its own.
 */
async function installation(): Promise<string> {
  const folder = tempFolder();
  cpSync(await madeOnce("signed-installation", makeInstallation), folder, { recursive: true });
  return folder;
}

async function makeInstallation(folder: string): Promise<void> {
  const opened = await openSqlite(folder);
  const database = opened.queries;
  const history = await appendDays(database, closedDays(0, 60), historyRows(1, 60), await signerIn(folder));
  const now = at("2026-11-22T10:00:00Z");
  await history.append(database, [revision({ date: "2010-07-27" })], await signerIn(folder), now);
  await addScore(database, hourlyScore());
  await addObservations(database, [observation(), observation({ source: "binance", value: 91_234.25 })]);
  await putState(database, "now", { minute: 7 });
  await opened.close();
}

const signerIn = (folder: string) => openSigner({ signingKeyFile: join(folder, "signing-key.pem") });

/** Every row of every table, from a copy, so that a look changes nothing. */
function rowsOf(path: string): Readonly<Record<string, readonly unknown[]>> {
  const copy = join(tempFolder(), "copy");
  copyFileSync(path, copy);
  const file = new SqliteFile(copy);
  const names = file.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all();
  const rows = names.map((name) => [name, file.prepare(`select * from "${name}" order by 1, 2`).all()]);
  file.close();
  return Object.fromEntries(rows);
}

const WRITTEN = (path: string) => `written to ${path} and checked; the signing key is not in it\n`;

describe("peak backup", () => {
  test("next to an open database writes one file, for its owner alone, that can take its place", async () => {
    const folder = await installation();
    const service = await openSqlite(folder);
    await putState(service.queries, "now", { minute: 8 }); // in the log only
    const path = join(tempFolder(), "peak.backup");
    expect(await runPeak(["backup", path], { DATA_DIR: folder })).toEqual({ code: 0, out: WRITTEN(path), err: "" });
    await service.close();
    expect(readdirSync(join(path, ".."))).toEqual(["peak.backup"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(rowsOf(path)).toEqual(rowsOf(join(folder, "peak.db")));

    const place = tempFolder();
    copyFileSync(path, join(place, "peak.db"));
    expect((await runPeak(["verify"], { DATA_DIR: place })).code).toBe(0);
    const opened = await openSqlite(place);
    await appendDays(opened.queries, closedDays(60, 1), historyRows(61, 1), await signerIn(folder));
    await opened.close();
  });

  test("keeps the newest when it is asked, clears up after killed ones, and touches no other file", async () => {
    const folder = await installation();
    const place = tempFolder();
    const name = (day: number) => `peak-2026-11-${day}.db`;
    const killed = `${name(14)}.part-wal`;
    const old = [...[10, 11, 12, 13].map(name), killed];
    for (const [age, each] of old.toReversed().entries()) {
      writeFileSync(join(place, each), "");
      const at = Date.now() / 1000 - (age + 1) * 86_400;
      utimesSync(join(place, each), at, at);
    }
    const others = [`${name(9)}.txt`, `${name(15)}.part`, "peak-x.db", "peak.db"]; // one is being made now
    for (const other of others) writeFileSync(join(place, other), "mine");
    const backUp = (...options: readonly string[]) =>
      runPeak(["backup", join(place, name(20)), ...options], { DATA_DIR: folder });
    expect((await backUp("--keep", "none")).err).toBe("peak: --keep must be a whole number from 1 to 99999\n");
    expect(readdirSync(place).sort()).toEqual([...old, ...others].sort());
    expect((await backUp("--keep", "3")).code).toBe(0);
    expect(readdirSync(place).sort()).toEqual([name(12), name(13), name(20), ...others].sort()); // and `killed` is gone
  });

  test("refuses a name that is taken, and leaves the file there as it is", async () => {
    const folder = await installation();
    const path = join(tempFolder(), "taken");
    writeFileSync(path, "mine");
    const err = `peak: ${path} exists already: name another file\n`;
    expect(await runPeak(["backup", path], { DATA_DIR: folder })).toEqual({ code: 2, out: "", err });
    expect([readFileSync(path, "utf8"), readdirSync(join(path, ".."))]).toEqual(["mine", ["taken"]]);
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

  test("into a folder that is not there exits 2", async () => {
    const away = join(tempFolder(), "none", "backup");
    const { code, err } = await runPeak(["backup", away], { DATA_DIR: await installation() });
    expect([code, err]).toEqual([2, `peak: cannot write ${away}.part: no such file or directory\n`]);
  });

  test("of a history that is not sound exits 1, and no file is left", async () => {
    const folder = await installation();
    const file = new SqliteFile(join(folder, "peak.db"));
    file.exec("update ledger set body = replace(body, '\"score\":', '\"score\":1') where position = 40");
    file.close();
    const path = join(tempFolder(), "backup");
    const { code, err } = await runPeak(["backup", path], { DATA_DIR: folder });
    expect(code).toBe(1);
    expect(err).toMatch(/^peak: no backup was made, the history is not sound: entry \d+: .*\n$/);
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });
});
