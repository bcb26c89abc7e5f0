import { type Instant, plus, SECOND_MS } from "../domain/instant.js";
import { pastProgress } from "./past-progress.js";
import type { Clock, KeptScript, Log, Sighting, Stores } from "./ports.js";
import type { PublicView } from "./public-view.js";

/** Between two lines about the first fetch of another instance. */
const TELL_EVERY_MS = 30 * SECOND_MS;

export interface FollowDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly view: PublicView;
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
  see(sighting: Sighting, isWorking: boolean): Promise<void>;
}

/** What was read when these marks were seen. */
type Marks = Partial<Record<"snapshot" | "history" | "scripts", string>>;

export function follower({ clock, log, stores, view, keepScripts }: FollowDeps): Follower {
  let read: Marks = {};
  let tellAt: Instant | undefined;

  async function follow({ snapshot, history }: Sighting): Promise<void> {
    if (history !== read.history) await view.refreshHistory();
    read = { ...read, history };
    if (snapshot !== read.snapshot) await view.refreshSnapshot();
    read = { ...read, snapshot };
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
