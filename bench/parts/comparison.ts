import type { LoadResult } from "./load-order.js";
import { type Row, row } from "./row.js";
import { noiseOf, pairwise, quantile } from "./statistics.js";
import { figure } from "./table.js";

/** The results of one server, one a round. */
type Results = readonly LoadResult[];

const GOAL = { least: 0.95 };

const perSecond = (result: LoadResult) => result.perSecond;
const cpuMicros = (result: LoadResult) => result.cpuMicros;
const cpuShare = (result: LoadResult) => result.cpuShare;

/** Twice the same comparison: by answers a second, and by what a server's process spends on one. */
export function againstBare(name: string, { peak, bare }: Readonly<Record<"peak" | "bare", Results>>): Row[] {
  const share = Math.min(middle(peak, cpuShare), middle(bare, cpuShare));
  return [
    row({
      name,
      unit: "ratio",
      samples: ratio(peak, bare),
      goal: GOAL,
      raw: { bare: bare.map(perSecond), peak: peak.map(perSecond) },
      note:
        `${figure(middle(peak, perSecond))} / ${figure(middle(bare, perSecond))} answers a second; ` +
        `the less busy server had ${(100 * share).toFixed(0)} % of a core`,
    }),
    row({
      name: `${name}, by CPU time`,
      unit: "ratio",
      samples: pairwise(bare.map(cpuMicros), peak.map(cpuMicros)),
      goal: GOAL,
      raw: { bare: measured(bare, cpuMicros), peak: measured(peak, cpuMicros) },
      note:
        `${figure(middle(bare, cpuMicros))} us of CPU for an answer of the bare server, ` +
        `${figure(middle(peak, cpuMicros))} us for one of the service`,
    }),
  ];
}

/** 304 against 200, and the noise that is allowed for. */
export function unchangedRows(
  name: string,
  results: Readonly<Record<"bare" | "twin" | "peak" | "unchanged", Results>>,
): Row[] {
  const { bare, twin, peak, unchanged } = results;
  const noise = noiseOf(ratio(twin, bare));
  return [
    row({
      name: `${name} 304 / 200`,
      unit: "ratio",
      samples: ratio(unchanged, peak),
      goal: { least: 1 },
      allowance: noise,
      raw: { 304: unchanged.map(perSecond), 200: peak.map(perSecond) },
      note:
        `${figure(middle(unchanged, cpuMicros))} us of CPU for a 304, ${figure(middle(peak, cpuMicros))} us for a 200; ` +
        `met also when short by the noise, ${noise.toFixed(3)}: the middle half of the row below`,
    }),
    row({
      name: `noise: bare / bare (${name})`,
      unit: "ratio",
      samples: ratio(twin, bare),
      note: "two processes of the same bare server, measured like the others",
    }),
  ];
}

/** What the bare server spends on an answer over what the service does: the median of the rounds. */
export function cpuRatio({ peak, bare }: Readonly<Record<"peak" | "bare", Results>>): number {
  return quantile(pairwise(bare.map(cpuMicros), peak.map(cpuMicros)), 0.5);
}

function ratio(above: Results, below: Results): number[] {
  return pairwise(above.map(perSecond), below.map(perSecond));
}

function middle(results: Results, read: (each: LoadResult) => number): number {
  return quantile(measured(results, read), 0.5);
}

function measured(results: Results, read: (each: LoadResult) => number): number[] {
  return results.map(read).filter(Number.isFinite);
}
