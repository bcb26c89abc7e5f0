/** Publishes what is new in the database, at startup and with every poll, no matter which instance stored it. */

import { type Instant, SECOND_MS } from "peak-cycle-model";
import { PublishingHeldError } from "../domain/errors.js";
import type { LedgerHistory } from "../ledger/ledger-history.js";
import { type Clock, latestOf } from "../platform/clock.js";
import { publishNow } from "../published/publish-now.js";
import type { Published } from "../published/published.js";
import type { Db } from "../storage/database.js";
import { type NewestEntries, newestEntries } from "../storage/newest-entries.js";
import { publishHistory } from "./publish-history.js";

/** How often an unsound ledger is read again, to notice that it has been repaired. */
const RECHECK_MS = 15 * SECOND_MS;

export class Follower {
  readonly #clock: Clock;
  readonly #db: Db;
  readonly #history: LedgerHistory;
  readonly #published: Published;
  #newest: NewestEntries | undefined;
  /** When the ledger was last found unsound, and its newest entry then. */
  #unsound: { readonly at: Instant; readonly newest: NewestEntries } | undefined;

  constructor(clock: Clock, db: Db, history: LedgerHistory, published: Published) {
    this.#clock = clock;
    this.#db = db;
    this.#history = history;
    this.#published = published;
  }

  /**
   * Reads and publishes changes since the last call, except those this process stored itself.
   *
   * @throws StorageError; the next call tries again
   */
  async follow(): Promise<void> {
    const newest = await newestEntries(this.#db);
    if (!this.#history.isUpTo(newest.position, newest.hash)) await this.#readLedger(newest);
    await publishHistory(this.#db, this.#published, this.#history);
    const isNew = newest.version !== this.#newest?.version || newest.hour !== this.#newest.hour;
    if (isNew) await publishNow(this.#db, this.#published, latestOf(this.#clock));
    this.#newest = newest;
  }

  async #readLedger(newest: NewestEntries): Promise<void> {
    const now = this.#clock.now();
    const before = this.#unsound;
    const isSame = before?.newest.position === newest.position && before.newest.hash === newest.hash;
    if (isSame && Math.abs(now - before.at) < RECHECK_MS) return;
    try {
      await this.#history.read();
      this.#unsound = undefined;
    } catch (error) {
      if (!(error instanceof PublishingHeldError)) throw error;
      this.#unsound = { at: now, newest };
    }
  }
}
