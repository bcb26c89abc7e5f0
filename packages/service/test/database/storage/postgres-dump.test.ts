import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openSigner } from "../../../src/ledger/signing-key.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { runPeak } from "../../support/run-peak.js";
import { appendDays } from "../../support/sample-ledger.js";
import { closedDays, historyRows } from "../../support/sample-rows.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const PAST = Date.UTC(2026, 10, 20);

describePostgres("peak backup and peak restore on PostgreSQL", () => {
  const postgres = tempPostgres();

  /** Wrappers of PostgreSQL's programs that record their arguments, which every local user can read. */
  function watchedPrograms(log: string): string {
    const folder = tempFolder();
    for (const name of ["pg_dump", "pg_restore"]) {
      const path = join(folder, name);
      writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> ${log}\nexec ${postgres.program(name)} "$@"\n`);
      chmodSync(path, 0o755);
    }
    return `${folder}:${process.env["PATH"]}`;
  }

  test("copy a database into another one during writes, and never show the password to other users", async () => {
    const address = await postgres.withPast(PAST);
    const [log, backups, DATA_DIR] = [join(tempFolder(), "log"), tempFolder(), tempFolder()];
    const env = { PATH: watchedPrograms(log), DATA_DIR };
    const writer = await openPostgres(address);
    const term = await writer.beginTerm("writer");
    const exported = (DATABASE_URL: string) => runPeak(["export"], { DATA_DIR, DATABASE_URL });
    const before = await exported(address.href);
    const backup = await runPeak(["backup", backups, "--keep", "2"], { ...env, DATABASE_URL: address.href });
    await term?.end("the test continues");
    await writer.close();
    expect(backup).toMatchObject({ code: 0, err: "" });
    const [name = "", ...others] = readdirSync(backups);
    expect(name).toMatch(/^peak-\d{4}-\d\d-\d\dT\d{6}Z\.dump$/);
    expect([others, statSync(join(backups, name)).mode & 0o777]).toEqual([[], 0o600]);
    const restored = { ...env, DATABASE_URL: (await postgres.empty()).href };
    expect(await runPeak(["restore", join(backups, name)], restored)).toMatchObject({ code: 0, err: "" });
    expect(await exported(restored.DATABASE_URL)).toEqual(before);
    expect(readFileSync(log, "utf8")).toMatch(/^pg_dump .*\npg_restore .*\npg_restore .*\n$/);
    expect(readFileSync(log, "utf8")).not.toContain(address.password);
  });

  test("refuse to restore into a database with a history", async () => {
    const DATABASE_URL = (await postgres.withPast(PAST)).href;
    const file = join(tempFolder(), "peak.dump");
    writeFileSync(file, "");
    const { code, err } = await runPeak(["restore", file], { DATA_DIR: tempFolder(), DATABASE_URL });
    expect([code, err]).toEqual([
      2,
      "peak: the database of DATABASE_URL is not empty: create a new one, and set DATABASE_URL to it\n",
    ]);
  });

  test("refuse to restore while an instance uses the old database of this installation", async () => {
    const [DATA_DIR, file] = [tempFolder(), join(tempFolder(), "peak.dump")];
    const signer = await openSigner({ signingKeyFile: join(DATA_DIR, "signing-key.pem") });
    const old = await postgres.prepared();
    const PATH = `${dirname(postgres.program("pg_dump"))}:${process.env["PATH"]}`;
    const peak = (args: readonly string[], address: URL) => {
      return runPeak(args, { PATH, DATA_DIR, DATABASE_URL: address.href });
    };
    await using running = await openPostgres(old);
    await appendDays(running.db, closedDays(0, 3), historyRows(1, 3), signer);
    expect(await peak(["backup", file], old)).toMatchObject({ code: 0, err: "" });
    const target = await postgres.empty();
    const term = await running.beginTerm("port 8081 on web-3");
    const { code, err } = await peak(["restore", file], target);
    const name = old.pathname.slice(1);
    const sentence = `an instance is running on the database ${name} (port 8081 on web-3): stop all instances first`;
    expect([code, err]).toEqual([2, `peak: ${sentence}\n`]);
    await term?.end("it is stopped");
    expect(await peak(["restore", file], target)).toMatchObject({ code: 0, err: "" });
  });

  test("remove a dump whose history is not sound, so that another can be restored", async () => {
    const address = await postgres.withPast(PAST);
    const [folder, DATA_DIR] = [tempFolder(), tempFolder()];
    const [sound, edited] = [join(folder, "sound.dump"), join(folder, "edited.dump")];
    const env = { PATH: `${dirname(postgres.program("pg_dump"))}:${process.env["PATH"]}`, DATA_DIR };
    expect(await runPeak(["backup", sound], { ...env, DATABASE_URL: address.href })).toMatchObject({ code: 0 });
    {
      await using database = await openPostgres(address, "beside");
      await database.db.deleteFrom("ledger").where("position", "=", 5).execute();
    }
    execFileSync(postgres.program("pg_dump"), ["--format=custom", `--file=${edited}`, address.href]);
    const target = { ...env, DATABASE_URL: (await postgres.empty()).href };
    expect(await runPeak(["restore", edited], target)).toMatchObject({
      code: 1,
      err: expect.stringContaining("the history in the backup is not sound: entry 5: "),
    });
    expect(await runPeak(["restore", sound], target)).toMatchObject({ code: 0, err: "" });
  });

  test("report the error of PostgreSQL's program in one sentence, and leave no file", async () => {
    const DATABASE_URL = (await postgres.withPast(PAST)).href;
    const [folder, backups] = [tempFolder(), tempFolder()];
    const path = join(folder, "pg_dump");
    writeFileSync(path, "#!/bin/sh\necho 'pg_dump: error: server version mismatch' >&2\nexit 1\n");
    chmodSync(path, 0o755);
    const PATH = `${folder}:/bin:/usr/bin`;
    const failed = await runPeak(["backup", backups], { DATA_DIR: tempFolder(), DATABASE_URL, PATH });
    expect([failed.code, failed.err]).toEqual([1, "peak: pg_dump: server version mismatch\n"]);
    const missing = await runPeak(["backup", backups], { DATA_DIR: tempFolder(), DATABASE_URL, PATH: folder.slice(1) });
    expect(missing.err).toContain("install PostgreSQL's client programs");
    expect(readdirSync(backups)).toEqual([]);
  });
});
