import { RollingMaximum } from "../engine/series/rolling-maximum.js";

/** Rows of a window, counted from the row it belongs to: `{ from: -365, to: 365 }` is a year to either side. */
interface Window {
  readonly from: number;
  /** 0 or more. */
  readonly to: number;
}

/** The greatest value within the window of each row, as far as there are values; `undefined` where there is none. */
export function rollingMaxima(values: readonly number[], { from, to }: Window): readonly (number | undefined)[] {
  const window = new RollingMaximum(to - from + 1);
  const greatest: (number | undefined)[] = [];
  for (let row = 0; row < values.length + to; row += 1) {
    const value = window.append(values[row]);
    if (row >= to) greatest.push(value);
  }
  return greatest;
}

/** The least value within the window of each row, likewise. */
export function rollingMinima(values: readonly number[], window: Window): readonly (number | undefined)[] {
  const mirrored = rollingMaxima(
    values.map((value) => -value),
    window,
  );
  return mirrored.map((value) => (value === undefined ? undefined : -value));
}
