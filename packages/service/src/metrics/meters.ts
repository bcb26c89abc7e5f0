/** Prometheus metrics, if they are enabled; docs/monitoring.md lists them. Gauges are read at the scrape. */
import { type Instant, NotEnoughDataError, nextHalvingExpected, SECOND_MS, startOf } from "peak-cycle-model";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { HOLD_REASONS, type HoldReason, PublishingHeldError } from "../domain/errors.js";
import { rowInstant } from "../domain/history.js";
import { CLOSED_INPUTS, type InputKey, inputPanel, type PanelInput } from "../domain/input-panel.js";
import { METRICS, type Metric } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import { type Published, scoreAndMarket } from "../published/published.js";

/** Labels of counted responses: the sections of openapi.json; `other` is for pages, `/mcp` and unknown paths. */
const GROUPS = ["score", "data", "pro", "embeds", "service", "health", "other"] as const;
export type ResponseGroup = (typeof GROUPS)[number];

/** Why a connection was closed to make room: its address has too many, or there are too many in total. */
const DISCONNECTIONS = ["address", "full"] as const;
export type Disconnection = (typeof DISCONNECTIONS)[number];

/** Figures received but not believed: metrics, and `row` for a row dropped from a response. */
const FIGURES: readonly (Metric | "row")[] = [...METRICS, "row"];

/** `waits`: data is missing, or publishing is on hold. `stopped`: the service is stopping, or leadership was lost. */
const OUTCOMES = ["done", "waits", "failed", "stopped"] as const;

/** Read at each scrape; each part of the service adds its own. */
interface GaugeReaders {
  readonly published: Published;
  /** Whether Redis is counting for all instances; only if it is configured. */
  readonly areLimitsShared: () => boolean;
  readonly holds: () => readonly HoldReason[];
  readonly isLeading: () => boolean;
  readonly isDatabaseAway: () => boolean;
  /** How far this machine's clock is ahead of the sources', in ms. */
  readonly clockAheadMs: () => number | undefined;
}

/** How often prom-client samples the event loop, in ms; shorter delays go unnoticed. */
const EVENT_LOOP_SAMPLE_MS = 20;

/** Counts events, and reads gauges at each scrape. */
export class Meters {
  readonly #registry = new Registry();
  readonly #readings: Partial<GaugeReaders> = {};
  readonly #jobs = this.#counter(
    "peak_job_runs_total",
    "Runs of the job by outcome: done, waits (for data, or publishing is held), failed, stopped.",
    "name",
    "outcome",
  );
  /** Responses of each group by the first digit of their status: prom-client takes 1 µs to find a series. */
  readonly #responseCounts = new Map<ResponseGroup, number[]>(GROUPS.map((group) => [group, [0, 0, 0, 0, 0, 0]]));
  readonly #refusals = this.#counter("peak_limit_refusals_total", "Requests that the limiter refused with status 429.");
  readonly #connections = this.#counter("peak_connections_closed_total", "Connections closed to make room.", "reason");
  readonly #figures = this.#counter("peak_figures_refused_total", "Figures received but rejected.", "figure");

  readonly #closedWithout = this.#counter(
    "peak_days_closed_without_input_total",
    "Days that were closed without an input.",
    "input",
  );

  /** @param build the running version, for labels */
  constructor(clock: Clock, build: Readonly<Record<"version" | "model_version" | "role", string>>) {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
    readAtScrape(this.#registry, this.#readings, clock, build);
    this.#countAnswers();
    // All series exist from the start, so that the first event is an increase.
    for (const reason of DISCONNECTIONS) this.#connections.inc({ reason }, 0);
    for (const figure of FIGURES) this.#figures.inc({ figure }, 0);
    for (const { key: input } of CLOSED_INPUTS) this.#closedWithout.inc({ input }, 0);
  }

  /** Gauges that a part of the service adds; each scrape reads them. */
  addReaders(readings: Partial<GaugeReaders>): void {
    Object.assign(this.#readings, readings);
  }

  /** Called for each response. */
  countResponse(group: ResponseGroup, status: number): void {
    const counts = this.#responseCounts.get(group);
    const first = Math.floor(status / 100);
    if (counts !== undefined) counts[first] = (counts[first] ?? 0) + 1;
    if (status === 429) this.#refusals.inc();
  }

  countDisconnection(reason: Disconnection): void {
    this.#connections.inc({ reason });
  }

  /** Counts doubts and refusals as they begin, and rows that were dropped. */
  countRefusal(figure: Metric | "row", count = 1): void {
    this.#figures.inc({ figure }, count);
  }

  countMissingInput(input: InputKey): void {
    this.#closedWithout.inc({ input });
  }

  /** Runs a job and counts how it ended; an aborted signal is not a failure. @throws what `run` throws */
  async job<T>(name: string, run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    for (const outcome of OUTCOMES) this.#jobs.inc({ name, outcome }, 0);
    try {
      const result = await run(signal);
      this.#jobs.inc({ name, outcome: "done" });
      return result;
    } catch (error) {
      const isWaiting = error instanceof NotEnoughDataError || error instanceof PublishingHeldError;
      this.#jobs.inc({ name, outcome: signal.aborted ? "stopped" : isWaiting ? "waits" : "failed" });
      throw error;
    }
  }

  /** The media type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All current metrics in Prometheus' text format, ASCII. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #countAnswers(): void {
    const collect = () => {
      counter.reset();
      for (const [group, counts] of this.#responseCounts) {
        for (const first of [2, 3, 4, 5]) counter.inc({ group, status: `${first}xx` }, counts[first]);
      }
    };
    const [name, help] = ["peak_answers_total", "Responses, by group of paths and class of the status."];
    const counter = new Counter({ name, help, labelNames: ["group", "status"], registers: [this.#registry], collect });
  }

  #counter(name: string, help: string, ...labelNames: readonly string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }
}

function readAtScrape(
  registry: Registry,
  readings: Partial<GaugeReaders>,
  clock: Clock,
  build: Record<string, string>,
) {
  /** The series of a gauge; those without a value are absent. */
  const gauges: MakeGauge = (name, help, labelNames, read) => {
    const collect = () => {
      metric.reset();
      for (const [labels, figure] of read()) {
        if (figure === undefined) metric.remove(labels);
        else metric.set(labels, figure);
      }
    };
    const metric = new Gauge({ name, help, labelNames, registers: [registry], collect });
  };
  const gauge = (name: string, help: string, read: () => number | undefined): void =>
    gauges(name, help, [], () => [[{}, read()]]);
  const secondsSince = (at: number | undefined) => at && (clock.now() - at) / SECOND_MS;
  const sources = () => readings.published?.now.get().sources ?? [];
  gauges("peak_build_info", "The running version; always 1.", Object.keys(build), () => [[build, 1]]);
  gauge("peak_score_age_seconds", "Since the displayed score was computed; absent before the first.", () =>
    secondsSince(readings.published && scoreAndMarket(readings.published)?.score.computedAt),
  );
  gauge("peak_history_row_age_seconds", "Since 06:00 UTC of the newest row's day; the next is due at 86,400.", () => {
    const newest = readings.published?.history.get()?.rows.at(-1);
    return newest && secondsSince(rowInstant(newest.day));
  });
  gauges("peak_source_last_answer_age_seconds", "Since the source last returned something usable.", ["source"], () =>
    sources().map(({ source, answeredAt, askedAt }) => [{ source }, secondsSince(answeredAt ?? askedAt)]),
  );
  gauges("peak_source_failing", "1 when the last request to the source failed.", ["source"], () =>
    sources().map(({ source, fault }) => [{ source }, Number(fault !== undefined)]),
  );
  inputGauges(gauges, () => panelOf(readings.published, clock.now()), secondsSince);
  gauges("peak_publishing_held", "1 while nothing is published for this reason.", ["reason"], () =>
    HOLD_REASONS.map((reason) => [{ reason }, Number(readings.holds?.().includes(reason) ?? false)]),
  );
  gauge("peak_is_leader", "1 while this instance runs the jobs.", () => Number(readings.isLeading?.() ?? false));
  gauge("peak_database_away", "1 while the database is being opened, or cannot be read or written.", () =>
    Number(readings.isDatabaseAway?.() ?? false),
  );
  gauge("peak_clock_ahead_seconds", "How far this machine's clock is ahead of the sources; absent if unknown.", () => {
    const ahead = readings.clockAheadMs?.();
    return ahead === undefined ? undefined : ahead / SECOND_MS;
  });
  gauge(
    "peak_next_halving_seconds",
    "Until the next halving is expected; this version does not know its day.",
    () => -(secondsSince(startOf(nextHalvingExpected())) ?? 0),
  );
  gauge("peak_backup_age_seconds", "Since the last backup; absent while none is known.", () =>
    secondsSince(readings.published?.now.get().backedUpAt),
  );
  gauge("peak_limits_shared", "1 while Redis counts for all instances; absent without REDIS_URL.", () => {
    return readings.areLimitsShared && Number(readings.areLimitsShared());
  });
}

function panelOf(published: Published | undefined, now: Instant): readonly PanelInput[] {
  if (published === undefined) return [];
  const { inputs, market } = published.now.get();
  return inputPanel({ inputs, market, newestRow: published.history.get()?.rows.at(-1)?.day }, now);
}

/** The input panel: inputs not requested yet have no series, and a condition that does not hold lasts 0 seconds. */
function inputGauges(
  gauges: MakeGauge,
  panel: () => readonly PanelInput[],
  secondsSince: (at: number | undefined) => number | undefined,
): void {
  const gauge = (name: string, help: string, figure: (input: PanelInput) => number | undefined): void =>
    gauges(name, help, ["input"], () => {
      const inputs = panel().filter(({ health }) => health !== "unknown");
      return inputs.map((input) => [{ input: input.key }, figure(input)]);
    });
  gauge("peak_input_age_seconds", "Since the time that the input in use refers to.", ({ observedAt }) =>
    secondsSince(observedAt),
  );
  gauge("peak_input_sources_agreeing", "Sources that agree on the input, the one in use included.", (input) => {
    return input.agreeing;
  });
  gauge("peak_input_sources_enabled", "Enabled sources that could have the input.", ({ enabled }) => enabled);
  gauge("peak_input_sources_refused", "Sources of the input that the others contradict.", ({ refused }) => {
    return refused.length;
  });
  gauge("peak_input_unsure_seconds", "How long the input has not been believed; 0 while it is.", ({ unsure }) => {
    return secondsSince(unsure?.since) ?? 0;
  });
  gauge(
    "peak_input_unconfirmed_seconds",
    "How long no second source has confirmed it, though one was due.",
    (input) => {
      return secondsSince(input.unconfirmedSince) ?? 0;
    },
  );
  gauge("peak_input_replaced_seconds", "How long its first source, though due, has been replaced.", (input) => {
    return secondsSince(input.replacedSince) ?? 0;
  });
  gauges(
    "peak_input_source_silent_seconds",
    "How long a source has not provided the input, though it was due; absent otherwise.",
    ["input", "source"],
    () =>
      panel().flatMap(({ key, silent }) =>
        silent.map(({ source, since }): Series => [{ input: key, source }, secondsSince(since)]),
      ),
  );
}

/** Creates a gauge whose series are read at each scrape. */
type MakeGauge = (name: string, help: string, labelNames: string[], read: () => readonly Series[]) => void;

type Series = readonly [labels: Readonly<Record<string, string>>, figure: number | undefined];
