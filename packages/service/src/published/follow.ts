/** Publishes whatever is new in the database, at startup and with every poll, no matter which instance stored it. */

import { hourOf, type Instant, plus, SECOND_MS } from "peak-cycle-model";
import { PublishingHeldError } from "../domain/errors.js";
import { type Clock, latestOf } from "../platform/clock.js";
import type { Database } from "../storage/database.js";
import { type Newest, newestStored } from "../storage/newest.js";
import type { LedgerHistory } from "./ledger-history.js";
import { publishHistory, publishNow, publishPhaseWithoutRow } from "./publish-now.js";
import type { Published } from "./published.js";

/** How often an unsound ledger is read again; nothing else reveals that it has been repaired. */
const RECHECK_MS = 15 * SECOND_MS;

export class Follower {
  readonly #clock: Clock;
  readonly #database: Database;
  readonly #history: LedgerHistory;
  readonly #published: Published;
  #seen: Partial<Newest> = {};
  #seenHour: Instant | undefined;
  #recheckAt: Instant | undefined;

  constructor(clock: Clock, database: Database, history: LedgerHistory, published: Published) {
    [this.#clock, this.#database, this.#history, this.#published] = [clock, database, history, published];
  }

  /**
   * Reads and publishes changes since the last call, except those this process stored itself.
   *
   * @throws StorageError; the next call tries again
   */
  async follow(): Promise<void> {
    const [database, published, history] = [this.#database, this.#published, this.#history];
    const newest = await newestStored(database);
    const now = this.#clock.now();
    const { position, version, hour } = newest;
    const isNewPosition = position !== this.#seen.position && (position < 0 || position + 1 !== history.length);
    if (isNewPosition || (this.#recheckAt !== undefined && now >= this.#recheckAt)) await this.#readLedger(now);
    await publishHistory(database, published, history);
    this.#seen = { ...this.#seen, position };
    const isNewHour = hour !== this.#seen.hour || hourOf(now) !== this.#seenHour; // an hour without a score counts
    if (isNewHour || version !== this.#seen.version) {
      await publishNow(database, published, latestOf(this.#clock));
      if (isNewHour) await publishPhaseWithoutRow(database, published, latestOf(this.#clock));
    }
    this.#seen = newest;
    this.#seenHour = hourOf(now);
  }

  async #readLedger(now: Instant): Promise<void> {
    try {
      await this.#history.read();
      this.#recheckAt = undefined;
    } catch (error) {
      if (!(error instanceof PublishingHeldError)) throw error;
      this.#recheckAt = plus(now, RECHECK_MS);
    }
  }
}
