import { type Link, nextLink, type Statement, type StoredDay } from "peak-cycle-verify";
import type { ClosedDay } from "../../../src/domain/closed-day.js";
import type { HistoryRow } from "../../../src/domain/history.js";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { openStores, type Stores } from "../../../src/storage/stores.js";
import { day } from "./samples.js";

/** A day as it is linked, with the one of the rows that stands on it. */
export function storedDay(closed: ClosedDay, rows: readonly HistoryRow[]): StoredDay {
  return { ...closed, sources: JSON.stringify(closed.sources), row: rows.find((row) => row.day === closed.day + 1) };
}

/** The links of days, oldest first. */
export function linksOf(days: readonly StoredDay[]): readonly Link[] {
  const links: Link[] = [];
  for (const each of days) links.push(nextLink(links.at(-1), each));
  return links;
}

/** Every statement, in the order in which they were signed. */
export async function storedStatements({ queries }: Pick<OpenDatabase, "queries">): Promise<readonly Statement[]> {
  const rows = await queries.selectFrom("statements").selectAll().orderBy("number").execute();
  return rows.map(({ number: _number, ...statement }) => statement);
}

/** Every link, in order. */
export function storedLinks({ queries }: Pick<OpenDatabase, "queries">): Promise<readonly Link[]> {
  return queries.selectFrom("links").selectAll().orderBy("position").execute();
}

/** Every history row, oldest first. */
export function allRows({ days }: Pick<Stores, "days">): Promise<readonly HistoryRow[]> {
  return days.rows(day(0), day(100_000));
}

/** The links of everything that is stored, made again, and the links that are stored. */
export async function bothChains(database: OpenDatabase): Promise<Record<"made" | "stored", readonly Link[]>> {
  const stores = openStores(database);
  const rows = await allRows(stores);
  const made = linksOf((await stores.days.closedDays()).map((each) => storedDay(each, rows)));
  return { made, stored: await storedLinks(database) };
}
