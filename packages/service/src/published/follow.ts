/** Publishes what is new in the database, whoever has stored it: at a start, and with each poll afterwards. */

import { formatDay, hourOf, type Instant, plus, SECOND_MS } from "peak-cycle-model";
import { PublishingHeldError } from "../domain/errors.js";
import { type Clock, latestOf } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Newest, Stores } from "../storage/stores.js";
import type { LedgerHistory } from "./ledger-history.js";
import { publishHistory, publishNow, publishTurn } from "./publish-now.js";
import type { Published } from "./published.js";

/** How often a ledger that is not sound is read again: nothing else shows that it was put right. */
const RECHECK_MS = 15 * SECOND_MS;

/** How often the first fetch of another instance is logged. */
const LOG_EVERY_MS = 30 * SECOND_MS;

export class Follower {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #database: Stores;
  readonly #history: LedgerHistory;
  readonly #published: Published;
  #seen: Partial<Newest> = {};
  #seenHour: Instant | undefined;
  #recheckAt: Instant | undefined;
  #logAt: Instant | undefined;

  constructor(clock: Clock, log: Log, database: Stores, history: LedgerHistory, published: Published) {
    [this.#clock, this.#log, this.#database] = [clock, log, database];
    [this.#history, this.#published] = [history, published];
  }

  /**
   * Reads what is new since the last call. What this process has put itself is not read again.
   *
   * @throws StorageError; the next call reads it
   */
  async follow(): Promise<void> {
    const newest = await this.#database.newest();
    const now = this.#clock.now();
    const { position, version, hour } = newest;
    const isFirst = this.#seen.position === undefined;
    const isNewPosition = position !== this.#seen.position && position + 1 !== this.#history.length;
    if (isFirst || isNewPosition || (this.#recheckAt !== undefined && now >= this.#recheckAt)) await this.#readLedger();
    await publishHistory(this.#database, this.#published, this.#history);
    this.#seen = { ...this.#seen, position };
    const isNewHour = hour !== this.#seen.hour || hourOf(now) !== this.#seenHour; // an hour without a score is seen too
    if (isNewHour || version !== this.#seen.version) {
      await publishNow(this.#database, this.#published, latestOf(this.#clock));
      if (isNewHour) await publishTurn(this.#database, this.#published, latestOf(this.#clock));
    }
    this.#seen = newest;
    this.#seenHour = hourOf(now);
  }

  /** Says that nothing is shown yet, since another instance makes the first score. */
  logWaiting(): void {
    const now = this.#clock.now();
    if (this.#published.now.get().score !== undefined || now < (this.#logAt ?? 0)) return;
    this.#logAt = plus(now, LOG_EVERY_MS);
    const closed = this.#history.days.at(-1)?.day;
    this.#log.info({ closed: closed && formatDay(closed) }, "waiting for the first score of another instance");
  }

  async #readLedger(): Promise<void> {
    try {
      await this.#history.read();
      this.#recheckAt = undefined;
    } catch (error) {
      if (!(error instanceof PublishingHeldError)) throw error;
      this.#recheckAt = plus(this.#clock.now(), RECHECK_MS);
    }
  }
}
