/** Exponential average: the first value is the seed, then each value pulls by 2 / (span + 1). */
export class ExponentialAverage {
  private readonly span: number;
  private average: number | undefined;

  /** @param span in rows; the weight of a value has fallen to about an eighth after `span` rows */
  constructor(span: number) {
    this.span = span;
  }

  /** @returns the average so far; a missing value leaves it as it is, `undefined` before the first value */
  append(value: number | undefined): number | undefined {
    if (value === undefined) return this.average;
    const before = this.average;
    this.average = before === undefined ? value : before + (2 / (this.span + 1)) * (value - before);
    return this.average;
  }

  clone(): ExponentialAverage {
    const twin = new ExponentialAverage(this.span);
    twin.average = this.average;
    return twin;
  }
}
