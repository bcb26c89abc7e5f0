/** The greatest value in a moving window. */
import { Fold } from "./fold.js";

/**
 * Greatest value of the last `window` rows, missing ones skipped. Keeps only values that can still become the greatest,
 * as a monotonic queue in a ring, so the cost of a row does not depend on the window.
 */
export class RollingMaximum extends Fold {
  private readonly window: number;
  private readonly rows: Int32Array;
  private readonly values: Float64Array;
  private head = 0;
  private length = 0;
  private next = 0;

  /** @param window in rows, at least 1 */
  constructor(window: number) {
    super();
    this.window = window;
    this.rows = new Int32Array(window);
    this.values = new Float64Array(window);
  }

  /** @returns the greatest value of the last `window` rows, this one included; `undefined` when all are missing */
  append(value: number | undefined): number | undefined {
    const row = this.next;
    this.next += 1;
    if (this.length > 0 && (this.rows[this.head] as number) <= row - this.window) this.dropOldest();
    if (value !== undefined) this.push(row, value);
    return this.length === 0 ? undefined : this.values[this.head];
  }

  private dropOldest(): void {
    this.head = (this.head + 1) % this.window;
    this.length -= 1;
  }

  private push(row: number, value: number): void {
    while (this.length > 0 && (this.values[this.place(this.length - 1)] as number) <= value) this.length -= 1;
    const place = this.place(this.length);
    this.rows[place] = row;
    this.values[place] = value;
    this.length += 1;
  }

  private place(nth: number): number {
    return (this.head + nth) % this.window;
  }
}
