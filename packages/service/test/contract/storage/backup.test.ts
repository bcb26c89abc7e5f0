import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { putState } from "../../../src/storage/state.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";
import { runPeak } from "../../unit/commands/run-peak.js";
import { releasedFolder } from "./samples.js";

const PASSWORDLESS = { DATABASE_URL: "postgres://peak:s3cret@127.0.0.1:1/peak" };

const WRITTEN = (path: string) => `written to ${path} and checked; the signing key is not in it\n`;

describe("peak backup", () => {
  test("next to an open database writes one file, for its owner alone, with all that is stored", async () => {
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

  test("keeps the newest when it is asked, clears up after killed ones, and touches no other file", async () => {
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

  test("refuses a name that is taken, and leaves the file there as it is", async () => {
    const folder = releasedFolder();
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
    const { code, err } = await runPeak(["backup", away], { DATA_DIR: releasedFolder() });
    expect([code, err]).toEqual([2, `peak: cannot write ${away}.part: no such file or directory\n`]);
  });

  test("of a history that is not sound exits 1, and no file is left", async () => {
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
