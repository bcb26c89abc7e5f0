import { type Spread, spreadOf } from "./statistics.js";

/** A bound a figure is held to. */
export type Goal = { readonly least: number } | { readonly most: number };

/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  /** The median decides. */
  readonly result: Spread;
  /** `undefined` for a figure that is only shown. */
  readonly goal: Goal | undefined;
  readonly met: boolean | undefined;
  /** What the result was worked out from, by name. */
  readonly raw: Readonly<Record<string, Spread>>;
  readonly note: string;
}

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly samples: readonly number[];
  readonly goal?: Goal;
  /** How far the median may miss the goal: the measured noise. 0 when left out. */
  readonly allowance?: number;
  readonly raw?: Readonly<Record<string, readonly number[]>>;
  readonly note?: string;
}

export function row({ name, unit, samples, goal, allowance = 0, raw = {}, note = "" }: Figure): Row {
  const result = spreadOf(samples);
  const sides = Object.entries(raw).map(([side, each]) => [side, spreadOf(each)]);
  const met = goal === undefined ? undefined : isMet(result.median, goal, allowance);
  return { name, unit, result, goal, met, raw: Object.fromEntries(sides), note };
}

function isMet(value: number, goal: Goal, allowance: number): boolean {
  return "least" in goal ? value >= goal.least - allowance : value <= goal.most + allowance;
}
