import { Fold } from "./fold.js";

/**
 * Values with weights, kept in order of (value, time of arrival), with quantiles by weight.
 *
 * The order grows in blocks that split when full, each with the sum of its weights. So every sum depends on the
 * values before it alone, and a quantile keeps its bits whatever is added later. Flat arrays make copies cheap.
 *
 * Source: docs/method.md#position-in-the-time-weighted-band.
 */
export class WeightedSample extends Fold {
  /** Values and weights of the block in slot s lie from s * BLOCK on. */
  private values = new Float64Array(FIRST_BLOCKS * BLOCK);
  private weights = new Float64Array(FIRST_BLOCKS * BLOCK);
  /** For each block, in order of value: its slot, how many values it holds, their weight, the greatest of them. */
  private slots = new Int32Array(FIRST_BLOCKS);
  private counts = new Int32Array(FIRST_BLOCKS);
  private sums = new Float64Array(FIRST_BLOCKS);
  private tops = new Float64Array(FIRST_BLOCKS);
  private blocks = 1;
  private total = 0;
  private held = 0;

  /** Number of values. */
  get size(): number {
    return this.held;
  }

  /** Adds a value behind all that are equal to it. @param weight above 0 */
  add(value: number, weight: number): void {
    const block = this.blockFor(value);
    const { values, weights, counts } = this;
    const first = (this.slots[block] as number) * BLOCK;
    const end = first + (counts[block] as number);
    let at = end;
    for (; at > first && (values[at - 1] as number) > value; at -= 1) {
      values[at] = values[at - 1] as number;
      weights[at] = weights[at - 1] as number;
    }
    values[at] = value;
    weights[at] = weight;
    counts[block] = end - first + 1;
    this.sums[block] = (this.sums[block] as number) + weight;
    this.tops[block] = values[end] as number;
    this.total += weight;
    this.held += 1;
  }

  /**
   * The value below which `share` of the weight lies, interpolated between neighbors. Needs at least one value.
   *
   * @param share 0..0.5; the walk starts at the low end
   */
  lowQuantile(share: number): number {
    const { sums, weights } = this;
    const goal = share * this.total;
    let below = 0;
    let block = 0;
    // Both walks stop at the last one there is: the sums may round to a little under the goal.
    for (const last = this.blocks - 1; block < last; block += 1) {
      const next = below + (sums[block] as number);
      if (next >= goal) break;
      below = next;
    }
    const first = (this.slots[block] as number) * BLOCK;
    let at = first;
    for (const last = first + (this.counts[block] as number) - 1; at < last; at += 1) {
      const next = below + (weights[at] as number);
      if (next >= goal) break;
      below = next;
    }
    return this.between(block, at, goal - below);
  }

  /** As `lowQuantile`. @param share 0.5..1; the walk starts at the high end */
  highQuantile(share: number): number {
    const { sums, weights } = this;
    const goal = share * this.total;
    let upTo = this.total;
    let block = this.blocks - 1;
    for (; block > 0; block -= 1) {
      const next = upTo - (sums[block] as number);
      if (next < goal) break;
      upTo = next;
    }
    const first = (this.slots[block] as number) * BLOCK;
    let at = first + (this.counts[block] as number) - 1;
    for (; at > first; at -= 1) {
      const next = upTo - (weights[at] as number);
      if (next < goal) break;
      upTo = next;
    }
    return this.between(block, at, goal - (upTo - (weights[at] as number)));
  }

  /** The point between a value and the one before it that leaves `weight` of the value's own weight below. */
  private between(block: number, at: number, weight: number): number {
    const value = this.values[at] as number;
    const isFirst = at === (this.slots[block] as number) * BLOCK;
    if (isFirst && block === 0) return value;
    const before = isFirst ? (this.tops[block - 1] as number) : (this.values[at - 1] as number);
    return before + ((value - before) * weight) / (this.weights[at] as number);
  }

  /** The first block with a greater value, or the last block; split if it was full. */
  private blockFor(value: number): number {
    const { tops } = this;
    let low = 0;
    let high = this.blocks - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tops[middle] as number) > value) high = middle;
      else low = middle + 1;
    }
    if (this.counts[low] !== BLOCK) return low;
    this.split(low);
    return value < (this.tops[low] as number) ? low : low + 1;
  }

  /** Moves the upper half of a full block into a block of its own, right after it. */
  private split(block: number): void {
    if (this.blocks === this.slots.length) this.grow();
    const slot = this.blocks;
    const middle = (this.slots[block] as number) * BLOCK + HALF;
    this.values.copyWithin(slot * BLOCK, middle, middle + HALF);
    this.weights.copyWithin(slot * BLOCK, middle, middle + HALF);
    this.slots.copyWithin(block + 2, block + 1, slot);
    this.counts.copyWithin(block + 2, block + 1, slot);
    this.sums.copyWithin(block + 2, block + 1, slot);
    this.tops.copyWithin(block + 2, block + 1, slot);
    this.slots[block + 1] = slot;
    this.blocks += 1;
    this.summarize(block);
    this.summarize(block + 1);
  }

  /** Recomputes the entries of a block that has just been halved. */
  private summarize(block: number): void {
    const first = (this.slots[block] as number) * BLOCK;
    let sum = 0;
    for (let at = first; at < first + HALF; at += 1) sum += this.weights[at] as number;
    this.counts[block] = HALF;
    this.sums[block] = sum;
    this.tops[block] = this.values[first + HALF - 1] as number;
  }

  private grow(): void {
    this.values = doubled(this.values, Float64Array);
    this.weights = doubled(this.weights, Float64Array);
    this.slots = doubled(this.slots, Int32Array);
    this.counts = doubled(this.counts, Int32Array);
    this.sums = doubled(this.sums, Float64Array);
    this.tops = doubled(this.tops, Float64Array);
  }
}

/**
 * Maximum number of values in a block. Adding a value moves one block at most, and a quantile reads the values of one block; at
 * 32, 6,000 values fill some 250 blocks, and the ends of a band lie in the outer few.
 */
const BLOCK = 32;
const HALF = BLOCK / 2;

/** Blocks there is room for at first: two years of days. */
const FIRST_BLOCKS = 32;

function doubled<L extends Float64Array | Int32Array>(list: L, List: new (length: number) => L): L {
  const longer = new List(list.length * 2);
  longer.set(list);
  return longer;
}
