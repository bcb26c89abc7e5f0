import { randomUUID } from "node:crypto";
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { type Instant, plus, SECOND_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { openSigner } from "../../../src/platform/signing-key.js";
import { digestOf } from "../../../src/storage/maintenance/backup.js";
import { restoreFault } from "../../../src/storage/maintenance/restore.js";
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

  test("into a folder that is not there, or with a key that is not there, exits 2 and leaves no key", async () => {
    const folder = await installation();
    const away = join(tempFolder(), "none", "backup");
    expect((await runPeak(["backup", away, "--with-key"], { DATA_DIR: folder })).err).toContain("no such file");
    const env = { DATA_DIR: folder, SIGNING_KEY_FILE: join(folder, "no-key") };
    const path = join(tempFolder(), "backup");
    const { code, err } = await runPeak(["backup", path, "--with-key"], env);
    expect([code, err]).toEqual([
      2,
      `peak: there is no signing key at ${env.SIGNING_KEY_FILE}: back up without --with-key\n`,
    ]);
    expect(readdirSync(join(path, ".."))).toEqual([]);
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

  test.skipIf(!IS_ROOT)("by root gives what it puts there to the owner of the folder", async () => {
    const folder = await installation();
    const path = await backedUp(folder, "--with-key");
    const place = tempFolder();
    chownSync(place, 4321, 4322);
    const { code, out } = await runPeak(["restore", path, "--with-key"], { DATA_DIR: place });
    expect([code, out]).toEqual([0, `${path} is checked and in place in ${place}\n`]);
    for (const name of ["peak.db", "peak.lock", "signing-key.pem"]) {
      const { uid, gid } = statSync(join(place, name));
      expect([name, uid, gid]).toEqual([name, 4321, 4322]);
    }
  });

  test("on a disk without room is no wrong call, as one into a folder of others is", () => {
    const fault = (code: string) => restoreFault("cannot restore", Object.assign(new Error("made up"), { code }));
    expect(["ENOSPC", "EDQUOT", "EIO"].map((code) => fault(code).code)).toEqual(["backup", "backup", "backup"]);
    expect(fault("EACCES").code).toBe("storage");
  });

  test("removes the drafts that killed commands have left in the folder, and nothing else", async () => {
    const path = await backedUp(await installation());
    const place = tempFolder();
    const draft = (name: string, hours: number) => {
      const whole = join(place, name.replace("ID", randomUUID()));
      writeFileSync(whole, "");
      utimesSync(whole, new Date(), new Date(Date.now() - hours * 3_600_000));
      return basename(whole);
    };
    for (const name of ["peak.db.ID.part", "peak.db.ID.part-wal", "peak-2026-11-20.db.ID.part"]) draft(name, 25);
    const kept = [draft("peak.db.ID.part", 23), draft("mine.part", 25), draft("ID.part.txt", 25)];
    expect((await runPeak(["restore", path], { DATA_DIR: place })).code).toBe(0);
    expect(readdirSync(place).sort()).toEqual([...kept, "peak.db", "peak.lock"].sort());
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

  test("refuses the key of another installation, and puts nothing in place", async () => {
    const path = await backedUp(await installation(), "--with-key");
    rmSync(`${path}.key`);
    await openSigner({ signingKeyFile: `${path}.key` });
    const place = join(tempFolder(), "place");
    const { code, err } = await runPeak(["restore", path, "--with-key"], { DATA_DIR: place });
    expect([code, err]).toEqual([1, `peak: ${path}.key holds no key that this history was signed with\n`]);
    expect(readdirSync(place)).toEqual([]);
  });

  test.each(["peak.db", "peak.db-wal", "peak.db-journal"])(
    "refuses a folder with %s, which stays as it is",
    async (name) => {
      const path = await backedUp(await installation());
      const place = tempFolder();
      writeFileSync(join(place, name), "mine");
      const { code, err } = await runPeak(["restore", path], { DATA_DIR: place });
      expect([code, err]).toEqual([
        2,
        `peak: ${join(place, name)} is there already: restore into a folder without a database, or move it away\n`,
      ]);
      expect([readdirSync(place), readFileSync(join(place, name), "utf8")]).toEqual([[name], "mine"]);
    },
  );

  test.each([
    ["a file that is not there", (path: string) => [`${path}2`], {}, "there is no file"],
    ["a folder", (path: string) => [join(path, "..")], {}, "is no file, so no backup"],
    ["a key that is not there", (path: string) => [path, "--with-key"], {}, "there is no file"],
    [
      "PostgreSQL",
      (path: string) => [path],
      PASSWORDLESS,
      'pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" FILE',
    ],
  ])("of %s exits 2 with one sentence and makes nothing", async (_what, args, env, sentence) => {
    const path = await backedUp(await installation());
    const place = join(tempFolder(), "place");
    const { code, out, err } = await runPeak(["restore", ...args(path)], { DATA_DIR: place, ...env });
    expect([code, out, err.split("\n").length]).toEqual([2, "", 2]);
    expect(err).toContain(sentence);
    expect(existsSync(place)).toBe(false);
  });

  test("while a service holds the folder exits 2 and puts nothing in place", async () => {
    const path = await backedUp(await installation());
    const place = tempFolder();
    const lock = new SqliteFile(join(place, "peak.lock"));
    lock.exec("begin exclusive");
    const { code, err } = await runPeak(["restore", path], { DATA_DIR: place });
    lock.close();
    expect([code, err]).toEqual([2, expect.stringContaining("another Peak process is using the folder")]);
    expect(readdirSync(place)).toEqual(["peak.lock"]);
  });

  /** Each is refused with 1, and nothing is left in the place. */
  async function expectRefusal(path: string, ...options: readonly string[]): Promise<string> {
    const place = join(tempFolder(), "deep", "place");
    const { code, out, err } = await runPeak(["restore", path, ...options], { DATA_DIR: place });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^peak: .*\n$/);
    expect(existsSync(place) ? readdirSync(place) : []).toEqual([]);
    return err;
  }

  test("refuses what is no database, a part of one, or somebody else's", async () => {
    const path = await backedUp(await installation());
    const whole = readFileSync(path);
    const foreign = new SqliteFile(join(path, "..", "foreign"));
    foreign.exec("create table notes (text)");
    foreign.close();
    const files = { empty: "", text: "some notes ".repeat(1000), half: whole.subarray(0, whole.length / 2) };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(path, "..", name), content);
    for (const name of [...Object.keys(files), "foreign"]) {
      expect(await expectRefusal(join(path, "..", name))).toContain("is damaged, or no backup of Peak");
    }
  });

  test("refuses a backup with a row gone of a table that no chain is about", async () => {
    const path = await backedUp(await installation());
    const file = breakIn(path);
    file.exec("delete from observations where source = 'binance'");
    file.close();
    expect(await expectRefusal(path)).toContain("its rows are not those that were backed up");
  });

  test("whoever also takes the digest away is found out by the chain", async () => {
    const path = await backedUp(await installation());
    const file = breakIn(path);
    file.exec("update history set smoothed = 1 where day = (select max(day) from history)");
    file.exec("delete from installation where key = 'backup:digest'"); // as one that was made by hand
    file.close();
    expect(await expectRefusal(path)).toContain("its history does not hold");
  });

  test("takes a backup whose newest days are not signed only when told so", { timeout: 60_000 }, async () => {
    const folder = await installation();
    const stores = openStores(await openSqlite(folder));
    await stores.days.append(closedDays(60, 1), historyRows(61, 1));
    await stores.close();
    const path = join(tempFolder(), "backup");
    const { code, out } = await runPeak(["backup", path], { DATA_DIR: folder });
    expect(code).toBe(0);
    expect(out).toContain("the newest 1 link is not signed");
    expect(out).toContain("restore it with --allow-unsigned");
    expect(await expectRefusal(path)).toContain("the newest 1 link is not signed");
    const place = tempFolder();
    expect((await runPeak(["restore", path, "--allow-unsigned"], { DATA_DIR: place })).code).toBe(0);
    expect(rowsOf(join(place, "peak.db"))).toEqual(rowsOf(join(folder, "peak.db")));
  });

  test.each([
    [
      "a trigger",
      "create trigger mine after insert on history begin update history set score = 9; end",
      "the trigger mine on history is in this database and was not made by Peak",
    ],
    [
      "a view without an end",
      "alter table installation rename to before; create view installation as with recursive n(key, value) as (select 'a', 'b' union all select key, value from n) select * from n",
      "the table before is in this database and was not made by Peak",
    ],
    [
      "a check without an end",
      "drop table market; create table market (part text check (length(hex(zeroblob(200000000))) > 0)); insert into market values ('btcPrice')",
      "the table market is not in this database as Peak has made it",
    ],
  ])("refuses a backup with %s, its digest made again", async (what, statements, sentence) => {
    const path = await backedUp(await installation());
    const file = breakIn(path);
    file.pragma("ignore_check_constraints = on");
    file.exec(statements);
    if (what !== "a view without an end") {
      file.prepare("update installation set value = ? where key = 'backup:digest'").run(digestOf(file));
    }
    file.close();
    expect(await expectRefusal(path)).toContain(`${path} cannot be restored: ${sentence}`);
  });

  test("takes a plain copy, with its log, and says that only the chain was checked", async () => {
    const folder = await installation();
    const service = openStores(await openSqlite(folder));
    await service.installation.put("minute", "8"); // in the log only
    const path = join(tempFolder(), "plain");
    for (const suffix of ["", "-wal"]) copyFileSync(join(folder, `peak.db${suffix}`), path + suffix);
    await service.close();
    const place = tempFolder();
    const { code, out } = await runPeak(["restore", path], { DATA_DIR: place });
    expect([code, out.split("\n")[0]]).toEqual([0, `${path} was not made by peak backup: only its chain was checked`]);
    expect(rowsOf(join(place, "peak.db"))).toEqual(rowsOf(join(folder, "peak.db")));
  });
});
