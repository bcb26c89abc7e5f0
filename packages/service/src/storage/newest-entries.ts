/** The newest entries of the tables that instances follow. */

import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import type { Db } from "./database.js";
import { USABLE_VERSION } from "./state.js";

/** Compared to detect changes. */
export interface NewestEntries {
  /** Position of the ledger's newest entry; -1 if it is empty. */
  readonly position: number;
  /** Hash of that entry, to detect a different ledger of the same length; `null` if there is none. */
  readonly hash: string | null;
  /** Grows whenever the state changes. */
  readonly version: number;
  /** Hour of the newest score. */
  readonly hour: Instant | null;
}

/** Takes one round trip; also used to check that the database responds. */
export async function newestEntries(db: Db): Promise<NewestEntries> {
  const { rows } = await NEWEST.execute(db);
  return rows[0] ?? { position: -1, hash: null, version: 0, hour: null };
}

const NEWEST = sql<NewestEntries>`select
  (select coalesce(max(position), -1) from ledger) as position,
  (select hash from ledger order by position desc limit 1) as hash,
  (select coalesce(max(version), 0) from state where ${USABLE_VERSION}) as version,
  (select max(hour) from scores) as hour`;
