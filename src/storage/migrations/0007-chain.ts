import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

/** What proves that closed days and history rows have not been changed, and the list of corrections. */
export async function createChain(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await createLinks(db, dialect);
  await createStatements(db, dialect);
  await createKeys(db, dialect);
  await createRevisions(db, dialect);
  for (const table of ["links", "statements", "signing_keys", "revisions"]) {
    for (const statement of dialect.appendOnly(table)) await statement.execute(db);
  }
}

async function createLinks(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("links")
    .addColumn("position", "integer", (column) => column.notNull().primaryKey())
    .addColumn("day", "integer", (column) => column.notNull().unique())
    .addColumn("entry", dialect.text, (column) => column.notNull())
    .addColumn("leaf", dialect.text, (column) => column.notNull())
    .addColumn("hash", dialect.text, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
}

async function createStatements(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("statements")
    .addColumn("number", "integer", (column) => column.notNull().primaryKey())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("text", dialect.text, (column) => column.notNull())
    .addColumn("key_id", dialect.text, (column) => column.notNull())
    .addColumn("signature", dialect.text, (column) => column.notNull())
    .addColumn("signed_at", dialect.instant, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
}

async function createKeys(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("signing_keys")
    .addColumn("number", "integer", (column) => column.notNull().primaryKey())
    .addColumn("key_id", dialect.text, (column) => column.notNull().unique())
    .addColumn("x", dialect.text, (column) => column.notNull())
    .addColumn("added_at", dialect.instant, (column) => column.notNull())
    .addColumn("endorsed_by", dialect.text)
    .addColumn("endorsement", dialect.text)
    .modifyEnd(dialect.tableEnd)
    .execute();
}

async function createRevisions(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("revisions")
    .addColumn("number", "integer", (column) => column.notNull().primaryKey())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("revised_at", dialect.instant, (column) => column.notNull())
    .addColumn("reason", dialect.text, (column) => column.notNull())
    .addColumn("score", dialect.double, (column) => column.notNull())
    .addColumn("smoothed", dialect.double, (column) => column.notNull())
    .addColumn("phase", dialect.text, (column) => column.notNull())
    .addColumn("btc_price_usd", dialect.double, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
}
