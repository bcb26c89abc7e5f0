/** The scenario of the demo: a price that moves so much that every page has something to show. */

import { DAY_MS, HOUR_MS } from "./calendar.js";
import type { Swing } from "./price-path.js";

/**
 * The scenario of the demo. A tenth of the price is worth some five points of the score and a phase is 20 points wide, so the
 * price swings by a fifth up and down in a day: wherever the score stands, it leaves its phase on nearly every day.
 *
 * @param startMs when the demo starts, milliseconds since 1970
 */
export function livelySwing(startMs: number): Swing {
  const firstHour = (startMs - LEAD_DAYS * DAY_MS) / HOUR_MS;
  return (hour) => {
    const grown = Math.max(0, Math.min(1, (hour - firstHour) / (GROWING_DAYS * 24)));
    return grown * WAVES.reduce((sum, { size, hours }) => sum + size * Math.sin((2 * Math.PI * hour) / hours), 0);
  };
}

/**
 * Two waves, in log units of the price. The longer one takes a little more than a day, so the prices at 06:00 UTC of one day
 * after the other rise and fall in 13 days; the shorter one breaks its evenness.
 */
const WAVES = [
  { size: 0.2, hours: 26 },
  { size: 0.05, hours: 9.1 },
] as const;

/** Days before its start on which the swing begins, and in which it grows to its full size: it has it in the 30 days that pages show. */
const LEAD_DAYS = 45;
const GROWING_DAYS = 10;
