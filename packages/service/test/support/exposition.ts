/** What one scrape has given. */
export interface Scrape {
  /**
   * The value of a series as it is written, e.g. `peak_publishing_held{reason="clock"}`; `undefined` when it is absent.
   */
  value(series: string): number | undefined;
  /** Names of metrics, as their TYPE lines give them. */
  readonly names: readonly string[];
  /** Names of series, those of histograms with their endings. */
  readonly series: ReadonlySet<string>;
  readonly text: string;
}

/** Reads the text format of Prometheus, strictly: what is no comment and no sample is an error. */
export function readExposition(text: string): Scrape {
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [, series, value] = /^([a-z][a-z0-9_]*(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    if (series === undefined || value === undefined) throw new Error(`not a sample: ${line}`);
    if (values.has(series)) throw new Error(`twice: ${series}`);
    values.set(series, Number(value));
  }
  return {
    value: (series) => values.get(series),
    names: [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name ?? ""),
    series: new Set([...values.keys()].map((series) => series.replace(/\{.*/, ""))),
    text,
  };
}
