import { readInstant } from "../clock.js";
import { dayOf } from "../market/calendar.js";
import { FIRST_DAY } from "./brk-series.js";

/** Positions of a daily series; the end is exclusive. */
export interface BrkRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads `start`, `end` and `limit`: each end a position, a negative position from the end, a date or an ISO instant.
 * @param length how many positions the series has now
 * @returns undefined when something is none of these
 */
export function readRange(query: URLSearchParams, length: number): BrkRange | undefined {
  const start = position(query.get("start"), length) ?? 0;
  const end = position(query.get("end"), length);
  const limit = Number(query.get("limit") ?? length);
  if (Number.isNaN(start) || Number.isNaN(end) || !Number.isInteger(limit) || limit < 0) return undefined;
  const from = Math.max(0, Math.min(start, length));
  // `limit` counts only where no end is given.
  const to = end === undefined ? from + limit : end;
  return { start: from, end: Math.max(from, Math.min(to, length)) };
}

/** NaN for text that is no position. */
function position(text: string | null, length: number): number | undefined {
  if (text === null) return undefined;
  if (/^-?\d+$/.test(text)) return Number(text) < 0 ? length + Number(text) : Number(text);
  const ms = readInstant(text);
  return ms === undefined ? Number.NaN : dayOf(ms) - FIRST_DAY;
}
