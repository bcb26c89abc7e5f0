import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { NothingStoredError, type OpenMode, prepareTables, type StartOptions } from "../../../src/storage/migrate.js";
import type { Schema } from "../../../src/storage/migrations.js";
import { openStores } from "../../../src/storage/stores.js";
import type { OpenDatabase } from "../../../src/storage/term.js";
import { appendDays, storedDays } from "../../support/sample-ledger.js";
import { closedDays } from "./samples.js";

/** A place for one database, as the starts of several versions find it. */
export interface MigrationTrial {
  readonly schema: Schema;
  open(access?: OpenMode, options?: StartOptions): Promise<OpenDatabase>;
  /** Everything in it, to be compared. */
  content(): Promise<unknown>;
}

/** What every start promises about the tables that it finds. @param begin a place with an empty database */
export function migrationsSuite(begin: () => Promise<MigrationTrial>): void {
  const changed = async (trial: MigrationTrial, ...statements: readonly string[]) => {
    const database = await trial.open();
    for (const statement of statements) await sql.raw(statement).execute(database.queries);
    await database.close();
  };
  const expectRefusal = async (trial: MigrationTrial, sentence: string) => {
    const before = await trial.content();
    for (const access of ["write", "beside", "read", "exclusive"] as const) {
      const opening = trial.open(access);
      await expect(opening).rejects.toThrow(StorageError);
      await expect(opening).rejects.toThrow(sentence);
    }
    expect(await trial.content()).toEqual(before);
  };
  const later = ({ migrations, ...schema }: Schema, up: (db: Kysely<unknown>) => Promise<void>): Schema => ({
    ...schema,
    migrations: { ...migrations, "0999-later": { up } },
  });
  const makeMore = (db: Kysely<unknown>) => db.schema.createTable("more").addColumn("name", "text").execute();

  describe("migrations", () => {
    test("make the tables of a fresh database, and change nothing the second time", async () => {
      const trial = await begin();
      await changed(trial, "insert into state values ('here', 1, '{}')");
      const before = await trial.content();
      await changed(trial);
      expect(await trial.content()).toEqual(before);
    });

    test("make nothing for a reader, nor for a writer that may not", async () => {
      const trial = await begin();
      for (const access of ["read", "beside"] as const) {
        await expect(trial.open(access)).rejects.toThrow("nothing is stored there yet: `peak serve` makes the tables");
      }
      await expect(trial.open("write", { mayMake: false })).rejects.toThrow(NothingStoredError);
      await expect(trial.open("read")).rejects.toThrow(NothingStoredError);
    });

    test("refuse a database that a newer version or another program wrote, and leave it as it was", async () => {
      const trial = await begin();
      await changed(trial, "insert into kysely_migration values ('0999-future', '2027-01-01T00:00:00Z')");
      await expectRefusal(
        trial,
        "a newer version of Peak, or another program, wrote this database (it has 0999-future)",
      );
    });

    test("refuse tables of our names that another program has made, and leave them as they were", async () => {
      const trial = await begin();
      await changed(trial, "delete from kysely_migration");
      await expectRefusal(trial, "in this database is not from Peak: use a database without it");
    });

    test("of a later version keep every row, and are left to a writer", async () => {
      const trial = await begin();
      const database = await trial.open();
      await appendDays(openStores(database), closedDays(0, 2), []);
      const prepare = (access: OpenMode) => prepareTables(database.queries, later(trial.schema, makeMore), access);
      await expect(prepare("read")).rejects.toThrow(
        "an older version of Peak wrote this database: start the service once to bring it up to date",
      );
      await prepare("write");
      await prepare("read");
      await sql`insert into more values ('here')`.execute(database.queries);
      expect(await storedDays(openStores(database))).toEqual(closedDays(0, 2));
      await database.close();
      await expectRefusal(trial, "(it has 0999-later)");
    });

    test("that fail in the middle leave everything as it was", async () => {
      const trial = await begin();
      const database = await trial.open();
      const failing = later(trial.schema, async (db) => {
        await makeMore(db);
        await makeMore(db);
      });
      await expect(prepareTables(database.queries, failing, "write")).rejects.toThrow(
        "the database could not bring its tables up to date",
      );
      await database.close();
      await changed(trial, "create table more (name text)");
    });
  });
}
