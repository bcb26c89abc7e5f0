import type { TrackRecord } from "./backtest/track-record.js";
import { trackRecord } from "./backtest/track-record-of.js";
import type { Checked } from "./chain/checked.js";
import type { Config } from "./config.js";
import { SECOND_MS } from "./domain/instant.js";
import { type Examination, examineUpstream } from "./operations/examine-upstream.js";
import type { Stores } from "./operations/store-ports.js";
import { silentLog } from "./platform/silent-log.js";
import { systemClock } from "./platform/system-clock.js";
import type { KeptReaders, SiteAnswers } from "./sources/peak-site.js";
import type { CheckTerms } from "./storage/check-chain.js";
import type { CopyPlaces, CopyWatch } from "./storage/copy-places.js";
import { type DatabaseLocation, openForReading as openBeside, openForWriting } from "./storage/open-database.js";
import { openStores } from "./storage/stores.js";
import type { PastDeps } from "./work/past-work.js";
import { openUpstreams, USER_AGENT } from "./work/worker.js";

export { recordReport } from "./site/record/report.js";

/** 2 MB are the leaves of 80 years. */
const SITE_LIMITS = { maxBytes: 2_000_000, timeoutMs: 20 * SECOND_MS };

// What commands need of other rooms, besides the service itself.

/** @throws StorageError with a sentence for the operator */
export async function openDatabase(config: Config): Promise<Stores> {
  return openStores(await openForWriting(config));
}

/**
 * The database beside a running service: nothing is changed.
 *
 * @returns `undefined` when there is none yet
 * @throws StorageError when there is one that cannot be read
 */
export async function openForReading(config: Config): Promise<Stores | undefined> {
  const database = await openBeside(config);
  return database && openStores(database);
}

/** Copies everything stored to another database. @returns how many rows @throws StorageError or CopyError */
export async function copyStored(places: CopyPlaces, watch: CopyWatch): Promise<number> {
  return (await import("./storage/copy-places.js")).copyPlaces(places, watch);
}

/** Fetches and freezes the past without serving it. @throws as `fetchPastOnce` */
export async function fetchPast(deps: PastDeps, stop: AbortSignal): Promise<void> {
  return (await import("./work/past-work.js")).fetchPastOnce(deps, stop);
}

/** What all sources said. */
export interface Examined {
  readonly sources: readonly Examination[];
  /** How far our clock was ahead of theirs, to the second: one figure an answer, usable or not. */
  readonly aheadMs: readonly number[];
}

/** Asks every source that is not switched off, all at the same time. */
export async function examineAll(config: Config, signal: AbortSignal): Promise<Examined> {
  const aheadMs: number[] = [];
  const machine = { clock: systemClock, log: silentLog, onClock: (ms: number) => void aheadMs.push(ms) };
  const upstreams = openUpstreams(config, machine, () => 1);
  const sources = await Promise.all(upstreams.map((each) => examineUpstream(each, systemClock, signal)));
  return { sources, aheadMs };
}

/** Checks a stored chain from its first day on, beside a running service. @throws StorageError */
export async function checkStored(place: DatabaseLocation, terms: CheckTerms): Promise<Checked> {
  return (await import("./storage/check-place.js")).checkPlace(place, terms);
}

/** Asks a Peak site for all that can be checked of its chain. @throws UpstreamError */
export async function askSite(site: URL, signal: AbortSignal): Promise<SiteAnswers> {
  const { askPeakSite, fetchTextFor } = await import("./sources/peak-site.js");
  return askPeakSite(site, fetchTextFor({ clock: systemClock, userAgent: USER_AGENT, ...SITE_LIMITS }), signal);
}

/** The readers of what somebody has kept of a Peak site. */
export async function keptReaders(): Promise<KeptReaders> {
  return await import("./sources/peak-site.js");
}

/** The record of all closed days, read beside a running service. @returns `undefined` while there are none */
export async function recordOfStored(config: Config): Promise<TrackRecord | undefined> {
  const stores = await openForReading(config);
  if (stores === undefined) return undefined;
  try {
    const days = await stores.days.closedDays();
    return days.length === 0 ? undefined : trackRecord(days);
  } finally {
    await stores.close();
  }
}
