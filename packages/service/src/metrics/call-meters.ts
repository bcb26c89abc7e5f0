/** Counts the questions to sources and the calls of the database. */

import { type Instant, SECOND_MS } from "peak-cycle-model";
import { SOURCE_FAULTS, type SourceFault, StorageError } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import type { Stores } from "../storage/stores.js";
import type { Instruments } from "./instruments.js";

/** How often each source is asked, how it fails, and how long it has given nothing usable. */
export function sourceMeters(make: Instruments, clock: Clock) {
  const answeredAt = new Map<string, Instant>();
  const requests = make.counter(
    "peak_source_inquiries_total",
    "Questions to the source; one may take several requests, or none while the source is left alone.",
    "source",
  );
  const faults = make.counter(
    "peak_source_faults_total",
    "Questions that the source gave nothing usable to, by the kind of fault.",
    "source",
    "fault",
  );
  make.collected(
    "peak_source_last_answer_age_seconds",
    "Seconds since the source last gave something usable, or since it could first be asked.",
    ["source"],
    (silence) => {
      for (const [source, at] of answeredAt) silence.set({ source }, (clock.now() - at) / SECOND_MS);
    },
  );
  /** What counts the questions to a source, by its name. */
  return (source: string) => {
    answeredAt.set(source, clock.now());
    requests.inc({ source }, 0);
    for (const fault of SOURCE_FAULTS) faults.inc({ source, fault }, 0);
    return {
      asked: (): void => requests.inc({ source }),
      /** The source gave a page of figures. */
      answered: () => void answeredAt.set(source, clock.now()),
      failed: (fault: SourceFault): void => faults.inc({ source, fault }),
    };
  };
}

/** Counts the calls of the database, and says whether this instance does the jobs. */
export function storeMeters(make: Instruments) {
  const countCall = make.counts(
    "peak_database_calls_total",
    "Calls of the database by how they ended; an answer to a request makes none.",
    "outcome",
    ["done", "failed"],
  );
  const turns = make.counter("peak_lease_turns_total", "Turns to do the jobs that this instance has begun.");
  const held = make.gauge("peak_lease_held", "1 while this instance does the jobs.");
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
    stores: (stores: Stores) => wrapped(stores, counted),
    /** The instance does the jobs from now on, or does not any more. */
    leads(isLeading: boolean): void {
      if (isLeading) turns.inc();
      held.set(Number(isLeading));
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
