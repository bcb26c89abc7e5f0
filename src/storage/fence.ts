import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./tables.js";

/** Checks inside a transaction that this process still holds the lease, and locks it until the end. @throws LeaseLostError if not */
export type FencingCheck = (transaction: Transaction<Tables>) => Promise<void>;

/** The two ways in which a store writes. */
export interface Writing {
  /** One statement: by itself, or behind the fence in a transaction. */
  statement<T>(work: (queries: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Several statements, all or none. */
  transaction<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
}

/** @param fence `undefined` where nobody else can write, or where it does not matter who does: then it costs nothing */
export function writing(queries: Kysely<Tables>, fence: FencingCheck | undefined): Writing {
  const transaction: Writing["transaction"] = (work) =>
    queries.transaction().execute(async (inside) => {
      await fence?.(inside);
      return work(inside);
    });
  return { transaction, statement: fence === undefined ? (work) => work(queries) : transaction };
}
