import type { Kysely } from "kysely";
import { StorageError } from "../domain/errors.js";
import { attempt } from "./attempt.js";
import type { OpenDatabase, Tables } from "./tables.js";

/** Stands in `installation` from before the first copied row until everything is compared. */
export const COPY_MARK = "copy:unfinished";

/** Whether a copy into this database was begun and not ended. */
export async function isUnfinished(queries: Kysely<Tables>): Promise<boolean> {
  const query = queries.selectFrom("installation").select("key").where("key", "=", COPY_MARK);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Passes a database on, unless it is half of a copy: on that, a service would begin a past of its own.
 *
 * @throws StorageError when it is; the database is closed
 */
export async function refuseUnfinished(database: OpenDatabase): Promise<OpenDatabase> {
  try {
    if (!(await attempt("tell whether it is whole", () => isUnfinished(database.queries)))) return database;
  } catch (error) {
    await database.close();
    throw error;
  }
  await database.close();
  throw new StorageError("a copy into this database was not finished: run the same `peak copy` again");
}
