/** What was stored last, in all tables that are followed. */

import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import type { Database } from "./database.js";

/** What tells whether there is something new. */
export interface Newest {
  /** Of the newest entry of the ledger; -1 before the first. */
  readonly position: number;
  /** Grows whenever the state changes. */
  readonly version: number;
  /** Of the newest score. */
  readonly hour: Instant | null;
}

/** One round trip, also to tell whether the database answers. */
export async function newestStored(database: Database): Promise<Newest> {
  const { rows } = await NEWEST.execute(database);
  return rows[0] ?? { position: -1, version: 0, hour: null };
}

const NEWEST = sql<Newest>`select
  (select coalesce(max(position), -1) from ledger) as position,
  (select coalesce(max(version), 0) from state) as version,
  (select max(hour) from scores) as hour`;
