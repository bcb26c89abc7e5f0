/** The two kinds of Prometheus instruments that most figures of ours are. */

import { Counter, Gauge, type Registry } from "prom-client";

interface ReadGauge {
  readonly name: string;
  readonly help: string;
  /** Asked at each scrape; while it has nothing to say, the gauge is absent. */
  readonly read: () => number | undefined;
}

/** A gauge without labels that is nothing but the answer to a question. */
export function readGauge(registry: Registry, { name, help, read }: ReadGauge): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      const value = read();
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    },
  });
}

interface CountedLabel {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** The values that the label takes. */
  readonly values: readonly string[];
}

/** A counter with one label. Every series is there from the start, at 0, so that the first event is an increase. */
export function labeledCounter(registry: Registry, { name, help, label, values }: CountedLabel) {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value: string, count = 1): void => counter.inc({ [label]: value }, count);
}
