import { type Kysely, sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import { LeaseLostError } from "../domain/errors.js";
import { type FencingCheck, inTransaction, withStorageErrors } from "./database.js";
import type { Tables } from "./tables.js";

/** Who of several processes does the jobs: the lease in the table `leases` of a PostgreSQL database. */
export function leaseStore(queries: Kysely<Tables>): LeaseStore {
  const end = sql<Instant>`${NOW} + ${sql.lit(LEASE_MS)}::bigint`;
  return {
    acquire: (holder) =>
      withStorageErrors("give the lease", () =>
        inTransaction(queries, async (transaction) => {
          const never = { name: JOBS, holder, epoch: 0, expiresAt: 0 as Instant } as const;
          await transaction
            .insertInto("leases")
            .values(never)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          // Does not wait for the row's lock: while a write of the last leader is under way, the lease counts as held.
          const free = transaction.selectFrom("leases").select("epoch").where("name", "=", JOBS);
          const found = await free.where("expiresAt", "<=", NOW).forUpdate().skipLocked().executeTakeFirst();
          if (found === undefined) return undefined;
          const epoch = found.epoch + 1;
          await transaction
            .updateTable("leases")
            .set({ holder, epoch, expiresAt: end })
            .where("name", "=", JOBS)
            .execute();
          return epoch;
        }),
      ),

    async renew(epoch) {
      const lease = queries.updateTable("leases").set({ expiresAt: end }).where("name", "=", JOBS);
      const running = lease.where("epoch", "=", epoch).where("expiresAt", ">", NOW);
      const result = await withStorageErrors("prolong the lease", () => running.executeTakeFirst());
      return result.numUpdatedRows > 0n;
    },

    async release(epoch) {
      const ended = queries.updateTable("leases").set({ expiresAt: 0 as Instant });
      await withStorageErrors("release the lease", () =>
        ended.where("name", "=", JOBS).where("epoch", "=", epoch).execute(),
      );
    },

    poll: () => withStorageErrors("tell what is new", () => readMarkers(queries)),
  };
}

/**
 * How long a lease lasts without being renewed. It is renewed every fifth of this. When the holder dies, the lease expires after 15 s at
 * most, others poll within 3 s, and the rest of the 30 s is for reading 6,000 days, which takes one second.
 */
export const LEASE_MS = 15_000;

const JOBS = "jobs";

/** The moment at which it is read, not the one at which the transaction began. PostgreSQL only. */
const NOW = sql<Instant>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Reads a few rows by their keys, and small tables whole. */
async function readMarkers(queries: Kysely<Tables>): Promise<ChangeMarkers> {
  const { rows } = await sql<ChangeMarkers>`select
    floor(extract(epoch from statement_timestamp()) * 1000)::bigint as now,
    coalesce((select expires_at <= ${NOW} from leases where name = ${sql.lit(JOBS)}), true) as "isFree",
    (select coalesce(max(position), -1) from ledger) as position,
    (select coalesce(max(version), 0) from state) as version,
    (select max(hour) from scores) as hour`.execute(queries);
  const [markers] = rows;
  if (markers === undefined) throw new Error("no row");
  return markers;
}

/**
 * Lets only writes of one leadership through; the epoch is its fencing token. The row is locked against the next
 * `acquire` until the transaction has ended, but not against `renew`, which changes no key.
 *
 * @param onRefusal called when a write was refused
 */
export function fencingCheck(epoch: number, onRefusal: () => void): FencingCheck {
  return async (transaction) => {
    const lease = transaction.selectFrom("leases").select("epoch").where("name", "=", JOBS).where("epoch", "=", epoch);
    const running = await lease.where("expiresAt", ">", NOW).forKeyShare().executeTakeFirst();
    if (running !== undefined) return;
    onRefusal();
    throw new LeaseLostError("this instance's turn to do the jobs is over");
  };
}

/** What is newest in a database that several processes work on. */
export interface ChangeMarkers {
  /** What the clock of the database server shows. */
  readonly now: Instant;
  /** Whether nobody does the jobs. */
  readonly isFree: boolean;
  /** Of the newest entry of the ledger; -1 before the first. */
  readonly position: number;
  /** Grows whenever the state changes. */
  readonly version: number;
  /** Of the newest score. */
  readonly hour: Instant | null;
}

/**
 * The lease for the jobs, among all processes on one database. At most one holds it. It expires by the database's clock
 * unless it is renewed.
 */
export interface LeaseStore {
  /**
   * Acquires the lease, unless somebody holds it.
   * @param holder who asks, for people who look into the database
   * @returns its epoch, greater than that of every lease before; `undefined` when somebody holds it
   */
  acquire(holder: string): Promise<number | undefined>;
  /** Lets all of `LEASE_MS` begin again. @returns false when the lease has expired already */
  renew(epoch: number): Promise<boolean>;
  /** Releases the lease at once; of one that has expired, nothing changes. */
  release(epoch: number): Promise<void>;
  /** One round trip. */
  poll(): Promise<ChangeMarkers>;
}

/** The lease of a database, with its connection. */
export interface OpenLease {
  readonly lease: LeaseStore;
  /** Ends its connection; a second call does nothing. */
  close(): Promise<void>;
}
