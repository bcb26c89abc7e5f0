import type { Kysely, Transaction } from "kysely";
import { nextLink } from "../chain/link.js";
import type { Link } from "../domain/chain.js";
import { StorageError } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import { addDays, formatDay } from "../domain/instant.js";
import { readStoredDays } from "./stored-days.js";
import type { Tables } from "./tables.js";

/** Days that are linked at once: 6,000 of them with their coins would take 20 MB. */
const PAGE = 400;

/**
 * Links every closed day after the newest linked one, from what is stored, not from what was given to be stored.
 *
 * @param transaction in which no other process stores days, see `lockForWrite`
 * @returns how many
 */
export async function linkDays(transaction: Transaction<Tables>): Promise<number> {
  let previous = await readNewestLink(transaction);
  for (let count = 0; ; ) {
    const days = await readStoredDays(transaction, previous?.day, PAGE);
    if (days.length === 0) return count;
    const links: Link[] = [];
    for (const day of days) {
      previous = nextLink(previous, day);
      links.push(previous);
    }
    await transaction.insertInto("links").values(links).execute();
    count += links.length;
  }
}

export async function readNewestLink(queries: Kysely<Tables>): Promise<Link | undefined> {
  return queries.selectFrom("links").selectAll().orderBy("position", "desc").limit(1).executeTakeFirst();
}

/**
 * A row belongs to the link of the day below it, which says for ever what the row is, or that there is none.
 *
 * @throws StorageError for a row that is not stored and comes when the day below it is linked already
 */
export async function refuseLateRows(transaction: Transaction<Tables>, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return;
  const newest = await readNewestLink(transaction);
  if (newest === undefined) return;
  const days = rows.map((row) => row.day).filter((day) => day <= addDays(newest.day, 1));
  if (days.length === 0) return;
  const query = transaction.selectFrom("history").select("day").where("day", "in", days);
  const known = new Set((await query.execute()).map((row) => row.day));
  const late = days.find((day) => !known.has(day));
  if (late === undefined) return;
  throw new StorageError(`the row of ${formatDay(late)} comes too late: the day before it was closed without one`);
}
