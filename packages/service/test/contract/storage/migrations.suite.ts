import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { type OpenMode, prepareTables } from "../../../src/storage/migrate.js";
import { MIGRATIONS, type SchemaDialect } from "../../../src/storage/migrations.js";
import { openStores } from "../../../src/storage/stores.js";
import { closedDays } from "./samples.js";

/** A place for one database, as the starts of several versions find it. */
export interface MigrationTrial {
  readonly dialect: SchemaDialect;
  open(access?: OpenMode): Promise<OpenDatabase>;
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
  const expectRefusal = async (trial: MigrationTrial, sentence: string, modes: readonly OpenMode[] = MODES) => {
    const before = await trial.content();
    for (const access of modes) {
      const opening = trial.open(access);
      await expect(opening).rejects.toThrow(StorageError);
      await expect(opening).rejects.toThrow(sentence);
    }
    expect(await trial.content()).toEqual(before);
  };

  describe("migrations", () => {
    test("change nothing the second time", async () => {
      const trial = await begin();
      await changed(trial);
      const before = await trial.content();
      await changed(trial);
      expect(await trial.content()).toEqual(before);
    });

    test("refuse a database that a newer version wrote, and leave it as it was", async () => {
      const trial = await begin();
      await changed(trial, "insert into kysely_migration values ('0999-future', '')");
      await expectRefusal(trial, "a newer version of Peak wrote this database (it has 0999-future)");
    });

    test("refuse a database from before the first release, say what to do, and leave it as it was", async () => {
      const trial = await begin();
      const names = UNRELEASED.map((name) => `('${name}', '2026-11-01')`).join(", ");
      await changed(trial, "delete from kysely_migration", `insert into kysely_migration values ${names}`);
      await expectRefusal(
        trial,
        "a development version of Peak from before the first release wrote this database, and only that version reads it: " +
          "name an empty place in DATA_DIR or DATABASE_URL, and `peak serve` fetches the past again",
      );
    });

    test("are not run by a reader of an empty database, who is told that there is nothing", async () => {
      const trial = await begin();
      await expectRefusal(trial, "nothing is stored there yet: `peak serve` makes the tables", ["read"]);
    });

    test("of a later version go on from these tables and keep every row, but not for a reader", async () => {
      const trial = await begin();
      const database = await trial.open();
      await openStores(database).days.append(closedDays(0, 2), []);
      const later = {
        ...MIGRATIONS,
        "0003-later": async (db: Parameters<(typeof MIGRATIONS)["0001-tables"]>[0]) => {
          await db.schema.createTable("later").addColumn("name", "text").execute();
        },
      };
      const prepare = (access: OpenMode) =>
        prepareTables(database.queries, trial.dialect, access, { migrations: later });
      await expect(prepare("read")).rejects.toThrow(
        "an older version of Peak wrote this database: start the service once to bring it up to date",
      );
      await prepare("write");
      await prepare("read");
      await sql`insert into later values ('here')`.execute(database.queries);
      expect(await openStores(database).days.closedDays()).toStrictEqual(closedDays(0, 2));
      await database.close();
      await expectRefusal(trial, "a newer version of Peak wrote this database (it has 0003-later)");
    });
  });
}

const MODES = ["write", "beside", "read", "exclusive"] as const;

/** The migrations that databases recorded before the first release. */
const UNRELEASED = [
  ...["0001-observations", "0002-days", "0003-scores", "0004-latest", "0005-embed-scripts"],
  ...["0006-leases", "0007-chain", "0008-reports", "0009-score-ranges", "0010-deliveries"],
];
