import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { putState } from "../../../src/storage/state.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";
import { runPeak } from "../../unit/commands/run-peak.js";
import { releasedFolder } from "./samples.js";

const ON_POSTGRES = { DATABASE_URL: "postgres://peak:s3cret@127.0.0.1:1/peak" };

const WRITTEN = (path: string) => `written to ${path} and checked; the signing key is not in it\n`;

describe("peak backup", () => {
  test("copies everything to one file for its owner alone while a service has the database open", async () => {
    const folder = releasedFolder();
    const service = await openSqlite(folder);
    await putState(service.queries, "now", { minute: 8 }); // in the log only
    const path = join(tempFolder(), "peak.backup");
    const known = async () => (await runPeak(["status"], { DATA_DIR: folder })).out.match(/^backup +(.*)$/m)?.[1];
    expect(await known()).toBe("none known");
    expect(await runPeak(["backup", path], { DATA_DIR: folder })).toEqual({ code: 0, out: WRITTEN(path), err: "" });
    expect(await known()).toMatch(/^0 min old /);
    await service.close();
    expect(readdirSync(join(path, ".."))).toEqual(["peak.backup"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const exported = (DATA_DIR: string) => runPeak(["export"], { DATA_DIR });
    expect(await exported(path)).toEqual(await exported(folder));
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
    const others = [`${name(9)}.txt`, `${name(15)}.part`, "peak-x.db", "peak.db"]; // one is being made now
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
    ["on PostgreSQL", ON_POSTGRES, "backup", 'pg_dump --format=custom --file=FILE "$DATABASE_URL"'],
    ["under a name that is taken", {}, "taken", "taken exists already: name another file"],
    ["into a folder that is not there", {}, "none/backup", "none/backup.part: no such file or directory"],
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

  test("exits 1 and leaves no file if the history is not sound", async () => {
    const folder = releasedFolder();
    const { queries } = await tempSqlite(folder);
    await queries.updateTable("ledger").set({ body: "{}" }).where("position", "=", 3).execute();
    const path = join(tempFolder(), "backup");
    const { code, err } = await runPeak(["backup", path], { DATA_DIR: folder });
    expect(code).toBe(1);
    expect(err).toMatch(/^peak: no backup was made, the history is not sound: entry \d+: .*\n$/);
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });
});
