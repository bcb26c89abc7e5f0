/** Counts the questions to sources and the calls of the database. */

import { type Instant, SECOND_MS } from "peak-cycle-model";
import { Counter, Gauge, type Registry } from "prom-client";
import { SOURCE_FAULTS, StorageError } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import type { LeaseStore } from "../storage/lease-store.js";
import { labeledCounter, readGauge } from "./instruments.js";
import type { Meters } from "./meters.js";

/** How often each source is asked, how it fails, and how long it has given nothing usable. */
export function sourceMeters(registry: Registry, clock: Clock): Meters["source"] {
  const answeredAt = new Map<string, Instant>();
  const requests = new Counter({
    name: "peak_source_inquiries_total",
    help: "Questions to the source; one may take several requests, or none while the source is left alone.",
    labelNames: ["source"],
    registers: [registry],
  });
  const faults = new Counter({
    name: "peak_source_faults_total",
    help: "Questions that the source gave nothing usable to, by the kind of fault.",
    labelNames: ["source", "fault"],
    registers: [registry],
  });
  const silence = new Gauge({
    name: "peak_source_last_answer_age_seconds",
    help: "Seconds since the source last gave something usable, or since it could first be asked.",
    labelNames: ["source"],
    registers: [registry],
    collect() {
      for (const [source, at] of answeredAt) silence.set({ source }, (clock.now() - at) / SECOND_MS);
    },
  });
  return (source) => {
    answeredAt.set(source, clock.now());
    requests.inc({ source }, 0);
    for (const fault of SOURCE_FAULTS) faults.inc({ source, fault }, 0);
    return {
      asked: () => requests.inc({ source }),
      answered: () => void answeredAt.set(source, clock.now()),
      failed: (fault) => faults.inc({ source, fault }),
    };
  };
}

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

/** Wraps an object so that every method, also of the objects in it, passes through `counted`. */
function wrapped<T extends object>(target: T, counted: Call): T {
  const entries = Object.entries(target).map(([name, member]) => {
    if (typeof member === "function") {
      return [name, (...args: unknown[]) => counted(() => member.apply(target, args))];
    }
    return [name, typeof member === "object" && member !== null ? wrapped(member, counted) : member];
  });
  return Object.fromEntries(entries) as T;
}
