/** The table `state`: what the jobs remember between runs, as JSON by name. */

import { sql } from "kysely";
import * as z from "zod";
import { errorMessage } from "../domain/errors.js";
import type { Db } from "./database.js";
import { reasonOf } from "./parsed-rows.js";

/** @returns `undefined` if nothing, or no valid JSON, is stored under the name */
export async function getState(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom("state").select("body").where("name", "=", name).executeTakeFirst();
  try {
    return row && JSON.parse(row.body);
  } catch (error) {
    db.unreadable.report("state", name, errorMessage(error));
    return undefined;
  }
}

/**
 * Parses an object of the table part by part.
 *
 * @param name of the row, or of the row and its part, e.g. `now market`
 * @param shape a schema for each part
 * @returns the parts that can be read; others are reported and omitted
 */
export function readableParts<S extends z.ZodRawShape>(
  db: Db,
  name: string,
  value: unknown,
  shape: S,
): Partial<z.output<z.ZodObject<S>>> {
  const report = (part: string, error: z.ZodError) => db.unreadable.report("state", part, reasonOf(error));
  const object = z.record(z.string(), z.unknown()).safeParse(value);
  if (!object.success) report(name, object.error);
  const parts = Object.entries(shape).flatMap(([part, schema]) => {
    const partValue = object.data?.[part];
    if (partValue === undefined) return [];
    const { data, error } = z.safeParse(schema, partValue);
    if (error === undefined) return [[part, data]];
    report(`${name} ${part}`, error);
    return [];
  });
  return Object.fromEntries(parts);
}

/** Replaces a value and gives it a version greater than all others. */
export async function putState(db: Db, name: string, value: unknown): Promise<void> {
  const body = JSON.stringify(value);
  const put = sql`insert into state (name, version, body)
    values (${name}, (select coalesce(max(version), 0) + 1 from state where ${USABLE_VERSION}), ${body})
    on conflict (name) do update set version = excluded.version, body = excluded.body`;
  await put.execute(db);
}

/** No counter gets this far; if somebody set a higher version, it could not be increased. */
export const USABLE_VERSION = sql`version < ${sql.lit(2 ** 52)}`;
