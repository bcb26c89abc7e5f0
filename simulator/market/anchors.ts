import { dayNumber } from "./calendar.js";

/** Prices of a moment everybody knows: a date, and the round price in USD at its end. */
export type Landmark = readonly [date: string, usd: number];

/** A point the path goes through: the 00:00 UTC that opens `day`, and the natural log of the price there. */
export interface Anchor {
  readonly day: number;
  readonly log: number;
}

/** Landmarks, oldest first, as points of the path: the end of a date is the opening of the next. */
export function anchorsOf(landmarks: readonly Landmark[]): Anchor[] {
  return landmarks.map(([date, usd]) => ({ day: dayNumber(date) + 1, log: Math.log(usd) }));
}

/** Place of the last entry whose day is not after the given one; -1 when all are later. */
export function lastUpTo(anchors: readonly { readonly day: number }[], day: number): number {
  let low = 0;
  let high = anchors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const anchor = anchors[middle];
    if (anchor !== undefined && anchor.day <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
