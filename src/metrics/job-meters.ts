import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { NotEnoughDataError } from "../domain/errors.js";
import { SECOND_MS } from "../domain/instant.js";
import type { Clock, Meters } from "../operations/ports.js";

/** `waits`: data was missing, as in an outage. `stopped`: the service was told to end, or its turn was over. */
const OUTCOMES = ["done", "waits", "failed", "stopped"] as const;

type Outcome = (typeof OUTCOMES)[number];

/** A look at the price takes under a second, an hourly round up to a minute, the first fetch many. */
const BUCKETS_S = [0.1, 0.5, 1, 5, 15, 60, 300, 1800];

export interface JobMetersDeps {
  readonly clock: Pick<Clock, "now">;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
}

/** How long jobs take and how they end, from the first run of each on. A label `job` would clash with that of Prometheus. */
export function jobMeters(registry: Registry, { clock, monotonicMs }: JobMetersDeps): Meters["job"] {
  const common = { labelNames: ["name"], registers: [registry] };
  const running = new Gauge({ name: "peak_job_running", help: "1 while the job runs.", ...common });
  const runs = new Counter({
    name: "peak_job_runs_total",
    help: "Runs of the job by how they ended: done, waits (data was missing), failed, stopped.",
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
  return error instanceof NotEnoughDataError ? "waits" : "failed";
}
