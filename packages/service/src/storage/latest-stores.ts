import type { MarketPart, Quote } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";

import { type FencingCheck, type OpenDatabase, storable, storeWriter, withStorageErrors } from "./database.js";
import type { MarketTable } from "./tables.js";

/**
 * The last value of each live figure, in the table `market`. This and the stores below keep the latest state only: one row
 * a figure, source, report or fact, replaced in place.
 */
export function marketStore(database: OpenDatabase, fence?: FencingCheck): MarketStore {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    async put(part, quote) {
      const figures = storable(toFigures(quote));
      await write.statement("put a live figure", (into) =>
        into
          .insertInto("market")
          .values({ part, ...figures })
          .onConflict((conflict) =>
            // Another instance may have stored a newer one since this one was read.
            conflict.column("part").doUpdateSet(figures).where("market.observed_at", "<=", quote.observedAt),
          )
          .execute(),
      );
    },

    async all() {
      const query = queries.selectFrom("market").selectAll();
      const rows = await withStorageErrors("read live figures", () => query.execute());
      return Object.fromEntries(rows.map((row) => [row.part, toQuote(row)]));
    },
  };
}

function toFigures({ value, source, observedAt, fetchedAt }: Quote): Omit<MarketTable, "part"> {
  return { value, source, observed_at: observedAt, fetched_at: fetchedAt };
}

function toQuote({ value, source, observed_at, fetched_at }: MarketTable): Quote {
  return { value, source, observedAt: observed_at, fetchedAt: fetched_at };
}

/** The state of each source, in the table `source_states`. */
export function sourceStore(database: OpenDatabase, fence?: FencingCheck): SourceStore {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    async put({ source, askedAt, answeredAt, fault }) {
      const state = storable({ asked_at: askedAt, answered_at: answeredAt ?? null, fault: fault ?? null });
      await write.statement("put the state of a source", (into) =>
        into
          .insertInto("source_states")
          .values({ source, ...state })
          .onConflict((conflict) => conflict.column("source").doUpdateSet(state))
          .execute(),
      );
    },

    async all() {
      const query = queries.selectFrom("source_states").selectAll().orderBy("source");
      const rows = await withStorageErrors("read the states of sources", () => query.execute());
      return rows.map(({ source, asked_at, answered_at, fault }) => ({
        source,
        askedAt: asked_at,
        answeredAt: answered_at ?? undefined,
        fault: fault ?? undefined,
      }));
    },
  };
}

/** Reports on everything stored, in the table `reports`. */
export function reportStore(database: OpenDatabase, fence?: FencingCheck): ReportStore {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    async put(name, mark, body) {
      await write.statement("put a report", (into) =>
        into
          .insertInto("reports")
          .values({ name, mark, body })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ mark, body }))
          .execute(),
      );
    },

    async get(name) {
      const query = queries.selectFrom("reports").select(["mark", "body"]).where("name", "=", name);
      return withStorageErrors("read a report", () => query.executeTakeFirst());
    },

    async mark(name) {
      const query = queries.selectFrom("reports").select("mark").where("name", "=", name);
      return (await withStorageErrors("read the mark of a report", () => query.executeTakeFirst()))?.mark;
    },
  };
}

/** Small facts by key, in the table `installation`. */
export function installationStore(database: OpenDatabase, fence?: FencingCheck): InstallationStore {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    async get(key) {
      const query = queries.selectFrom("installation").select("value").where("key", "=", key);
      return (await withStorageErrors("read a fact of the installation", () => query.executeTakeFirst()))?.value;
    },

    async put(key, value) {
      await write.statement("put a fact of the installation", (into) =>
        into
          .insertInto("installation")
          .values({ key, value })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
          .execute(),
      );
    },
  };
}

/** How each source was when it was last asked. One row a source, replaced. */
export interface SourceStore {
  put(state: SourceState): Promise<void>;
  all(): Promise<readonly SourceState[]>;
}

/**
 * Texts that are made from everything stored, so that not every instance has to make them. One row a name, replaced.
 */
export interface ReportStore {
  /** @param mark identifies what it was made from */
  put(name: string, mark: string, body: string): Promise<void>;
  get(name: string): Promise<{ readonly mark: string; readonly body: string } | undefined>;
  mark(name: string): Promise<string | undefined>;
}

/** The last accepted value of each live figure, so that a restart loses none. One row a part, replaced. */
export interface MarketStore {
  put(part: MarketPart, quote: Quote): Promise<void>;
  all(): Promise<Readonly<Partial<Record<MarketPart, Quote>>>>;
}

/** Small facts about this installation: its minute of the hour, and the progress of resumable jobs. */
export interface InstallationStore {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): Promise<void>;
}
