/** Counts for Prometheus, where metrics are switched on; docs/operations.md lists all figures. */

import { type Instant, isStale, NotEnoughDataError, SECOND_MS } from "peak-cycle-model";
import { Counter, collectDefaultMetrics, Registry } from "prom-client";
import { PublishingHeldError } from "../domain/errors.js";
import { rowInstant } from "../domain/history.js";
import type { Clock } from "../platform/clock.js";
import { type Published, scoreAndMarket } from "../published/published.js";
import { sourceMeters, storeMeters } from "./call-meters.js";
import { type Instruments, instruments } from "./instruments.js";

/**
 * Nothing of it waits or throws by itself, and what it wraps behaves as before. The figures of process, garbage collection
 * and event loop are prom-client's own.
 */
export function promMeters({ clock, monotonicMs, backedUpAt, build }: MetersDeps) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  const make = instruments(registry);
  make.gauge("peak_build_info", "What runs here; always 1.", ...Object.keys(build)).set(build, 1);
  make.answer(
    "peak_backup_age_seconds",
    "Seconds since the last backup, or since the SQLite database was made when there is none; absent while none is known.",
    () => {
      const at = backedUpAt();
      return at && (clock.now() - at) / SECOND_MS;
    },
  );
  return {
    job: jobMeters(make, clock, monotonicMs),
    source: sourceMeters(make, clock),
    ...storeMeters(make),
    /** What is published here: its ages are read at each scrape. */
    published: (published: Published) => ageMeters(make, clock, published),
    /** Figures came and were not believed; `coin` is one major or tether, `row` a row that was left out of an answer. */
    refused: make.counts("peak_figures_refused_total", "Figures that came and were not believed.", "figure", FIGURES),
    ...historyMeters(make),
    /** What is known about the clock, asked at each scrape. */
    clock: (difference: () => ClockDifference) =>
      make.collected(
        "peak_clock_ahead_seconds",
        "Seconds that the clock of this machine is ahead of those of the sources and of the database server; absent while it is not known.",
        ["of"],
        (ahead) => {
          ahead.reset();
          const { sources, database } = difference();
          if (sources !== undefined) ahead.set({ of: "sources" }, sources / SECOND_MS);
          if (database !== undefined) ahead.set({ of: "database" }, database / SECOND_MS);
        },
      ),
    /** Called for each answer; takes well under a microsecond. */
    answered: answerCounts(registry),
    /** A connection was closed for the sake of others. */
    disconnected: make.counts(
      "peak_connections_closed_total",
      "Connections closed for the sake of others, by reason.",
      "reason",
      DISCONNECTIONS,
    ),
    /** The limit is meant to be shared with other instances; `isShared` says whether it is now. */
    limits: (isShared: () => boolean) =>
      make.answer(
        "peak_limits_shared",
        "1 while Redis counts for all instances, 0 while this one limits by itself; absent without REDIS_URL.",
        () => Number(isShared()),
      ),
    contentType: registry.contentType,
    /** All figures of this moment in the text format of Prometheus, ASCII. */
    text: () => registry.metrics(),
  };
}

export type Meters = ReturnType<typeof promMeters>;

interface MetersDeps {
  readonly clock: Clock;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** When the last backup was made, in ms; `undefined` where this process cannot know. */
  readonly backedUpAt: () => number | undefined;
  /** What runs: stands in labels. */
  readonly build: { readonly version: string; readonly model_version: string; readonly role: string };
}

/** How often prom-client samples the event loop, in ms: shorter delays are not seen, and the sampling costs nothing measurable. */
const EVENT_LOOP_SAMPLE_MS = 20;

/** What may be refused. */
const FIGURES = ["price", "dominance", "coin", "row"] as const;

/** Why a connection was closed: its address has too many, or all together are too many. */
const DISCONNECTIONS = ["address", "full"] as const;

export type Disconnection = (typeof DISCONNECTIONS)[number];

/** Why nothing is published: `clock`, the sources contradict the clock; `chain`, what is stored is not what was signed. */
const HOLD_REASONS = ["clock", "chain"] as const;

export type HoldReason = (typeof HOLD_REASONS)[number];

function historyMeters(make: Instruments) {
  const contradicted = make.gauge(
    "peak_history_contradicted",
    "1 when what is stored was found not to be what was signed, until it is so again.",
  );
  contradicted.set(0);
  const held = make.gauge("peak_publishing_held", "1 while nothing is published for this reason.", "reason");
  for (const reason of HOLD_REASONS) held.set({ reason }, 0);
  return {
    /** All that is stored was compared with what was signed. */
    compared: (isSame: boolean): void => contradicted.set(Number(!isSame)),
    /** Publishing is held back for a reason from now on, or is not any more. */
    held: (reason: HoldReason, isHeld: boolean): void => held.set({ reason }, Number(isHeld)),
  };
}

/** How far this machine's clock is ahead, in ms, negative when it is behind; `undefined` while it is not known. */
export interface ClockDifference {
  /** Of the sources' clocks: the median of those that decide whether it is right. */
  readonly sources: number | undefined;
  /** Of the database server's clock. */
  readonly database: number | undefined;
}

/** The groups of answers. `other` is for unknown paths. */
const GROUPS = ["current", "history", "extra", "embed", "picture", "page", "health", "metrics", "other"] as const;

export type AnswerGroup = (typeof GROUPS)[number];

/** First digits of a status. */
const CLASSES = [2, 3, 4, 5] as const;

const TOO_MANY_REQUESTS = 429;

/**
 * Counts answers in plain integers, which are given to the registry at a scrape only: an answer costs two additions.
 * All series are there from the start, so that the first answer of a kind is an increase.
 */
function answerCounts(registry: Registry) {
  const counts = Object.fromEntries(GROUPS.map((group) => [group, [0, 0, 0, 0, 0, 0]])) as Record<
    AnswerGroup,
    number[]
  >;
  let refusals = 0;
  const answers = new Counter({
    name: "peak_answers_total",
    help: "Answers to requests, by what was asked for and the class of the status.",
    labelNames: ["group", "status"],
    registers: [registry],
    collect() {
      answers.reset();
      for (const group of GROUPS) {
        for (const first of CLASSES) answers.inc({ group, status: `${first}xx` }, counts[group][first] ?? 0);
      }
    },
  });
  const refused = new Counter({
    name: "peak_limit_refusals_total",
    help: "Requests that the limiter refused with status 429.",
    registers: [registry],
    collect() {
      refused.reset();
      refused.inc(refusals);
    },
  });
  return (group: AnswerGroup, status: number): void => {
    const first = (status / 100) | 0;
    const row = counts[group];
    row[first] = (row[first] ?? 0) + 1;
    if (status === TOO_MANY_REQUESTS) refusals++;
  };
}

/** `waits`: data was missing, as in an outage, or publishing is held back. `stopped`: the service was told to stop, or it is no longer the leader. */
const OUTCOMES = ["done", "waits", "failed", "stopped"] as const;

type Outcome = (typeof OUTCOMES)[number];

/** Polling the price takes under a second, an hourly round up to a minute, the first fetch many. */
const BUCKETS_S = [0.1, 0.5, 1, 5, 15, 60, 300, 1800];

/** How long jobs take and how they end, from the first run of each on. A label `job` would clash with that of Prometheus. */
function jobMeters(make: Instruments, clock: Clock, monotonicMs: () => number) {
  const running = make.gauge("peak_job_running", "1 while the job runs.", "name");
  const runs = make.counter(
    "peak_job_runs_total",
    "Runs of the job by how they ended: done, waits (data was missing, or publishing is held back), failed, stopped.",
    "name",
    "outcome",
  );
  const seconds = make.histogram(
    "peak_job_duration_seconds",
    "How long runs of the job took, however they ended.",
    BUCKETS_S,
    "name",
  );
  const succeeded = make.gauge(
    "peak_job_last_success_timestamp_seconds",
    "When a run of the job last ended well; absent before the first.",
    "name",
  );
  /**
   * Runs a job and records how long it took and how it ended; an abort of the signal is no failure. @throws what `run`
   * throws
   */
  return async (name: string, run: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> => {
    const from = monotonicMs();
    for (const outcome of OUTCOMES) runs.inc({ name, outcome }, 0);
    running.inc({ name });
    let outcome: Outcome = "done";
    try {
      await run(signal);
      succeeded.set({ name }, clock.now() / SECOND_MS);
    } catch (error) {
      outcome = outcomeOf(error, signal);
      throw error;
    } finally {
      running.dec({ name });
      runs.inc({ name, outcome });
      seconds.observe({ name }, (monotonicMs() - from) / SECOND_MS);
    }
  };
}

function outcomeOf(error: unknown, signal: AbortSignal): Outcome {
  if (signal.aborted) return "stopped";
  const isWaiting = error instanceof NotEnoughDataError || error instanceof PublishingHeldError;
  return isWaiting ? "waits" : "failed";
}

/** The ages of the score and the history row that are shown. */
function ageMeters(make: Instruments, clock: Clock, published: Published): void {
  const computedAt = () => scoreAndMarket(published)?.score.computedAt;
  const secondsSince = (at: Instant | undefined) => at && (clock.now() - at) / SECOND_MS;
  make.answer(
    "peak_score_age_seconds",
    "Seconds since the score that is shown was computed; absent before the first.",
    () => secondsSince(computedAt()),
  );
  make.answer(
    "peak_score_stale",
    "1 while the score is shown as stale, 0 while it is not; absent before the first.",
    () => {
      const at = computedAt();
      return at && Number(isStale(at, clock.now()));
    },
  );
  make.answer(
    "peak_history_row_age_seconds",
    "Seconds since 06:00 UTC of the newest history row's day; the next row is due at 86,400. Absent before the first.",
    () => {
      const newest = published.history.get()?.rows.at(-1);
      return newest && secondsSince(rowInstant(newest.day));
    },
  );
}
