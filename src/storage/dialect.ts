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
  /** What follows the closing bracket of CREATE TABLE. */
  readonly tableEnd: Expression<unknown>;
  /** The statements that make the database itself refuse to change or remove rows of a table. */
  appendOnly(table: string): readonly RawBuilder<unknown>[];
}

/** STRICT makes SQLite refuse a text in a number's column, as other engines do. */
export const sqliteSchema: SchemaDialect = {
  instant: "integer",
  double: "real",
  tableEnd: sql`strict`,
  appendOnly: (table) => ["update", "delete"].map((verb) => refusingTrigger(table, verb)),
};

function refusingTrigger(table: string, verb: string): RawBuilder<unknown> {
  return sql`create trigger ${sql.id(`${table}_refuses_${verb}`)} before ${sql.raw(verb)} on ${sql.table(table)}
    begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`;
}

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
