// How well the order of daily values fits what the price did: rank correlation, and chances to tell tops and bottoms.

import type { Labels } from "./labels.js";
import type { Ranks } from "./track-record.js";

/** A day with a value to be ranked. */
export interface Ranked {
  readonly row: number;
  readonly value: number;
}

/** How well the order of values fits what the price did. */
export function ranksOf(days: readonly Ranked[], labels: Labels): Ranks {
  const [tops, bottoms] = [labelled(days, labels.isTop), labelled(days, labels.isBottom)];
  return {
    hindsight: correlation(days, labels.place),
    topAuc: chanceAbove(tops.values, tops.labels),
    bottomAuc: chanceAbove(
      bottoms.values.map((value) => -value),
      bottoms.labels,
    ),
    forward: correlation(days, labels.forward),
    topDays: tops.labels.filter(Boolean).length,
    bottomDays: bottoms.labels.filter(Boolean).length,
  };
}

function correlation(days: readonly Ranked[], all: readonly (number | undefined)[]): number | undefined {
  const { values, labels } = labelled(days, all);
  return spearman(values, labels);
}

/** Values and labels of the days whose label is known, side by side. */
function labelled<Label>(
  days: readonly Ranked[],
  all: readonly (Label | undefined)[],
): { readonly values: readonly number[]; readonly labels: readonly Label[] } {
  const values: number[] = [];
  const labels: Label[] = [];
  for (const { row, value } of days) {
    const label = all[row];
    if (label === undefined) continue;
    values.push(value);
    labels.push(label);
  }
  return { values, labels };
}

/** Ranks from 1, lowest value first; equal values share the mean of their ranks. */
export function averageRanks(values: readonly number[]): Float64Array {
  const order = Uint32Array.from(values.keys()).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = new Float64Array(values.length);
  for (let first = 0; first < order.length; ) {
    const value = values[order[first] as number];
    let last = first;
    while (last + 1 < order.length && values[order[last + 1] as number] === value) last += 1;
    for (let place = first; place <= last; place += 1) ranks[order[place] as number] = 1 + (first + last) / 2;
    first = last + 1;
  }
  return ranks;
}

/** Spearman's rho of pairs, -1..1; `undefined` when either side has no two different values. */
export function spearman(left: readonly number[], right: readonly number[]): number | undefined {
  const [a, b] = [averageRanks(left), averageRanks(right)];
  const mean = (left.length + 1) / 2;
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const [x, y] = [(a[i] as number) - mean, (b[i] as number) - mean];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? undefined : ab / Math.sqrt(aa * bb);
}

/** Chance that a chosen value is above another, a tie counting half; `undefined` without either kind. */
export function chanceAbove(values: readonly number[], isChosen: readonly boolean[]): number | undefined {
  const ranks = averageRanks(values);
  let [chosen, sum] = [0, 0];
  for (let i = 0; i < ranks.length; i += 1) {
    if (isChosen[i] !== true) continue;
    chosen += 1;
    sum += ranks[i] as number;
  }
  const others = ranks.length - chosen;
  return chosen === 0 || others === 0 ? undefined : (sum - (chosen * (chosen + 1)) / 2) / (chosen * others);
}
