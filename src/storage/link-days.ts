import type { Kysely, Transaction } from "kysely";
import { nextLink } from "../chain/link.js";
import type { Link, StoredDay } from "../domain/chain.js";
import { StorageError } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import { addDays, formatDay, type UtcDay } from "../domain/instant.js";
import { toBaskets, toFigures, toHistoryRow } from "./day-rows.js";
import type { Tables } from "./tables.js";

/** Days that are linked at once: 6,000 of them with their coins would take 20 MB. */
const PAGE = 400;

/**
 * Links every closed day after the newest linked one, from the stored rows, not from the arguments of the append.
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
 * Days are stored together with their links. A day without one was stored by somebody else, and would look like ours
 * once it is linked with the next day. Only a database in which nothing is linked may be of a version without a chain.
 *
 * @param last the newest stored day
 * @throws StorageError when it is newer than the newest link
 */
export async function refuseUnlinkedDays(transaction: Transaction<Tables>, last: UtcDay | undefined): Promise<void> {
  const newest = await readNewestLink(transaction);
  if (newest === undefined || last === undefined || last <= newest.day) return;
  throw new StorageError(`${formatDay(last)} is closed, but not linked: no day is stored after it`);
}

/**
 * A row is part of the link of the day before it. That link fixes the row, or that there is none, for ever.
 *
 * @throws StorageError for a new row of which the day before is linked already
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

/**
 * Closed days after a day, or from the first one, with their history rows: as they are stored, oldest first.
 *
 * @param most how many at most
 */
async function readStoredDays(
  queries: Kysely<Tables>,
  after: UtcDay | undefined,
  most: number,
): Promise<readonly StoredDay[]> {
  const all = queries.selectFrom("closed_days").selectAll().orderBy("day").limit(most);
  const closed = await (after === undefined ? all : all.where("day", ">", after)).execute();
  const first = closed.at(0)?.day;
  const last = closed.at(-1)?.day;
  if (first === undefined || last === undefined) return [];
  const majors = queries.selectFrom("closed_majors").selectAll().where("day", ">=", first).where("day", "<=", last);
  const history = queries.selectFrom("history").selectAll();
  const above = history.where("day", ">=", addDays(first, 1)).where("day", "<=", addDays(last, 1));
  const baskets = toBaskets(await majors.execute());
  const rows = new Map((await above.execute()).map((row) => [row.day, toHistoryRow(row)]));
  return closed.map((each) => ({
    ...toFigures(each, baskets),
    sources: each.sources,
    row: rows.get(addDays(each.day, 1)),
  }));
}
