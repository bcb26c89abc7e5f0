import { hourOf, type Instant, plus, SECOND_MS } from "../domain/instant.js";
import type { Bulletin } from "./bulletin.js";
import { pastProgress } from "./past-progress.js";
import type { Clock, Log } from "./ports.js";
import type { PublicView } from "./public-view.js";
import type { ChangeMarkers, KeptScript, Stores } from "./store-ports.js";

/** Between two lines about the first fetch of another instance. */
const TELL_EVERY_MS = 30 * SECOND_MS;

export interface FollowDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly view: PublicView;
  readonly bulletin: Bulletin;
  /** Given all kept scripts when one was added. */
  readonly keepScripts: (scripts: readonly KeptScript[]) => void;
}

/** Shows what other instances have stored. */
export interface Follower {
  /**
   * Reads again what has changed since it was last read. Of an instance that does the jobs itself, the scripts only:
   * it shows the rest as it makes it.
   *
   * @throws StorageError; what could not be read is read after the next look
   */
  see(sighting: ChangeMarkers, isWorking: boolean): Promise<void>;
}

/** What was read when these marks were seen. */
type Marks = Partial<Omit<ChangeMarkers, "isFree">>;

export function follower({ clock, log, stores, view, bulletin, keepScripts }: FollowDeps): Follower {
  let read: Marks = {};
  let shownHour: Instant | undefined;
  let tellAt: Instant | undefined;

  async function showScores(): Promise<void> {
    await bulletin.showScores();
    shownHour = hourOf(clock.now());
  }

  /** What is shown when a mark has changed. What the two specified answers say comes first. */
  const show: readonly (readonly [keyof Marks, () => Promise<void>])[] = [
    ["history", () => view.refreshHistory()],
    ["snapshot", () => view.refreshSnapshot()],
    ["scores", showScores],
    ["chain", () => bulletin.showDays()],
    ["sources", () => bulletin.showSources()],
    ["reports", () => bulletin.showRecord()],
  ];

  async function follow(sighting: ChangeMarkers): Promise<void> {
    for (const [name, refresh] of show) {
      if (sighting[name] === read[name]) continue;
      await refresh();
      read = { ...read, [name]: sighting[name] };
    }
    if (hourOf(clock.now()) !== shownHour) await showScores(); // an hour without a score is seen too
    if (view.score !== undefined || clock.now() < (tellAt ?? 0)) return;
    tellAt = plus(clock.now(), TELL_EVERY_MS);
    log.info(await pastProgress(stores, clock), "waiting for the first score of another instance");
  }

  return {
    async see(sighting, isWorking) {
      if (sighting.scripts !== read.scripts) keepScripts(await stores.scripts.all());
      read = { ...read, scripts: sighting.scripts };
      if (isWorking) read = { scripts: sighting.scripts };
      else await follow(sighting);
    },
  };
}
