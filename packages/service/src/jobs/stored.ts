/** Everything jobs read and write. What lies behind these functions can change without the jobs. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Instant } from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";
import { RECORD } from "../publish/publish-stored.js";
import type { Stores } from "../storage/stores.js";

/** The open database, as jobs hand it on. */
export type Database = Stores;

/** Rows that are stored in one go, in some 5 ms. Requests are answered in between. */
const ROWS_AT_ONCE = 250;

/** Stores what is not there yet. */
export async function addObservations(database: Database, seen: readonly Observation[]): Promise<void> {
  const rows = seen.map(({ metric, source, observedAt, fetchedAt, value }) => {
    return { metric, source, observedAt, fetchedAt, value };
  });
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    if (rows.length > ROWS_AT_ONCE) await nextTurn();
    await database.observations.add(rows.slice(from, from + ROWS_AT_ONCE));
  }
}

/** With `from <= observedAt < to`, oldest first. */
export function readObservations(
  database: Database,
  metric: Metric,
  from: Instant,
  to: Instant,
): Promise<readonly Observation[]> {
  return database.observations.between(metric, from, to);
}

/** The newest one that is observed no later than `upTo`, of any source or of one. */
export function newestObservation(
  database: Database,
  metric: Metric,
  upTo: Instant,
  source?: string,
): Promise<Observation | undefined> {
  return database.observations.newest(metric, upTo, source);
}

/** @returns false when that hour has a score already; the stored one stays */
export function putScore(database: Database, score: HourlyScore): Promise<boolean> {
  return database.scores.add(score);
}

/** A small fact about this installation, such as its minute of the hour. */
export function readFact(database: Database, key: string): Promise<string | undefined> {
  return database.installation.get(key);
}

export function putFact(database: Database, key: string, value: string): Promise<void> {
  return database.installation.put(key, value);
}

/** All closed days, oldest first. */
export function readDays(database: Database): Promise<readonly ClosedDay[]> {
  return database.days.closedDays();
}

/** How each source was when it was last asked. */
export function readSourceStates(database: Database): Promise<readonly SourceState[]> {
  return database.sources.all();
}

export function putSourceState(database: Database, state: SourceState): Promise<void> {
  return database.sources.put(state);
}

/** What the stored record was made of; `undefined` when there is none that this version can read. */
export async function readRecordMark(database: Database): Promise<string | undefined> {
  return (await database.reports.get(RECORD))?.mark;
}

/** @param record a `TrackRecord` as JSON */
export function putRecord(database: Database, mark: string, record: string): Promise<void> {
  return database.reports.put(RECORD, mark, record);
}
