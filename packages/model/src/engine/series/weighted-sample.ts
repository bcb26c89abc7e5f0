/** A growing sample with weighted quantiles. */
import { Fold } from "./fold.js";

/**
 * Weighted values, sorted by (value, time of arrival), with quantiles by weight.
 *
 * The values are kept in blocks that split when full, each with the sum of its weights. So every sum depends only on
 * earlier values, and nothing added later changes a bit of an earlier quantile. Blocks are replaced, never changed, so
 * a copy shares them and costs next to nothing.
 *
 * Source: docs/method.md#position-in-the-time-weighted-band.
 */
export class WeightedSample extends Fold {
  /** In order of value; only an empty sample has an empty block. */
  private blocks: Block[] = [{ values: [], weights: [], sum: 0 }];
  /** Whether a copy may share the list: it is then copied before it changes. */
  private isShared = false;
  private total = 0;
  private count = 0;

  override clone(): this {
    this.isShared = true;
    return Object.assign(Object.create(WeightedSample.prototype), this);
  }

  /** Number of values. */
  get size(): number {
    return this.count;
  }

  /** Adds a value after all equal ones. @param weight above 0 */
  add(value: number, weight: number): void {
    const at = this.blockFor(value);
    const parts = split(this.blocks[at] as Block);
    const part = parts.length > 1 && value >= lastOf((parts[0] as Block).values) ? 1 : 0;
    const block = withValue(parts[part] as Block, value, weight);
    if (this.isShared) this.blocks = [...this.blocks];
    this.isShared = false;
    this.blocks.splice(at, 1, ...parts.with(part, block));
    this.total += weight;
    this.count += 1;
  }

  /**
   * The value below which `share` of the weight lies, interpolated between neighbors. Needs at least one value.
   *
   * @param share 0..0.5; the walk starts at the low end
   */
  lowQuantile(share: number): number {
    const { blocks } = this;
    const goal = share * this.total;
    let below = 0;
    let block = 0;
    // Both walks stop at the last element: rounding may leave the sums a little under the goal.
    for (; block < blocks.length - 1; block += 1) {
      const next = below + (blocks[block] as Block).sum;
      if (next >= goal) break;
      below = next;
    }
    const { weights } = blocks[block] as Block;
    let at = 0;
    for (; at < weights.length - 1; at += 1) {
      const next = below + (weights[at] as number);
      if (next >= goal) break;
      below = next;
    }
    return this.between(block, at, goal - below);
  }

  /** As `lowQuantile`. @param share 0.5..1; the walk starts at the high end */
  highQuantile(share: number): number {
    const { blocks } = this;
    const goal = share * this.total;
    let upTo = this.total;
    let block = blocks.length - 1;
    for (; block > 0; block -= 1) {
      const next = upTo - (blocks[block] as Block).sum;
      if (next < goal) break;
      upTo = next;
    }
    const { weights } = blocks[block] as Block;
    let at = weights.length - 1;
    for (; at > 0; at -= 1) {
      const next = upTo - (weights[at] as number);
      if (next < goal) break;
      upTo = next;
    }
    return this.between(block, at, goal - (upTo - (weights[at] as number)));
  }

  /** The point between a value and the one before it that leaves `weight` of the value's own weight below. */
  private between(block: number, at: number, weight: number): number {
    const { values, weights } = this.blocks[block] as Block;
    const value = values[at] as number;
    const before = at > 0 ? values[at - 1] : this.blocks[block - 1]?.values.at(-1);
    return before === undefined ? value : before + ((value - before) * weight) / (weights[at] as number);
  }

  /** The first block with a greater value, or the last block. */
  private blockFor(value: number): number {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lastOf((this.blocks[middle] as Block).values) > value) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** At most `BLOCK` sorted values, their weights, and the sum of the weights. */
interface Block {
  readonly values: readonly number[];
  readonly weights: readonly number[];
  readonly sum: number;
}

/**
 * Maximum number of values in a block. Adding a value copies one block, and a quantile reads the values of one block.
 * At 32, 6,000 values fill some 250 blocks, and the ends of a band are in the outer few.
 */
const BLOCK = 32;
const HALF = BLOCK / 2;

/** Splits a full block into halves and leaves any other as it is. */
function split(block: Block): readonly Block[] {
  if (block.values.length < BLOCK) return [block];
  return [half(block, 0), half(block, HALF)];
}

function half({ values, weights }: Block, from: number): Block {
  const halfWeights = weights.slice(from, from + HALF);
  return {
    values: values.slice(from, from + HALF),
    weights: halfWeights,
    sum: halfWeights.reduce((sum, each) => sum + each, 0),
  };
}

function withValue({ values, weights, sum }: Block, value: number, weight: number): Block {
  let at = values.length;
  while (at > 0 && (values[at - 1] as number) > value) at -= 1;
  return { values: values.toSpliced(at, 0, value), weights: weights.toSpliced(at, 0, weight), sum: sum + weight };
}

function lastOf(values: readonly number[]): number {
  return values[values.length - 1] as number;
}
