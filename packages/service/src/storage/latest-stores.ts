/** Stores of the latest state only: one row a live figure, source, report or fact, replaced in place. */

import type { TrackRecord } from "peak-cycle-model";
import type { MarketPart, Quote } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";
import { type FencingCheck, type OpenDatabase, storable, storeWriter, withStorageErrors } from "./database.js";
import { readRow } from "./latest-rows.js";

/** The last accepted value of each live figure, so that a restart loses none. */
export function marketStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    async put(part: MarketPart, quote: Quote): Promise<void> {
      const row = storable({ part, ...quote });
      await write.run("put a live figure", (into) =>
        into
          .insertInto("market")
          .values(row)
          .onConflict((conflict) =>
            // Another instance may have stored a newer one since this one was read.
            conflict.column("part").doUpdateSet(row).where("market.observedAt", "<=", quote.observedAt),
          )
          .execute(),
      );
    },

    async all(): Promise<Readonly<Partial<Record<MarketPart, Quote>>>> {
      const query = queries.selectFrom("market").selectAll();
      const rows = await withStorageErrors("read live figures", () => query.execute());
      const known = rows.flatMap((row) => readRow("market", row) ?? []);
      return Object.fromEntries(known.map(({ part, ...quote }) => [part, quote]));
    },
  };
}

/** How each source was when it was last asked. */
export function sourceStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    async put(state: SourceState): Promise<void> {
      const row = storable({ ...state, answeredAt: state.answeredAt ?? null, fault: state.fault ?? null });
      await write.run("put the state of a source", (into) =>
        into
          .insertInto("source_states")
          .values(row)
          .onConflict((conflict) => conflict.column("source").doUpdateSet(row))
          .execute(),
      );
    },

    async all(): Promise<readonly SourceState[]> {
      const query = queries.selectFrom("source_states").selectAll().orderBy("source");
      const rows = await withStorageErrors("read the states of sources", () => query.execute());
      const known = rows.flatMap((row) => readRow("source_states", row) ?? []);
      return known.map((row) => ({
        ...row,
        answeredAt: row.answeredAt ?? undefined,
        fault: row.fault ?? undefined,
      }));
    },
  };
}

/** The record, which is made from everything stored: not every instance has to make it. */
export function reportStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    /**
     * @param mark identifies what it was made from
     * @param body a `TrackRecord` as JSON
     */
    async put(name: string, mark: string, body: string): Promise<void> {
      await write.run("put a report", (into) =>
        into
          .insertInto("reports")
          .values({ name, mark, body })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ mark, body }))
          .execute(),
      );
    },

    /** @returns `undefined` when there is none that this version can read */
    async get(name: string): Promise<{ readonly mark: string; readonly record: TrackRecord } | undefined> {
      const query = queries.selectFrom("reports").selectAll().where("name", "=", name);
      const row = readRow("reports", await withStorageErrors("read a report", () => query.executeTakeFirst()));
      return row && { mark: row.mark, record: row.body };
    },
  };
}

/** Small facts about this installation: its minute of the hour, and the progress of resumable jobs. */
export function installationStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    async get(key: string): Promise<string | undefined> {
      const query = queries.selectFrom("installation").select("value").where("key", "=", key);
      return (await withStorageErrors("read a fact of the installation", () => query.executeTakeFirst()))?.value;
    },

    async put(key: string, value: string): Promise<void> {
      await write.run("put a fact of the installation", (into) =>
        into
          .insertInto("installation")
          .values({ key, value })
          .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
          .execute(),
      );
    },
  };
}

export type InstallationStore = ReturnType<typeof installationStore>;
