import { formatDay, hourOf, type Instant, parseDay, plus, SECOND_MS } from "peak-cycle-model";
import { newestRowDay } from "../domain/history.js";
import type { HistoryCheck } from "../history/check-history.js";
import { unlessHeld } from "../history/publishing-holds.js";
import { STEPS, stepMark } from "../ingest/backfill-steps.js";
import type { Clock } from "../platform/clock.js";
import type { Log, LogFields } from "../platform/log.js";
import type { ChangeMarkers } from "../storage/lease-store.js";
import type { Stores } from "../storage/stores.js";
import type { PublicDataLoader } from "./public-data-loader.js";
import type { PublicView } from "./public-view.js";

/** A check costs a second of a core, and nothing but its repetition shows that the history was put right. */
const RECHECK_MS = 15 * SECOND_MS;

/** A follower ends with its database. */
const NEVER = new AbortController().signal;

/** How often the first fetch of another instance is logged. */
const LOG_EVERY_MS = 30 * SECOND_MS;

interface LeaderSyncDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly history: Pick<HistoryCheck, "run">;
  readonly view: PublicView;
  readonly loader: Omit<PublicDataLoader, "showAll" | "announcements">;
}

/** The markers for which the data was last read. */
type SeenMarkers = { readonly [Name in keyof Omit<ChangeMarkers, "now" | "isFree">]?: string | undefined };

/**
 * Shows what other instances have stored: reads again what has changed since it was last read. A leader reads only the
 * scripts: it shows everything else when it makes it.
 *
 * @returns to be called with each poll. @throws StorageError; what could not be read is read after the next poll
 */
export function syncFromLeader({ clock, log, stores, history, view, loader }: LeaderSyncDeps) {
  let read: SeenMarkers = {};
  let shownHour: Instant | undefined;
  let nextLogAt: Instant | undefined;
  let recheckAt: Instant | undefined;

  async function showScores(): Promise<void> {
    await loader.showScores();
    shownHour = hourOf(clock.now());
  }

  /** Checks the history and shows it; one that contradicts what was signed is checked again after a while. */
  async function showHistory(): Promise<void> {
    recheckAt = undefined;
    if (!(await unlessHeld(() => history.run(NEVER)))) {
      recheckAt = plus(clock.now(), RECHECK_MS);
      return;
    }
    view.showHistory();
    await loader.showDays();
  }

  /** What to show when a marker has changed. */
  const show: readonly (readonly [keyof SeenMarkers, () => Promise<void>])[] = [
    ["snapshot", () => view.refreshSnapshot()],
    ["chain", showHistory],
    ["scores", showScores],
    ["sources", () => loader.showSources()],
    ["reports", () => loader.showRecord()],
  ];

  async function follow(markers: ChangeMarkers): Promise<void> {
    for (const [name, refresh] of show) {
      if (markers[name] === read[name]) continue;
      await refresh();
      read = { ...read, [name]: markers[name] };
    }
    if (recheckAt !== undefined && clock.now() >= recheckAt) await showHistory();
    if (hourOf(clock.now()) !== shownHour) await showScores(); // an hour without a score is seen too
    if (view.score !== undefined || clock.now() < (nextLogAt ?? 0)) return;
    nextLogAt = plus(clock.now(), LOG_EVERY_MS);
    log.info(await pastProgress(stores, clock), "waiting for the first score of another instance");
  }

  return async (markers: ChangeMarkers, isLeader: boolean): Promise<void> => {
    if (markers.scripts !== read.scripts) await loader.showScripts();
    read = { ...read, scripts: markers.scripts };
    if (isLeader) read = { scripts: markers.scripts };
    else await follow(markers);
  };
}

/**
 * How far the first fetch has come, whichever process does it: the newest day of the part under way, or of the history.
 */
export async function pastProgress({ installation, days }: Stores, clock: Clock): Promise<LogFields> {
  const wanted = newestRowDay(clock.now());
  let reached: LogFields = { part: "none" };
  for (const step of STEPS) {
    const day = parseDay((await installation.get(stepMark(step))) ?? "");
    if (day === undefined) continue;
    reached = { part: step.metric, upTo: formatDay(day) };
    if (day < wanted) return reached;
  }
  const closed = await days.lastClosedDay();
  return closed === undefined ? reached : { part: "history", upTo: formatDay(closed) };
}
