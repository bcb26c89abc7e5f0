/** The jobs of this process: alone on SQLite, or as one of several instances on PostgreSQL. */

import { setMaxListeners } from "node:events";
import { DAY_MS, HOUR_MS, isStale, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import { StorageError } from "../domain/errors.js";
import { CLOSE_MS } from "../domain/history.js";
import type { Meters } from "../metrics/meters.js";
import { Follower } from "../published/follow.js";
import { LedgerHistory } from "../published/ledger-history.js";
import { publishHistory, putNow } from "../published/publish-now.js";
import { openSources, type SourcesConfig } from "../sources/sources.js";
import type { OpenDatabase, Term } from "../storage/database.js";
import { newestStored } from "../storage/newest.js";
import type { Signing } from "./begin-history.js";
import { closeDays } from "./close-days.js";
import type { Context, Past } from "./context.js";
import { DatabaseHealth } from "./database-health.js";
import { firstFetch } from "./first-fetch.js";
import { Holds } from "./holds.js";
import { hourlyScore } from "./hourly-score.js";
import { Instance } from "./instance.js";
import { pollPrice } from "./poll-price.js";
import { nextAfter, Scheduler } from "./schedule.js";
import { SourceHealthRecord } from "./source-health.js";
import { Upstreams } from "./upstreams.js";

export class Jobs {
  readonly #context: Context;
  readonly #sources: SourcesConfig;
  readonly #database: OpenDatabase;
  readonly #signing: Signing | undefined;
  readonly #meters: Meters | undefined;
  readonly #holds: Holds;
  readonly #health: DatabaseHealth;
  readonly #history: LedgerHistory;
  readonly #follower: Follower;
  #isLeading = false;
  #isUnpublishable = false;

  /** @param signing `undefined` in an instance that only follows */
  constructor(
    context: Context,
    sources: SourcesConfig,
    database: OpenDatabase,
    signing: Signing | undefined,
    meters?: Meters,
  ) {
    const { clock, log, database: queries, published } = context;
    this.#context = context;
    this.#sources = sources;
    this.#database = database;
    this.#signing = signing;
    this.#meters = meters;
    const holds = new Holds(log, published);
    const health = new DatabaseHealth(log);
    this.#holds = holds;
    this.#health = health;
    this.#history = new LedgerHistory(queries, signing, (fault) => holds.ledgerRead(fault));
    this.#follower = new Follower(clock, queries, this.#history, published);
    meters?.addReadings({
      holds: () => holds.reasons,
      isLeading: () => this.#isLeading,
      isDatabaseAway: () => health.isAway,
    });
  }

  /** The closed days of the published history. */
  get days(): readonly ClosedDay[] {
    return this.#history.days;
  }

  /**
   * Publishes what is new in the database. What cannot be published, by a fault of the version that stored it or of
   * this one, is logged once and left out; the next score replaces it.
   */
  async follow(): Promise<void> {
    try {
      await this.#follower.follow();
      this.#isUnpublishable = false;
    } catch (error) {
      if (error instanceof StorageError) throw error;
      if (!this.#isUnpublishable) this.#context.log.error({ error }, "what is stored could not be published");
      this.#isUnpublishable = true;
    }
  }

  /** Why this instance cannot serve current data, as a public sentence; `undefined` if it can. */
  whyNotReady(): string | undefined {
    const { clock, published } = this.#context;
    if (this.#holds.sentence !== undefined) return this.#holds.sentence;
    const { score } = published.now.get();
    if (score === undefined) return "There is no score yet.";
    return isStale(score.computedAt, clock.now()) ? "The score is older than 2 hours." : this.#health.trouble;
  }

  /**
   * Publishes what is new in the database, and runs the jobs while this instance leads. Ends only with the signal,
   * rejecting with its reason.
   *
   * @param alsoRead also called with each poll
   */
  run(stop: AbortSignal, alsoRead = async (): Promise<void> => {}): Promise<void> {
    const { clock, log } = this.#context;
    const instance = new Instance(clock, log, this.#health, this.#signing && this.#database);
    const follow = () => this.follow().then(alsoRead);
    return instance.run(follow, (term, signal) => this.#work(term, signal), stop);
  }

  /** Everything is created anew, because memory from an earlier term may differ from what is stored. */
  async #work(term: Term, signal: AbortSignal): Promise<void> {
    if (this.#signing === undefined) throw new RangeError("an instance that only follows cannot lead");
    setMaxListeners(0, signal); // many sleeps and requests listen to it; Node would report more than ten as a leak
    const context = { ...this.#context, database: term.queries };
    const { clock, log } = context;
    const health = new SourceHealthRecord(context, this.#meters);
    const sources = openSources(this.#sources, clock, log, health);
    const upstreams = new Upstreams(context, this.#holds, sources, this.#meters);
    const past = { history: this.#history, signer: this.#signing.signer };
    const scheduler = new Scheduler(clock, log, this.#health, signal, this.#meters);
    this.#isLeading = true;
    try {
      await runTimetable(scheduler, context, upstreams, past);
    } finally {
      this.#isLeading = false;
      this.#holds.release("clock"); // the next leader checks for itself
    }
  }
}

/** Time between two price requests; even with the slowest allowed response the price stays well under 90 s old. */
const PRICE_EVERY_MS = 40 * SECOND_MS;
const PRICE_JITTER_MS = 10 * SECOND_MS;

/** The hourly score starts at a random second of its minute, so that installations do not all send requests at once. */
const HOURLY_JITTER_MS = 50 * SECOND_MS;

/** The hourly score runs between these minutes, avoiding the full hour, when everybody else sends requests. */
const [EARLIEST_MINUTE, LATEST_MINUTE] = [3, 20];

/**
 * All the work of a leader until its term ends: the price, immediately and continuously; then the first fetch if it is
 * due; then anything missed during downtime; then the timetable.
 */
async function runTimetable(scheduler: Scheduler, context: Context, upstreams: Upstreams, past: Past): Promise<void> {
  const minute = await scheduler.runUntilDone("read ledger", () => loadPast(context, past));
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
      (at) => plus(nextAfter(at, HOUR_MS, minute * MINUTE_MS), Math.random() * HOURLY_JITTER_MS),
    );
    const close = scheduler.keepRunning(
      "close days",
      (until) => closeDays(context, upstreams, past, until),
      (at) => nextAfter(at, DAY_MS, CLOSE_MS), // usually everything needed was collected before
    );
    await Promise.all([score, close]);
  };
  await Promise.all([poll, others()]);
}

/**
 * Prepares the past for the other jobs.
 *
 * @returns the minute of the hour at which this installation scores
 * @throws PublishingHeldError if the ledger is not what was signed
 */
export async function loadPast(context: Context, past: Past): Promise<number> {
  const { position } = await newestStored(context.database);
  if (!past.history.isUpTo(position)) await past.history.read();
  await rotateKey(context, past);
  await publishHistory(context.database, context.published, past.history);
  return drawMinute(context);
}

/** Appends our key if another one signed last. */
async function rotateKey({ clock, log, database }: Context, { history, signer }: Past): Promise<void> {
  if (history.key === undefined || history.key.key_id === signer.keyId) return;
  await history.append(database, [], signer, clock.now());
  log.warn({ keyId: signer.keyId, endorsedBy: history.key?.endorsed_by ?? undefined }, "new signing key");
}

/** Draws the minute for good at the first start, so that installations do not all send requests at once. */
async function drawMinute({ database, published }: Context): Promise<number> {
  const drawn = EARLIEST_MINUTE + Math.floor(Math.random() * (LATEST_MINUTE - EARLIEST_MINUTE + 1));
  const { minute = drawn } = published.now.get();
  await putNow(database, published, () => ({ minute }));
  return minute;
}
