import type { Labels } from "./labels.js";
import { chanceAbove, spearman } from "./rank-measures.js";
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
