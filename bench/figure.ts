/** One row of the printed table. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  readonly note: string;
}

/** A quantile, interpolated linearly between the two nearest samples. @param p 0 for the minimum, 1 for the maximum */
export function quantile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const position = (sorted.length - 1) * p;
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) throw new RangeError("no samples");
  return below + (above - below) * (position - Math.floor(position));
}

export const median = (samples: readonly number[]) => quantile(samples, 0.5);
