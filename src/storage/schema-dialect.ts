import type { Expression, RawBuilder } from "kysely";

/** What differs between the engines when tables are made. Queries are the same text for both. */
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
  /** Returns one row when there is a table of that name, else none. */
  findTable(table: string): RawBuilder<unknown>;
  /** Executed first in a transaction that migrates: waits until no other process does. */
  readonly lockForMigration: readonly RawBuilder<unknown>[];
}
