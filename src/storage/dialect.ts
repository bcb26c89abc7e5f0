import {
  type DatabaseConnection,
  type Expression,
  type RawBuilder,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  sql,
} from "kysely";

/** What the engines say differently when tables are made. Queries are the same text for all of them. */
export interface SchemaDialect {
  /** Milliseconds since 1970, exact up to 2^53. */
  readonly instant: "integer" | "bigint";
  /** A 64-bit binary number, exact to the bit. */
  readonly double: "real" | "double precision";
  /** Compared and sorted byte by byte: an answer must not depend on the language of a server. */
  readonly text: "text" | RawBuilder<unknown>;
  /** What follows the closing bracket of CREATE TABLE. */
  readonly tableEnd: Expression<unknown>;
  /** The statements that make the database itself refuse to change or remove rows of a table. */
  appendOnly(table: string): readonly RawBuilder<unknown>[];
  /** Gives one row when there is a table of that name, else none. */
  findTable(table: string): RawBuilder<unknown>;
  /** Begins a transaction that migrates: waits until no other process does. */
  readonly migrateAlone: readonly RawBuilder<unknown>[];
}

/** STRICT makes SQLite refuse a text in a number's column, as other engines do. */
export const sqliteSchema: SchemaDialect = {
  instant: "integer",
  double: "real",
  text: "text",
  tableEnd: sql`strict`,
  appendOnly: (table) => ["update", "delete"].map((verb) => refusingTrigger(table, verb)),
  findTable: (table) => sql`select name from sqlite_schema where type = 'table' and name = ${table}`,
  migrateAlone: [], // the folder has one writer
};

function refusingTrigger(table: string, verb: string): RawBuilder<unknown> {
  return sql`create trigger ${sql.id(`${table}_refuses_${verb}`)} before ${sql.raw(verb)} on ${sql.table(table)}
    begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`;
}

/** Holds our advisory locks apart from those of other programs in the same database: "PEAK" in ASCII. */
const LOCK_CLASS = 0x5045414b;

/** Advisory locks of a transaction; the database frees them with it, however it ends. */
const LOCKS = { migrate: 1, lockForWrite: 2 } as const;

/** Nine of ten instances that start together wait that long for the tenth, and a migration of a big table takes time. */
export const MIGRATION_MS = 15 * 60_000;

/** A statement that waits for a lock and holds it until the transaction ends. */
export function postgresLock(name: keyof typeof LOCKS): RawBuilder<unknown> {
  return sql`select pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, ${sql.lit(LOCKS[name])})`;
}

/** A statement trigger sees TRUNCATE too, and is asked once however many rows there are. */
export const postgresSchema: SchemaDialect = {
  instant: "bigint",
  double: "double precision",
  text: sql`text collate "C"`,
  tableEnd: sql``,
  appendOnly: (table) => [
    sql`create or replace function refuse_change() returns trigger language plpgsql as
      $$ begin raise exception '% is append-only', tg_table_name; end $$`,
    sql`create trigger ${sql.id(`${table}_refuses_change`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`,
  ],
  findTable: (table) => sql`select relname from pg_catalog.pg_class where oid = to_regclass(${table})`,
  migrateAlone: [sql`set local statement_timeout = ${sql.lit(MIGRATION_MS)}`, postgresLock("migrate")],
};

/** The part of a better-sqlite3 handle that is needed here. */
interface SqliteHandle extends SqliteDatabase {
  readonly inTransaction: boolean;
}

/** Kysely's SQLite dialect with migrations that a kill cannot leave half done, and failures that keep their reason. */
export class CarefulSqliteDialect extends SqliteDialect {
  readonly #file: SqliteHandle;

  constructor(file: SqliteHandle) {
    super({ database: file });
    this.#file = file;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createDriver(): SqliteDriver {
    return new CarefulDriver(this.#file);
  }
}

/** SQLite does roll back CREATE TABLE; Kysely does not rely on it by itself, and a kill would leave half a migration. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class CarefulDriver extends SqliteDriver {
  readonly #file: SqliteHandle;

  constructor(file: SqliteHandle) {
    super({ database: file });
    this.#file = file;
  }

  /** A full disk makes SQLite roll back by itself; a second ROLLBACK would fail and hide the true reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}
