/** The jobs of a leader, put together. The service runs them by its timetable; tests run them one at a time. */

import type { LedgerSigner } from "peak-cycle-verify";
import type { LedgerHistory } from "../ledger/ledger-history.js";
import type { Meters } from "../metrics/meters.js";
import { putNow } from "../published/publish-now.js";
import type { Source } from "../sources/source.js";
import { openSources, type SourcesConfig } from "../sources/sources.js";
import { newestEntries } from "../storage/newest-entries.js";
import { closeDays, daysDue } from "./close-days.js";
import { Collector } from "./collector.js";
import type { Context, Past } from "./context.js";
import { firstFetch } from "./first-fetch.js";
import { FirstFetchCollection } from "./first-fetch-collection.js";
import { hourlyScore, isScoreDue } from "./hourly-score.js";
import { LiveMarket } from "./live-market.js";
import { publishHistory } from "./publish-history.js";
import type { Job } from "./schedule.js";
import { SourceHealthRecord } from "./source-health.js";

/** What a leader needs in addition to the context of its jobs. */
export interface LeaderParts {
  readonly history: LedgerHistory;
  readonly signer: LedgerSigner;
  readonly config: SourcesConfig;
  /** Which sources to open; all by default. */
  readonly sources?: readonly Source[];
  readonly meters?: Meters | undefined;
}

/** The jobs, in the order in which a start runs them. */
export interface Leader {
  readonly readLedger: Job;
  readonly pollPrice: Job;
  readonly firstFetch: Job;
  readonly hourlyScore: Job;
  /** Returns the number of rows added. */
  readonly closeDays: Job<number>;
}

/** Opens the sources, which also confirm the clock, and binds the jobs to them. */
export function openLeader(context: Context, parts: LeaderParts): Leader {
  const { clock, log, gate } = context;
  const { history, signer, config, meters } = parts;
  const sources = openSources(config, clock, log, new SourceHealthRecord(context, meters), parts.sources);
  gate.compareClockWith(sources);
  const collector = new Collector(context, sources);
  const live = new LiveMarket(context, sources, history, meters);
  const collection = new FirstFetchCollection(context, collector);
  const past: Past = { history, signer };
  return {
    readLedger: { name: "read ledger", run: () => preparePast(context, past) },
    pollPrice: {
      name: "poll price",
      needs: "uncontradicted clock",
      run: (signal) => live.price.poll(signal),
    },
    firstFetch: {
      name: "first fetch",
      needs: "uncontradicted clock", // confirmed before anything is frozen
      run: (signal) => firstFetch(context, collector, collection, past, signal),
    },
    hourlyScore: {
      name: "hourly score",
      needs: "confirmed clock",
      isDue: () => isScoreDue(context),
      run: (signal) => hourlyScore(context, collector, live, past, signal),
    },
    closeDays: {
      name: "close days",
      needs: "confirmed clock",
      isDue: () => daysDue(context, past).length > 0,
      run: (signal) => closeDays(context, collector, live, past, signal),
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
async function preparePast(context: Context, past: Past): Promise<void> {
  const { position, hash } = await newestEntries(context.db);
  if (!past.history.isUpTo(position, hash)) await past.history.read();
  await rotateKey(context, past);
  await publishHistory(context.db, context.published, past.history);
  await drawMinute(context);
}

/** Appends our key if another one signed last. */
async function rotateKey({ clock, log, db }: Context, { history, signer }: Past): Promise<void> {
  if (history.key === undefined || history.key.key_id === signer.keyId) return;
  await history.append(db, [], signer, clock.now());
  log.warn({ keyId: signer.keyId, endorsedBy: history.key?.endorsed_by ?? undefined }, "new signing key");
}

/** Picks the minute once, at the first start, so that installations do not all send requests at once. */
async function drawMinute({ db, published }: Context): Promise<void> {
  const randomMinute = EARLIEST_MINUTE + Math.floor(Math.random() * (LATEST_MINUTE - EARLIEST_MINUTE + 1));
  const { minute = randomMinute } = published.now.get();
  await putNow(db, published, () => ({ minute }));
}
