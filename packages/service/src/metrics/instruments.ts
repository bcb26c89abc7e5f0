/** Makes the instruments of a registry of Prometheus: each has a name, a help text and the names of its labels. */

import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export type Instruments = ReturnType<typeof instruments>;

export function instruments(registry: Registry) {
  const about = (name: string, help: string, labelNames: readonly string[]) => {
    return { name, help, labelNames: [...labelNames], registers: [registry] };
  };
  return {
    counter: (name: string, help: string, ...labels: readonly string[]) => new Counter(about(name, help, labels)),
    gauge: (name: string, help: string, ...labels: readonly string[]) => new Gauge(about(name, help, labels)),
    /** @param buckets in seconds */
    histogram: (name: string, help: string, buckets: readonly number[], ...labels: readonly string[]) =>
      new Histogram({ ...about(name, help, labels), buckets: [...buckets] }),
    /** One that is filled at each scrape. */
    collected(name: string, help: string, labels: readonly string[], fill: (gauge: Gauge) => void): void {
      const gauge: Gauge = new Gauge({ ...about(name, help, labels), collect: () => fill(gauge) });
    },
    /** A gauge that is the answer to a question, asked at each scrape; while there is no answer, it is absent. */
    answer(name: string, help: string, read: () => number | undefined): void {
      this.collected(name, help, [], (gauge) => {
        const value = read();
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      });
    },
    /** A counter of one label. Every series is there from the start, at 0, so that the first event is an increase. */
    counts<Value extends string>(name: string, help: string, label: string, values: readonly Value[]) {
      const counter = this.counter(name, help, label);
      for (const value of values) counter.inc({ [label]: value }, 0);
      return (value: Value, count = 1): void => counter.inc({ [label]: value }, count);
    },
  };
}
