import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Clock, Meters } from "../operations/ports.js";
import { answerCounts } from "./answer-counts.js";
import { jobMeters } from "./job-meters.js";
import { readGauge } from "./read-gauge.js";
import { scoreMeters } from "./score-meters.js";
import { sourceMeters } from "./source-meters.js";
import { storeMeters } from "./store-meters.js";

export interface PromMetersDeps {
  readonly clock: Pick<Clock, "now">;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Whether no other process works on the database. */
  readonly isSole: boolean;
  /** What runs: stands in labels. */
  readonly build: { readonly version: string; readonly model_version: string; readonly role: string };
}

export interface PromMeters extends Meters {
  readonly contentType: string;
  /** All figures of this moment in the text format of Prometheus, ASCII. */
  readonly text: () => Promise<string>;
}

/** The timer that measures the event loop comes so often, in ms: what is shorter is not seen, and it costs nothing. */
const LOOP_LOOK_MS = 20;

/** Counts for Prometheus. The figures of process, garbage collection and event loop are prom-client's own. */
export function promMeters({ clock, monotonicMs, isSole, build }: PromMetersDeps): PromMeters {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
  const refusals = new Counter({
    name: "peak_figures_refused_total",
    help: "Figures that came and were not believed.",
    labelNames: ["figure"],
    registers: [registry],
  });
  for (const figure of ["price", "dominance", "coin"]) refusals.inc({ figure }, 0);
  const differences = new Counter({
    name: "peak_figures_differing_total",
    help: "Daily comparisons that found settled figures restated, or sources of MVRV apart.",
    labelNames: ["check"],
    registers: [registry],
  });
  for (const check of ["restated", "sources"]) differences.inc({ check }, 0);
  const info = { name: "peak_build_info", help: "What runs here; always 1.", labelNames: Object.keys(build) };
  new Gauge({ ...info, registers: [registry] }).set(build, 1);
  const contradicted = new Gauge({
    name: "peak_history_contradicted",
    help: "1 when what is stored was found not to be what was signed, until it is found to be so again.",
    registers: [registry],
  });
  let isShared: (() => boolean) | undefined;
  readGauge(registry, {
    name: "peak_limits_shared",
    help: "1 while Redis counts for all instances, 0 while this one limits by itself; absent without REDIS_URL.",
    read: () => isShared && Number(isShared()),
  });
  return {
    job: jobMeters(registry, { clock, monotonicMs }),
    upstream: sourceMeters(registry, clock),
    ...storeMeters(registry, isSole),
    publicState: scoreMeters(registry, clock),
    answered: answerCounts(registry),
    refused: (figure) => refusals.inc({ figure }),
    differing: (check) => differences.inc({ check }),
    compared: (isSame) => contradicted.set(Number(!isSame)),
    limits(asked) {
      isShared = asked;
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
