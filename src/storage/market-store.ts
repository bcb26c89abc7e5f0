import type { Kysely } from "kysely";
import type { Quote } from "../domain/snapshot.js";
import type { MarketStore } from "../operations/store-ports.js";
import { type FencingCheck, fencedWriter, withStorageErrors } from "./database.js";
import type { MarketTable, Tables } from "./tables.js";

/** The last value of each live figure, in the table `market`. */
export function marketStore(queries: Kysely<Tables>, fence?: FencingCheck): MarketStore {
  const write = fencedWriter(queries, fence);
  return {
    async put(part, quote) {
      const figures = toFigures(quote);
      const upsert = (into: Kysely<Tables>) =>
        into
          .insertInto("market")
          .values({ part, ...figures })
          .onConflict((conflict) =>
            // Another instance may have stored a newer one since this one was read.
            conflict.column("part").doUpdateSet(figures).where("market.observed_at", "<=", quote.observedAt),
          )
          .execute();
      await withStorageErrors("put a live figure", () => write.statement(upsert));
    },

    async all() {
      const rows = await withStorageErrors("read live figures", () =>
        queries.selectFrom("market").selectAll().execute(),
      );
      return Object.fromEntries(rows.map((row) => [row.part, toQuote(row)]));
    },
  };
}

function toFigures(quote: Quote): Omit<MarketTable, "part"> {
  return {
    value: quote.value,
    source: quote.source,
    observed_at: quote.observedAt,
    fetched_at: quote.fetchedAt,
  };
}

function toQuote(row: MarketTable): Quote {
  return { value: row.value, source: row.source, observedAt: row.observed_at, fetchedAt: row.fetched_at };
}
