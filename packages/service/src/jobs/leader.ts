/** The jobs of a leader, put together. The service runs them by its timetable; tests run them one at a time. */

import type { Meters } from "../metrics/meters.js";
import { putNow } from "../published/publish-now.js";
import type { Published } from "../published/published.js";
import type { Source } from "../sources/source.js";
import { openSources, type SourcesConfig } from "../sources/sources.js";
import type { Db } from "../storage/database.js";
import { newestEntries } from "../storage/newest-entries.js";
import { closeDays, daysDue } from "./close-days.js";
import { Collector } from "./collector.js";
import { runFirstFetch } from "./first-fetch.js";
import { FirstFetchCollection } from "./first-fetch-collection.js";
import { isScoreDue, runHourlyScore } from "./hourly-score.js";
import type { JobContext } from "./job-context.js";
import { LiveMarket } from "./live-market.js";
import { publishHistory } from "./publish-history.js";
import type { Job } from "./schedule.js";
import { SourceHealthWriter } from "./source-health.js";

/** The jobs, in the order in which a start runs them. */
export interface Leader {
  readonly readLedger: Job;
  readonly pollPrice: Job;
  readonly firstFetch: Job;
  readonly hourlyScore: Job;
  /** Returns the number of rows added. */
  readonly closeDays: Job<number>;
}

/**
 * Opens the sources, which also confirm the clock, and binds the jobs to them.
 *
 * @param selection which sources to open; all by default
 */
export function openLeader(
  context: JobContext,
  config: SourcesConfig,
  meters?: Meters,
  selection?: readonly Source[],
): Leader {
  const { clock, log, db, published, gate, history } = context;
  const sources = openSources(config, clock, log, new SourceHealthWriter(db, published, meters), selection);
  gate.compareClockWith(sources);
  const collector = new Collector(clock, db, sources);
  const live = new LiveMarket(context, sources, meters);
  const collection = new FirstFetchCollection(clock, log, db, collector);
  return {
    readLedger: { name: "read ledger", run: () => preparePast(context) },
    pollPrice: {
      name: "poll price",
      needs: "uncontradicted clock",
      run: (signal) => live.price.poll(signal),
    },
    firstFetch: {
      name: "first fetch",
      needs: "uncontradicted clock", // confirmed before anything is frozen
      run: (signal) => runFirstFetch(context, collector, collection, signal),
    },
    hourlyScore: {
      name: "hourly score",
      needs: "confirmed clock",
      isDue: () => isScoreDue(clock, published),
      run: (signal) => runHourlyScore(context, collector, live, signal),
    },
    closeDays: {
      name: "close days",
      needs: "confirmed clock",
      isDue: () => daysDue(clock, history).length > 0,
      run: (signal) => closeDays(context, collector, live, signal),
    },
  };
}

/** The hourly score runs between these minutes, avoiding the full hour, when many other programs send requests. */
export const EARLIEST_MINUTE = 3;
const LATEST_MINUTE = 20;

/**
 * Prepares the past for the other jobs.
 *
 * @throws PublishingHeldError if the ledger differs from what was signed
 */
async function preparePast(context: JobContext): Promise<void> {
  const { db, published, history } = context;
  const { position, hash } = await newestEntries(db);
  if (!history.isUpTo(position, hash)) await history.read();
  await rotateKey(context);
  await publishHistory(db, published, history);
  await drawMinute(db, published);
}

/** Appends our key if another one signed last. */
async function rotateKey({ clock, log, db, history, signer }: JobContext): Promise<void> {
  if (history.key === undefined || history.key.key_id === signer.keyId) return;
  await history.append(db, [], signer, clock.now());
  log.warn({ keyId: signer.keyId, endorsedBy: history.key?.endorsed_by ?? undefined }, "new signing key");
}

/** Picks the minute once, at the first start, so that installations do not all send requests at once. */
async function drawMinute(db: Db, published: Published): Promise<void> {
  const randomMinute = EARLIEST_MINUTE + Math.floor(Math.random() * (LATEST_MINUTE - EARLIEST_MINUTE + 1));
  const { minute = randomMinute } = published.now.get();
  await putNow(db, published, () => ({ minute }));
}
