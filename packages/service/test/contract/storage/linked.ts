import { addDays } from "peak-cycle-model";
import type { Link, Statement, StoredDay } from "peak-cycle-verify";
import { nextLink } from "peak-cycle-verify";
import type { ClosedDay } from "../../../src/domain/closed-day.js";
import type { HistoryRow } from "../../../src/domain/history.js";
import { toStatement } from "../../../src/storage/chain-store.js";
import type { OpenDatabase } from "../../../src/storage/database.js";
import type { Stores } from "../../../src/storage/stores.js";
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
  return (await queries.selectFrom("statements").selectAll().orderBy("number").execute()).map(toStatement);
}

/** The links of everything that is stored, made again, and the links that are stored. */
export async function bothChains({
  days,
  chain,
}: Pick<Stores, "days" | "chain">): Promise<Record<"made" | "stored", readonly Link[]>> {
  const rows = new Map((await days.rows(day(0), day(100_000))).map((row) => [row.day, row]));
  const closed = await days.closedDays();
  const made = linksOf(
    closed.map((each) => ({ ...each, sources: JSON.stringify(each.sources), row: rows.get(addDays(each.day, 1)) })),
  );
  return { made, stored: await chain.links(0, 100_000) };
}
