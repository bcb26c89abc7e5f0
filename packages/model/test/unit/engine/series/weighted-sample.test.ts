import { expect, test } from "vitest";
import { WeightedSample } from "../../../../src/engine/series/weighted-sample.js";

/** The definition, word by word: sort by value, then arrival; the first cumulative weight that reaches the goal. */
function naiveQuantile(pairs: readonly (readonly [number, number])[], share: number): number {
  const sorted = pairs.map(([value, weight], row) => ({ value, weight, row }));
  sorted.sort((a, b) => a.value - b.value || a.row - b.row);
  const goal = share * pairs.reduce((sum, [, weight]) => sum + weight, 0);
  let below = 0;
  for (let k = 0; k < sorted.length; k += 1) {
    const { value, weight } = sorted[k]!;
    if (below + weight >= goal || k === sorted.length - 1) {
      const before = sorted[k - 1]?.value;
      return before === undefined ? value : before + ((value - before) * (goal - below)) / weight;
    }
    below += weight;
  }
  throw new Error("an empty sample has no quantile");
}

const SHAPES: Readonly<Record<string, (i: number) => number>> = {
  wild: (i) => Math.sin(i * i) * 3,
  rising: (i) => i,
  falling: (i) => -i,
  "full of ties": (i) => Math.round(4 * Math.sin(i * i)),
  constant: () => 7,
};

test.each(Object.entries(SHAPES))("a quantile agrees with the definition on values that are %s", (_name, shape) => {
  const sample = new WeightedSample();
  const pairs: [number, number][] = [];
  for (let i = 0; i < 1500; i += 1) {
    pairs.push([shape(i), 2 ** (i / 300)]);
    sample.add(shape(i), 2 ** (i / 300));
    if (i > 40 && i % 97 !== 0) continue;
    for (const share of [0.025, 0.3]) expect(sample.lowQuantile(share)).toBeCloseTo(naiveQuantile(pairs, share), 9);
    for (const share of [0.7, 0.975]) expect(sample.highQuantile(share)).toBeCloseTo(naiveQuantile(pairs, share), 9);
  }
  expect(sample.size).toBe(1500);
});
