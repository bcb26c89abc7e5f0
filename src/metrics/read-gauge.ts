import { Gauge, type Registry } from "prom-client";

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
