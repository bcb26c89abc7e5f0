/** Publishes what another instance has stored: reads again what is new since it was last read. */

import { formatDay, hourOf, type Instant, plus, SECOND_MS } from "peak-cycle-model";
import { PublishingHeldError } from "../domain/errors.js";
import type { LedgerHistory } from "../history/ledger-history.js";
import { latestOf } from "../jobs/clock-check.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { ChangeMarkers } from "../storage/lease-store.js";
import type { Stores } from "../storage/stores.js";
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
  #seen: Partial<ChangeMarkers> = {};
  #seenHour: Instant | undefined;
  #recheckAt: Instant | undefined;
  #logAt: Instant | undefined;

  constructor(clock: Clock, log: Log, database: Stores, history: LedgerHistory, published: Published) {
    [this.#clock, this.#log, this.#database] = [clock, log, database];
    [this.#history, this.#published] = [history, published];
  }

  /**
   * Called with each poll. A leader publishes what it makes, and reads only what a command has appended beside it.
   *
   * @throws StorageError; the next poll reads it
   */
  async follow(markers: ChangeMarkers, isLeader: boolean): Promise<void> {
    if (isLeader) {
      this.#seen = {};
      if (markers.position >= this.#history.length) await this.#readLedger();
      return;
    }
    const { position, version, hour } = markers;
    const now = this.#clock.now();
    const isDue = this.#recheckAt !== undefined && now >= this.#recheckAt;
    if (position !== this.#seen.position || isDue) await this.#readLedger();
    this.#seen = { ...this.#seen, position };
    const isNewHour = hour !== this.#seen.hour || hourOf(now) !== this.#seenHour; // an hour without a score is seen too
    if (isNewHour || version !== this.#seen.version) {
      await publishNow(this.#database, this.#published, latestOf(this.#clock));
      if (isNewHour) await publishTurn(this.#database, this.#published, latestOf(this.#clock));
    }
    this.#seen = { position, version, hour };
    this.#seenHour = hourOf(now);
    this.#logWaiting(now);
  }

  async #readLedger(): Promise<void> {
    this.#recheckAt = undefined;
    try {
      await this.#history.read();
      await publishHistory(this.#database, this.#published, this.#history);
    } catch (error) {
      if (!(error instanceof PublishingHeldError)) throw error;
      this.#recheckAt = plus(this.#clock.now(), RECHECK_MS);
    }
  }

  #logWaiting(now: Instant): void {
    if (this.#published.now.get().score !== undefined || now < (this.#logAt ?? 0)) return;
    this.#logAt = plus(now, LOG_EVERY_MS);
    const closed = this.#history.days.at(-1)?.day;
    this.#log.info({ closed: closed && formatDay(closed) }, "waiting for the first score of another instance");
  }
}
