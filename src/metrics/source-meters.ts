import { Counter, Gauge, type Registry } from "prom-client";
import type { UpstreamFault } from "../domain/errors.js";
import { type Instant, SECOND_MS } from "../domain/instant.js";
import { faultOf } from "../operations/ask-sources.js";
import type { Clock, Meters } from "../operations/ports.js";

const FAULTS: readonly UpstreamFault[] = ["unreachable", "throttled", "refused", "malformed", "implausible"];

/** How often each source is asked, how it fails, and how long it has given nothing usable. */
export function sourceMeters(registry: Registry, clock: Pick<Clock, "now">): Meters["upstream"] {
  const answeredAt = new Map<string, Instant>();
  const requests = new Counter({
    name: "peak_source_inquiries_total",
    help: "Questions to the source; one may take several requests, or none while the source is left alone.",
    labelNames: ["source"],
    registers: [registry],
  });
  const faults = new Counter({
    name: "peak_source_faults_total",
    help: "Questions that the source gave nothing usable to, by the kind of fault.",
    labelNames: ["source", "fault"],
    registers: [registry],
  });
  const silence = new Gauge({
    name: "peak_source_last_answer_age_seconds",
    help: "Seconds since the source last gave something usable, or since it could first be asked.",
    labelNames: ["source"],
    registers: [registry],
    collect() {
      for (const [source, at] of answeredAt) silence.set({ source }, (clock.now() - at) / SECOND_MS);
    },
  });
  return (upstream) => {
    const { name: source } = upstream;
    answeredAt.set(source, clock.now());
    requests.inc({ source }, 0);
    for (const fault of FAULTS) faults.inc({ source, fault }, 0);
    return {
      name: source,
      answers: (request) => upstream.answers(request),
      async *observe(request, signal) {
        requests.inc({ source });
        try {
          for await (const page of upstream.observe(request, signal)) {
            answeredAt.set(source, clock.now());
            yield page;
          }
        } catch (error) {
          const fault = faultOf(error, signal);
          if (fault !== undefined) faults.inc({ source, fault });
          throw error;
        }
      },
    };
  };
}
