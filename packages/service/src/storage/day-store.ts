import type { Kysely, Transaction } from "kysely";
import { addDays, formatDay, MAJORS, type UtcDay } from "peak-cycle-model";
import { type ClosedDay, readSources } from "../domain/closed-day.js";
import { StorageError } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import { linkDays } from "./chain-store.js";
import {
  chunks,
  type FencingCheck,
  inTransaction,
  type OpenDatabase,
  storeWriter,
  withStorageErrors,
} from "./database.js";
import type { ClosedDaysTable, ClosedMajorsTable, Tables } from "./tables.js";

/** The frozen inputs of closed days, and the history rows that were computed on top of them. Append-only. */
export function dayStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    /** All closed days, oldest first, without a gap. */
    closedDays: () => readClosedDays(queries),

    async lastClosedDay(): Promise<UtcDay | undefined> {
      return (await withStorageErrors("read the last closed day", () => storedSpan(queries)))?.last;
    },

    /**
     * Adds days, each with the row on top of it, and links them, in one transaction. What is stored already stays as it is,
     * and a day that was closed without a row stays without one.
     *
     * @throws StorageError when the days would leave a gap after the last stored one
     */
    async append(days: readonly ClosedDay[], rows: readonly HistoryRow[]): Promise<void> {
      await write.locked("append days", async (transaction) => {
        const fresh = newDays(days, await storedSpan(transaction)).map(withoutNegativeZero);
        const rowOf = new Map(rows.toReversed().map((row) => [addDays(row.day, -1), withoutNegativeZero(row)])); // the first of two
        await insertDays(transaction, fresh);
        await insertRows(
          transaction,
          fresh.flatMap(({ day }) => rowOf.get(day) ?? []),
        );
        await linkDays(
          transaction,
          fresh.map((day) => ({ ...day, sources: JSON.stringify(day.sources), row: rowOf.get(day.day) })),
        );
      });
    },

    /** Rows with `from <= day <= to`, oldest first. */
    async rows(from: UtcDay, to: UtcDay): Promise<readonly HistoryRow[]> {
      const query = queries.selectFrom("history").selectAll();
      const within = query.where("day", ">=", from).where("day", "<=", to).orderBy("day");
      return withStorageErrors("read history", () => within.execute());
    },
  };
}

/** One transaction with one snapshot, so that both tables are read as they were at one moment. */
async function readClosedDays(queries: Kysely<Tables>): Promise<readonly ClosedDay[]> {
  const readBoth = async (transaction: Transaction<Tables>) => {
    const days = await transaction.selectFrom("closed_days").selectAll().orderBy("day").execute();
    const coins = transaction.selectFrom("closed_majors").selectAll().orderBy("day").orderBy("coin");
    return { days, majors: await coins.execute() };
  };
  const { days, majors } = await withStorageErrors("read closed days", () =>
    inTransaction(queries, readBoth, "repeatable read"),
  );
  return toClosedDays(days, majors);
}

async function storedSpan(queries: Kysely<Tables>): Promise<DaySpan | undefined> {
  const { first, last } = await queries
    .selectFrom("closed_days")
    .select(({ fn }) => [fn.min("day").as("first"), fn.max("day").as("last")])
    .executeTakeFirstOrThrow();
  return first === null || last === null ? undefined : { first, last };
}

async function insertDays(queries: Kysely<Tables>, days: readonly ClosedDay[]): Promise<void> {
  for (const chunk of chunks(days.map(toDayRow))) await queries.insertInto("closed_days").values(chunk).execute();
  for (const chunk of chunks(days.flatMap(toMajorRows))) {
    await queries.insertInto("closed_majors").values(chunk).execute();
  }
}

async function insertRows(queries: Kysely<Tables>, rows: readonly HistoryRow[]): Promise<void> {
  for (const chunk of chunks(rows)) await queries.insertInto("history").values(chunk).execute();
}

/** SQLite stores -0 as 0, and a link is over the bits of what is stored. */
function withoutNegativeZero<T extends object>(values: T): T {
  const plain = Object.entries(values).map(([name, value]) => [name, value === 0 ? 0 : value]);
  return Object.fromEntries(plain) as T;
}

/** First and last stored day; there is no gap between them. */
interface DaySpan {
  readonly first: UtcDay;
  readonly last: UtcDay;
}

/**
 * The days that are not stored yet, oldest first; the first one of a day that is given twice.
 *
 * @param days in any order
 * @param stored `undefined` when nothing is stored
 * @throws StorageError when storing them would leave a gap, or put a day before the first stored one, which would
 * change the past of every stored row
 */
function newDays(days: readonly ClosedDay[], stored: DaySpan | undefined): readonly ClosedDay[] {
  const byDay = new Map<UtcDay, ClosedDay>();
  for (const each of days) if (!byDay.has(each.day)) byDay.set(each.day, each);
  const isStored = (day: UtcDay) => stored !== undefined && day >= stored.first && day <= stored.last;
  const fresh = [...byDay.values()].filter((each) => !isStored(each.day)).sort((a, b) => a.day - b.day);
  let last = stored?.last;
  for (const { day } of fresh) {
    if (last !== undefined && day !== addDays(last, 1)) {
      const refused = `${formatDay(day)} cannot be stored after ${formatDay(last)}`;
      throw new StorageError(`closed days must follow each other: ${refused}`);
    }
    last = day;
  }
  return fresh;
}

function toDayRow(closed: ClosedDay): ClosedDaysTable {
  return {
    day: closed.day,
    closedAt: closed.closedAt,
    btcClose: closed.price ?? null,
    mvrv: closed.mvrv ?? null,
    fearGreed: closed.fearGreed ?? null,
    dominance: closed.dominance ?? null,
    sources: JSON.stringify(closed.sources),
  };
}

/** The rows of a closed day's basket, one a coin that has a price. */
function toMajorRows({ day, majors }: ClosedDay): readonly ClosedMajorsTable[] {
  return MAJORS.flatMap((coin) => {
    const close = majors[coin];
    return close === undefined ? [] : [{ day, coin, close }];
  });
}

/** Puts both tables together again, in the order of `days`. */
function toClosedDays(days: readonly ClosedDaysTable[], majors: readonly ClosedMajorsTable[]): readonly ClosedDay[] {
  const coins = Map.groupBy(majors, ({ day }) => day);
  return days.map((row) => ({
    day: row.day,
    closedAt: row.closedAt,
    price: row.btcClose ?? undefined,
    mvrv: row.mvrv ?? undefined,
    fearGreed: row.fearGreed ?? undefined,
    dominance: row.dominance ?? undefined,
    majors: Object.fromEntries((coins.get(row.day) ?? []).map(({ coin, close }) => [coin, close])),
    sources: readSources(row.day, row.sources),
  }));
}
