/** The jobs of this process: alone on SQLite, or as one of several instances on PostgreSQL. */

import { setMaxListeners } from "node:events";
import { DAY_MS, HOUR_MS, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import type { Meters } from "../metrics/meters.js";
import { Follower } from "../published/follow.js";
import { LedgerHistory } from "../published/ledger-history.js";
import { publishHistory, putNow } from "../published/publish-now.js";
import type { OpenDatabase, Term } from "../storage/database.js";
import { newestStored } from "../storage/newest.js";
import type { Signing } from "./begin-history.js";
import { closeDays } from "./close-days.js";
import type { Context, Past } from "./context.js";
import { firstFetch } from "./first-fetch.js";
import { hourlyScore } from "./hourly-score.js";
import { Instance } from "./leader.js";
import { pollPrice } from "./poll-price.js";
import { nextAfter, Scheduler } from "./schedule.js";
import { Troubles } from "./troubles.js";
import { Upstreams } from "./upstreams.js";

export class Jobs {
  readonly #context: Context;
  readonly #database: OpenDatabase;
  readonly #signing: Signing | undefined;
  readonly #meters: Meters | undefined;
  readonly #troubles: Troubles;
  readonly #history: LedgerHistory;
  readonly #follower: Follower;
  #isLeading = false;

  /** @param signing `undefined` in an instance that only follows */
  constructor(context: Context, database: OpenDatabase, signing: Signing | undefined, meters?: Meters) {
    const { clock, log, database: queries, published } = context;
    [this.#context, this.#database, this.#signing, this.#meters] = [context, database, signing, meters];
    const troubles = new Troubles(log, published);
    this.#troubles = troubles;
    this.#history = new LedgerHistory(queries, signing?.kept, (fault) => troubles.ledgerRead(fault));
    this.#follower = new Follower(clock, queries, this.#history, published);
    meters?.read({
      holds: () => troubles.held,
      isLeading: () => this.#isLeading,
      isDatabaseAway: () => troubles.isDatabaseAway,
    });
  }

  /** The closed days of the published history. */
  get days(): readonly ClosedDay[] {
    return this.#history.days;
  }

  /** Publishes what is stored. */
  restore(): Promise<void> {
    return this.#follower.follow();
  }

  /** Why this instance cannot serve current data, as a public sentence; `undefined` if it can. */
  whyNotReady(): string | undefined {
    return this.#troubles.whyNotReady(this.#context.clock.now());
  }

  /**
   * Publishes what is new in the database, and runs the jobs while this instance leads. Ends only with the signal,
   * rejecting with its reason.
   *
   * @param alsoRead also called with each poll
   */
  run(stop: AbortSignal, alsoRead = async (): Promise<void> => {}): Promise<void> {
    const { clock, log } = this.#context;
    const instance = new Instance(clock, log, this.#troubles, this.#signing && this.#database);
    const follow = () => this.#follower.follow().then(alsoRead);
    return instance.run(follow, (term, signal) => this.#work(term, signal), stop);
  }

  /** Everything is created anew, because memory from an earlier term may differ from what is stored. */
  async #work(term: Term, signal: AbortSignal): Promise<void> {
    if (this.#signing === undefined) throw new RangeError("an instance that only follows cannot lead");
    setMaxListeners(0, signal); // many sleeps and requests listen to it; Node would report more than ten as a leak
    const context = { ...this.#context, database: term.queries };
    const upstreams = new Upstreams(context, this.#troubles, this.#meters);
    const past = { history: this.#history, signer: this.#signing.signer };
    const scheduler = new Scheduler(context.clock, context.log, this.#troubles, signal, this.#meters);
    this.#isLeading = true;
    try {
      await runTimetable(scheduler, context, upstreams, past);
    } finally {
      this.#isLeading = false;
      this.#troubles.release("clock"); // the next leader checks for itself
    }
  }
}

/** Time between two price requests; even with the slowest allowed response the price stays well under 90 s old. */
const PRICE_EVERY_MS = 40 * SECOND_MS;
const PRICE_JITTER_MS = 10 * SECOND_MS;

/** The hourly score starts at a random second of its minute, so that installations do not all send requests at once. */
const HOURLY_JITTER_MS = 50 * SECOND_MS;

/** Days are closed at 06:00 UTC sharp; usually everything needed was collected before. */
const CLOSING_MS = 6 * HOUR_MS;

/** The hourly score runs between these minutes, avoiding the full hour, when everybody else sends requests. */
const [EARLIEST_MINUTE, LATEST_MINUTE] = [3, 20];

/**
 * All the work of a leader until its term ends: the price, immediately and continuously; then the first fetch if it is
 * due; then anything missed during downtime; then the timetable.
 */
async function runTimetable(scheduler: Scheduler, context: Context, upstreams: Upstreams, past: Past): Promise<void> {
  await scheduler.runUntilDone("read ledger", () => loadPast(context, past));
  const poll = scheduler.keepRunning(
    "poll price",
    (until) => pollPrice(context, upstreams, until),
    (at) => plus(at, PRICE_EVERY_MS + Math.random() * PRICE_JITTER_MS),
  );
  const others = async (): Promise<void> => {
    await scheduler.runUntilDone("first fetch", (until) => firstFetch(context, upstreams, past, until));
    const score = scheduler.keepRunning(
      "hourly score",
      (until) => hourlyScore(context, upstreams, past, until),
      (at) => {
        const { minute = EARLIEST_MINUTE } = context.published.now.get();
        return plus(nextAfter(at, HOUR_MS, minute * MINUTE_MS), Math.random() * HOURLY_JITTER_MS);
      },
    );
    const close = scheduler.keepRunning(
      "close days",
      (until) => closeDays(context, upstreams, past, until),
      (at) => nextAfter(at, DAY_MS, CLOSING_MS),
    );
    await Promise.all([score, close]);
  };
  await Promise.all([poll, others()]);
}

/**
 * Reads the ledger unless it was read completely before, and appends our key if another one signed last.
 *
 * @throws PublishingHeldError if the ledger is not what was signed
 */
export async function loadPast({ clock, log, database, published }: Context, past: Past): Promise<void> {
  const { history, signer } = past;
  const isRead = history.current !== undefined && (await newestStored(database)).position + 1 === history.length;
  if (!isRead) await history.read();
  if (history.length > 0 && history.key?.key_id !== signer.keyId) {
    await history.append(database, [], signer, clock.now());
    log.warn({ keyId: signer.keyId, endorsedBy: history.key?.endorsed_by ?? undefined }, "new signing key");
  }
  await publishHistory(database, published, history);
  // The minute at which this installation scores, picked once, so that installations do not all send requests at once.
  const drawn = EARLIEST_MINUTE + Math.floor(Math.random() * (LATEST_MINUTE - EARLIEST_MINUTE + 1));
  await putNow(database, published, ({ minute = drawn }) => ({ minute }));
}
