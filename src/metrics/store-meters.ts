import { Counter, type Registry } from "prom-client";
import { StorageError } from "../domain/errors.js";
import type { Meters } from "../operations/ports.js";
import type { LeaseStore } from "../operations/store-ports.js";
import { labeledCounter, readGauge } from "./instruments.js";

/**
 * Counts the calls of the database, and says whether this instance does the jobs.
 *
 * @param isSole no other process works on the database, so that this one always does the jobs
 */
export function storeMeters(registry: Registry, isSole: boolean): Pick<Meters, "stores" | "lease"> {
  const countCall = labeledCounter(registry, {
    name: "peak_database_calls_total",
    help: "Calls of the database by how they ended; an answer to a request makes none.",
    label: "outcome",
    values: ["done", "failed"],
  });
  const leaderships = new Counter({
    name: "peak_lease_turns_total",
    help: "Turns to do the jobs that this instance has begun.",
    registers: [registry],
  });
  let held: number | undefined;
  readGauge(registry, {
    name: "peak_lease_held",
    help: "1 while this instance does the jobs.",
    read: () => Number(isSole || held !== undefined),
  });
  const counted: Call = async (call) => {
    try {
      const result = await call();
      countCall("done");
      return result;
    } catch (error) {
      if (error instanceof StorageError) countCall("failed");
      throw error;
    }
  };
  return {
    stores: (stores) => wrapped(stores, counted),
    lease(lease) {
      const same = wrapped<LeaseStore>(lease, counted);
      return {
        ...same,
        async acquire(holder) {
          const epoch = await same.acquire(holder);
          if (epoch !== undefined) leaderships.inc();
          held = epoch ?? held;
          return epoch;
        },
        release(epoch) {
          if (epoch === held) held = undefined; // the work has ended before the lease is released
          return same.release(epoch);
        },
      };
    },
  };
}

type Call = <T>(call: () => Promise<T>) => Promise<T>;

/** The same object with every method, also of the objects in it, passing through `counted`. */
function wrapped<T extends object>(target: T, counted: Call): T {
  const entries = Object.entries(target).map(([name, member]) => {
    if (typeof member === "function") {
      return [name, (...args: unknown[]) => counted(() => member.apply(target, args))];
    }
    return [name, typeof member === "object" && member !== null ? wrapped(member, counted) : member];
  });
  return Object.fromEntries(entries) as T;
}
