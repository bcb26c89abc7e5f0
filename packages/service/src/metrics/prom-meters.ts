/** All figures that Prometheus can fetch; docs/operations/alarms.md lists them. */

import { formatDay, type Instant, isStale, NotEnoughDataError, SECOND_MS } from "peak-cycle-model";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { PublishingHeldError } from "../domain/errors.js";
import { rowInstant } from "../domain/history.js";
import type { Clock } from "../platform/clock.js";
import { type Published, scoreAndMarket } from "../publish/published.js";
import { sourceMeters, storeMeters } from "./call-meters.js";
import { labeledCounter, readGauge } from "./instruments.js";
import type { AnswerGroup, ClockDifference, Meters } from "./meters.js";

/** Counts for Prometheus. The figures of process, garbage collection and event loop are prom-client's own. */
export function promMeters({ clock, monotonicMs, isSole, backedUpAt, build }: PromMetersDeps): PromMeters {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  const info = { name: "peak_build_info", help: "What runs here; always 1.", labelNames: Object.keys(build) };
  new Gauge({ ...info, registers: [registry] }).set(build, 1);
  const contradicted = new Gauge({
    name: "peak_history_contradicted",
    help: "1 when what is stored was found not to be what was signed, from the labelled day on, until it is so again.",
    labelNames: ["day"],
    registers: [registry],
  });
  contradicted.set({}, 0);
  const held = new Gauge({
    name: "peak_publishing_held",
    help: "1 while nothing is published for this reason.",
    labelNames: ["reason"],
    registers: [registry],
  });
  for (const reason of ["clock", "chain"]) held.set({ reason }, 0);
  let isShared: (() => boolean) | undefined;
  readGauge(registry, {
    name: "peak_limits_shared",
    help: "1 while Redis counts for all instances, 0 while this one limits by itself; absent without REDIS_URL.",
    read: () => isShared && Number(isShared()),
  });
  readGauge(registry, {
    name: "peak_backup_age_seconds",
    help: "Seconds since peak backup last made one, or since the database was made when it never has; absent with PostgreSQL.",
    read: () => {
      const at = backedUpAt();
      return at && (clock.now() - at) / SECOND_MS;
    },
  });
  return {
    job: jobMeters(registry, clock, monotonicMs),
    source: sourceMeters(registry, clock),
    ...storeMeters(registry, isSole),
    published: scoreMeters(registry, clock),
    answered: answerCounts(registry),
    disconnected: labeledCounter(registry, {
      name: "peak_connections_closed_total",
      help: "Connections closed for the sake of others, by reason.",
      label: "reason",
      values: ["address", "full"],
    }),
    refused: labeledCounter(registry, {
      name: "peak_figures_refused_total",
      help: "Figures that came and were not believed.",
      label: "figure",
      values: ["price", "dominance", "coin", "row"],
    }),
    ...postMeters(registry),
    compared(isSame, firstDay) {
      contradicted.reset();
      contradicted.set(firstDay === undefined ? {} : { day: formatDay(firstDay) }, Number(!isSame));
    },
    clock: clockMeter(registry),
    held: (reason, isHeld) => held.set({ reason }, Number(isHeld)),
    limits(asked) {
      isShared = asked;
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

interface PromMetersDeps {
  readonly clock: Clock;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Whether no other process works on the database. */
  readonly isSole: boolean;
  /** When the last backup was made, in ms; `undefined` where this process cannot know. */
  readonly backedUpAt: () => number | undefined;
  /** What runs: stands in labels. */
  readonly build: { readonly version: string; readonly model_version: string; readonly role: string };
}

interface PromMeters extends Meters {
  readonly contentType: string;
  /** All figures of this moment in the text format of Prometheus, ASCII. */
  readonly text: () => Promise<string>;
}

/** How often prom-client samples the event loop, in ms: shorter delays are not seen, and the sampling costs nothing measurable. */
const EVENT_LOOP_SAMPLE_MS = 20;

function postMeters(registry: Registry): Pick<Meters, "receivers" | "posted"> {
  const posts = new Counter({
    name: "peak_announcement_posts_total",
    help: "Announcements posted to a receiver, by how it ended; given_up is counted beside the failure it follows.",
    labelNames: ["receiver", "outcome"],
    registers: [registry],
  });
  return {
    receivers(hosts) {
      for (const receiver of hosts)
        for (const outcome of ["accepted", "failed", "gone", "given_up"]) posts.inc({ receiver, outcome }, 0);
    },
    posted: (receiver, outcome) => posts.inc({ receiver, outcome }),
  };
}

/** How far this machine's clock is ahead. */
function clockMeter(registry: Registry): Meters["clock"] {
  let difference: (() => ClockDifference) | undefined;
  const ahead = new Gauge({
    name: "peak_clock_ahead_seconds",
    help: "Seconds that the clock of this machine is ahead of those of the sources and of the database server; absent while it is not known.",
    labelNames: ["of"],
    registers: [registry],
    collect() {
      ahead.reset();
      const { sources, database } = difference?.() ?? {};
      if (sources !== undefined) ahead.set({ of: "sources" }, sources / SECOND_MS);
      if (database !== undefined) ahead.set({ of: "database" }, database / SECOND_MS);
    },
  });
  return (read) => {
    difference = read;
  };
}

const GROUPS = ["current", "history", "extra", "embed", "picture", "page", "health", "metrics", "other"] as const;

/** First digits of a status. */
const CLASSES = [2, 3, 4, 5] as const;

const TOO_MANY_REQUESTS = 429;

/**
 * Counts answers in plain integers, which are given to the registry at a scrape only: an answer costs two additions.
 * All series are there from the start, so that the first answer of a kind is an increase.
 */
function answerCounts(registry: Registry): Meters["answered"] {
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
  return (group, status) => {
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
function jobMeters(registry: Registry, clock: Clock, monotonicMs: () => number): Meters["job"] {
  const common = { labelNames: ["name"], registers: [registry] };
  const running = new Gauge({ name: "peak_job_running", help: "1 while the job runs.", ...common });
  const runs = new Counter({
    name: "peak_job_runs_total",
    help: "Runs of the job by how they ended: done, waits (data was missing, or publishing is held back), failed, stopped.",
    labelNames: ["name", "outcome"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "peak_job_duration_seconds",
    help: "How long runs of the job took, however they ended.",
    buckets: BUCKETS_S,
    ...common,
  });
  const succeeded = new Gauge({
    name: "peak_job_last_success_timestamp_seconds",
    help: "When a run of the job last ended well; absent before the first.",
    ...common,
  });
  return async (name, run, signal) => {
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

/** The age of the score and the history row that are shown. */
function scoreMeters(registry: Registry, clock: Clock): Meters["published"] {
  let published: Published | undefined;
  const computedAt = () => published && scoreAndMarket(published)?.score.computedAt;
  const rowOf = () => {
    const newest = published?.history.get()?.at(-1);
    return newest && rowInstant(newest.day);
  };
  const secondsSince = (at: Instant | undefined) => at && (clock.now() - at) / SECOND_MS;
  readGauge(registry, {
    name: "peak_score_age_seconds",
    help: "Seconds since the score that is shown was computed; absent before the first.",
    read: () => secondsSince(computedAt()),
  });
  readGauge(registry, {
    name: "peak_score_stale",
    help: "1 while the score is shown as stale, 0 while it is not; absent before the first.",
    read: () => {
      const at = computedAt();
      return at && Number(isStale(at, clock.now()));
    },
  });
  readGauge(registry, {
    name: "peak_history_row_age_seconds",
    help: "Seconds since 06:00 UTC of the newest history row's day; the next row is due at 86,400. Absent before the first.",
    read: () => secondsSince(rowOf()),
  });
  return (shown) => {
    published = shown;
  };
}
