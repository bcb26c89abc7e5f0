/** The jobs of this process: alone on SQLite, or as one of several instances on PostgreSQL. */

import { setMaxListeners } from "node:events";
import { isStale } from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import { StorageError } from "../domain/errors.js";
import { LedgerHistory } from "../ledger/ledger-history.js";
import type { Signing } from "../ledger/signing.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";
import type { SourcesConfig } from "../sources/sources.js";
import type { OpenDatabase, Term } from "../storage/database.js";
import { DatabaseHealth } from "./database-health.js";
import { Follower } from "./follower.js";
import { Instance } from "./instance.js";
import { openLeader } from "./leader.js";
import { PublishingGate } from "./publishing-gate.js";
import { Scheduler } from "./schedule.js";
import { storeHolds } from "./stored-holds.js";
import { runTimetable } from "./timetable.js";

export class Jobs {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #published: Published;
  readonly #sources: SourcesConfig;
  readonly #database: OpenDatabase;
  readonly #signing: Signing | undefined;
  readonly #meters: Meters | undefined;
  readonly #gate: PublishingGate;
  readonly #health: DatabaseHealth;
  readonly #history: LedgerHistory;
  readonly #follower: Follower;
  #isLeading = false;
  /** The holds that this leader has stored in the database. */
  #storedHolds: string | undefined;
  #isUnpublishable = false;

  /** @param signing `undefined` in an instance that only follows */
  constructor(
    clock: Clock,
    log: Log,
    published: Published,
    sources: SourcesConfig,
    database: OpenDatabase,
    signing: Signing | undefined,
    meters?: Meters,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#published = published;
    this.#sources = sources;
    this.#database = database;
    this.#signing = signing;
    this.#meters = meters;
    const gate = new PublishingGate(clock, log, published);
    this.#gate = gate;
    const health = new DatabaseHealth(log);
    this.#health = health;
    this.#history = new LedgerHistory(database.db, signing, gate);
    this.#follower = new Follower(clock, database.db, this.#history, published);
    meters?.addReaders({
      holds: () => gate.reasons,
      clockAheadMs: () => gate.clockAheadMs(),
      isLeading: () => this.#isLeading,
      isDatabaseAway: () => health.isAway,
    });
  }

  /** The closed days of the published history. */
  get days(): readonly ClosedDay[] {
    return this.#history.days;
  }

  /**
   * Publishes what is new in the database. What cannot be published, because of a bug in this version or the one that
   * stored it, is logged once and skipped; the next score replaces it.
   */
  async follow(): Promise<void> {
    try {
      await this.#storeHolds();
      await this.#follower.follow();
      this.#isUnpublishable = false;
    } catch (error) {
      if (error instanceof StorageError) throw error;
      if (!this.#isUnpublishable) this.#log.error({ error }, "the stored state could not be published");
      this.#isUnpublishable = true;
    }
  }

  /** Only the leader compares the clock, and while it is wrong, no job stores anything. */
  async #storeHolds(): Promise<void> {
    const { holds } = this.#published.now.get();
    if (!this.#isLeading || holds.join() === this.#storedHolds) return;
    await storeHolds(this.#database.db, holds);
    this.#storedHolds = holds.join();
  }

  /** Why this instance cannot serve current data, as a public sentence; `undefined` if it can. */
  whyNotReady(): string | undefined {
    if (this.#gate.sentence !== undefined) return this.#gate.sentence;
    const { score } = this.#published.now.get();
    if (score === undefined) return "There is no score yet.";
    return isStale(score.computedAt, this.#clock.now()) ? "The score is older than 2 hours." : this.#health.trouble;
  }

  /**
   * Publishes what is new in the database, and runs the jobs while this instance leads. Ends only with the signal,
   * rejecting with its reason.
   *
   * @param name of this instance, for operators
   * @param alsoRead also called with each poll
   */
  run(stop: AbortSignal, name: string, alsoRead = async (): Promise<void> => {}): Promise<void> {
    const database = this.#signing && this.#database;
    const instance = new Instance(this.#clock, this.#log, this.#health, database, name);
    const follow = () => this.follow().then(alsoRead);
    return instance.run(follow, (term, signal) => this.#work(term, signal), stop);
  }

  /** Everything is recreated, because memory from an earlier term may differ from the database. */
  async #work(term: Term, signal: AbortSignal): Promise<void> {
    if (this.#signing === undefined) throw new RangeError("an instance that only follows cannot lead");
    setMaxListeners(0, signal); // many sleeps and requests listen to it; Node would report more than ten as a leak
    const [clock, log, published, gate] = [this.#clock, this.#log, this.#published, this.#gate];
    const { signer } = this.#signing;
    const context = { clock, log, db: term.db, published, gate, history: this.#history, signer };
    const leader = openLeader(context, this.#sources, this.#meters);
    const scheduler = new Scheduler(clock, log, gate, this.#health, signal, this.#meters);
    this.#isLeading = true;
    try {
      await runTimetable(scheduler, leader, published);
    } finally {
      this.#isLeading = false;
      this.#storedHolds = undefined; // another leader may have stored its own
      gate.compareClockWith(undefined);
    }
  }
}
