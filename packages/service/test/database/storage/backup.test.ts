import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { instantOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { isBackupDue } from "../../../src/commands/backup.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { putState } from "../../../src/storage/state.js";
import { runPeak } from "../../support/run-peak.js";
import { releasedFolder } from "../../support/sample-rows.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";

const ON_POSTGRES = { DATABASE_URL: "postgres://peak:s3cret@127.0.0.1:1/peak" };

const WRITTEN = (path: string) => `written to ${path} and checked; the signing key is not in it\n`;

describe("peak backup", () => {
  test("copies everything to one file, readable only by its owner, while a service has the database open", async () => {
    const folder = releasedFolder();
    const service = await openSqlite(folder);
    await putState(service.db, "now", { minute: 8 }); // in the WAL only
    const path = join(tempFolder(), "peak.backup");
    const exported = (DATA_DIR: string) => runPeak(["export"], { DATA_DIR });
    const before = await exported(folder);
    const known = async () => (await runPeak(["status"], { DATA_DIR: folder })).out.match(/^backup +(.*)$/m)?.[1];
    expect(await known()).toBe("none known");
    expect(await runPeak(["backup", path], { DATA_DIR: folder })).toEqual({ code: 0, out: WRITTEN(path), err: "" });
    expect(await known()).toMatch(/^0 min old /);
    await service.close();
    expect(readdirSync(join(path, ".."))).toEqual(["peak.backup"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await exported(path)).toEqual(before);
  });

  test("keeps the newest with --keep, removes what killed backups left, and touches no other file", async () => {
    const folder = releasedFolder();
    const place = tempFolder();
    const name = (day: number) => `peak-2026-11-${day}.db`;
    const killed = `${name(14)}.part-wal`;
    const old = [...[10, 11, 12, 13].map(name), killed];
    for (const [age, each] of old.toReversed().entries()) {
      writeFileSync(join(place, each), "");
      const at = Date.now() / 1000 - (age + 1) * 86_400;
      utimesSync(join(place, each), at, at);
    }
    const others = [`${name(9)}.txt`, `${name(15)}.part`, "peak-x.db", "peak.db"]; // one of them is being made now
    for (const other of others) writeFileSync(join(place, other), "mine");
    const backUp = (...options: readonly string[]) =>
      runPeak(["backup", join(place, name(20)), ...options], { DATA_DIR: folder });
    expect((await backUp("--keep", "none")).err).toBe("peak: --keep must be a whole number from 1 to 99999\n");
    expect(readdirSync(place).sort()).toEqual([...old, ...others].sort());
    expect((await backUp("--keep", "3")).code).toBe(0);
    expect(readdirSync(place).sort()).toEqual([name(12), name(13), name(20), ...others].sort()); // and `killed` is gone
  });

  test.each([
    ["without a database", { DATA_DIR: "/nowhere" }, "backup", "there is no database at /nowhere/peak.db yet"],
    ["from a PostgreSQL that is down", ON_POSTGRES, "backup", "cannot open the database peak on 127.0.0.1:1"],
    ["under a name that is taken", {}, "taken", "taken already exists: choose another name"],
    ["into a file that is not a folder", {}, "taken/backup", "taken/backup.part: not a directory"],
    ["into a folder that does not exist", {}, "none/backup", "none/backup.part: no such file or directory"],
  ])("%s exits 2 with one sentence and changes nothing", async (_what, env, name, sentence) => {
    const folder = tempFolder();
    writeFileSync(join(folder, "taken"), "mine");
    const { code, out, err } = await runPeak(["backup", join(folder, name)], { DATA_DIR: releasedFolder(), ...env });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^peak: .*\n$/);
    expect(err).toContain(sentence);
    expect(err).not.toContain("s3cret");
    expect([readdirSync(folder), readFileSync(join(folder, "taken"), "utf8")]).toEqual([["taken"], "mine"]);
  });

  test("can be opened in a read-only folder, because it needs no WAL file", async () => {
    const path = join(tempFolder(), "backup");
    await runPeak(["backup", path], { DATA_DIR: releasedFolder() });
    expect([...readFileSync(path).subarray(18, 20)]).toEqual([1, 1]); // the file format: 2 would mean a WAL
    expect((await runPeak(["verify", `sqlite:${path}`])).code).toBe(0);
  });

  test("with --daily makes the backup that is due, runs until it is stopped, and then exits 0", async () => {
    const [folder, stop] = [tempFolder(), new AbortController()];
    const env = { DATA_DIR: releasedFolder() };
    const backups = () => readdirSync(folder);
    const running = runPeak(["backup", folder, "--daily"], env, { stop: stop.signal });
    await expect.poll(() => backups().filter((name) => name.endsWith(".db")).length, { timeout: 60_000 }).toBe(1);
    await expect
      .poll(async () => (await runPeak(["status"], env)).out, { timeout: 60_000 })
      .toMatch(/^backup +0 min old/m);
    stop.abort();
    expect(await running).toMatchObject({ code: 0, err: "" });
    const second = runPeak(["backup", folder, "--daily"], env, { stop: AbortSignal.timeout(1000) });
    expect(await second).toEqual({ code: 0, out: "", err: "" }); // today's backup exists
    expect(backups()).toHaveLength(1);
  });

  test.each([
    ["2026-11-20T06:20:00Z", "2026-11-21T06:19:59Z", false],
    ["2026-11-20T06:20:00Z", "2026-11-21T06:20:00Z", true],
    ["2026-11-20T23:00:00Z", "2026-11-21T06:30:00Z", true],
    ["2026-11-21T06:21:00Z", "2026-11-21T23:59:00Z", false],
    [undefined, "2026-11-21T00:00:00Z", true],
  ])("with --daily and the last one at %s is due at %s: %s", (last, now, isDue) => {
    expect(isBackupDue(last === undefined ? undefined : instantOf(last), instantOf(now))).toBe(isDue);
  });

  test("that is stopped leaves no file", async () => {
    const path = join(tempFolder(), "backup");
    const stopped = await runPeak(["backup", path], { DATA_DIR: releasedFolder() }, { stop: AbortSignal.abort() });
    expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining("stopped before it was finished") });
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  test("exits 1 and leaves no file if the history is not sound", async () => {
    const folder = releasedFolder();
    const { db } = await tempSqlite(folder);
    await db.updateTable("ledger").set({ body: "{}" }).where("position", "=", 3).execute();
    const path = join(tempFolder(), "backup");
    const { code, err } = await runPeak(["backup", path], { DATA_DIR: folder });
    expect(code).toBe(1);
    expect(err).toMatch(/^peak: no backup was made: the history is not sound: entry \d+: .*\n$/);
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });
});

describe("peak restore", () => {
  test("replaces the database with a backup that it only reads, and keeps the old one", async () => {
    const folder = releasedFolder();
    const backups = tempFolder();
    const exported = (DATA_DIR: string) => runPeak(["export"], { DATA_DIR });
    const backedUp = await exported(folder);
    expect((await runPeak(["backup", backups], { DATA_DIR: folder })).code).toBe(0);
    const [name = ""] = readdirSync(backups);
    expect(name).toMatch(/^peak-\d{4}-\d\d-\d\dT\d{6}Z\.db$/);
    const before = await exported(folder);
    writeFileSync(join(folder, "signing-key.pem.signed"), `9999 ${"a".repeat(64)}\n`); // newer than the backup
    const { code, out, err } = await runPeak(["restore", join(backups, name)], { DATA_DIR: folder });
    expect([code, err]).toEqual([0, ""]);
    const [, old = ""] = /^restored .*; the old database is in (.*)$/m.exec(out) ?? [];
    expect([await exported(folder), await exported(old)]).toEqual([backedUp, before]);
    expect(readdirSync(folder).filter((each) => /\.part|\.signed$/.test(each))).toEqual([]);
    expect(statSync(join(folder, "peak.db")).mode & 0o777).toBe(0o600);
  });

  test("refuses while a service has the database open, and changes nothing", async () => {
    const folder = releasedFolder();
    const backup = join(tempFolder(), "backup.db");
    await runPeak(["backup", backup], { DATA_DIR: folder });
    const service = await openSqlite(folder);
    const { code, err } = await runPeak(["restore", backup], { DATA_DIR: folder });
    await service.close();
    expect(code).toBe(2);
    expect(err).toContain("another Peak process is using the folder");
    expect(readdirSync(folder).filter((each) => each.startsWith("before"))).toEqual([]);
  });

  test.each([
    ["a file that is not a database", "x", 2, "is not a database"],
    ["a file that does not exist", undefined, 2, "there is no file"],
  ])("refuses %s, and changes nothing", async (_what, text, expected, sentence) => {
    const folder = releasedFolder();
    const before = readdirSync(folder);
    const backup = join(tempFolder(), "backup.db");
    if (text !== undefined) writeFileSync(backup, text.repeat(5000));
    const { code, err } = await runPeak(["restore", backup], { DATA_DIR: folder });
    expect(code).toBe(expected);
    expect(err).toContain(sentence);
    expect(readdirSync(folder).filter((each) => each !== "peak.lock")).toEqual(before);
  });
});
