/** The table `state`: what the jobs remember between runs, as JSON by name. */

import { sql } from "kysely";
import type { Database } from "./database.js";

/** @returns `undefined` if nothing, or no valid JSON, is stored under the name */
export async function getState(database: Database, name: string): Promise<unknown> {
  const row = await database.selectFrom("state").select("body").where("name", "=", name).executeTakeFirst();
  try {
    return row && JSON.parse(row.body);
  } catch {
    return undefined;
  }
}

/** Replaces a value and gives it a version greater than all others. */
export async function putState(database: Database, name: string, value: unknown): Promise<void> {
  const body = JSON.stringify(value);
  const put = sql`insert into state (name, version, body)
    values (${name}, (select coalesce(max(version), 0) + 1 from state), ${body})
    on conflict (name) do update set version = excluded.version, body = excluded.body`;
  await put.execute(database);
}
