import { HOUR_MS } from "./calendar.js";
import type { DayPath } from "./day-path.js";
import { bell, chance, smoothNoise } from "./noise.js";

const HOURS = 24;
/** A usual hourly move is about a fifth of a usual daily one (1 / sqrt(24)). */
const HOUR_SHARE = 0.2;
/** The price strays from the straight line inside an hour by at most this share of a usual daily move. */
const STRAY_SHARE = 0.05;
/** Days whose hours are kept: a page of 1,000 hours spans 42 days. */
const KEPT_DAYS = 64;

/** One hour: logs at both ends, and how far the price may stray above and below the line between them. */
export interface Hour {
  readonly openLog: number;
  readonly closeLog: number;
  readonly above: number;
  readonly below: number;
}

/** The path inside the days. Everything is a pure function of the instant. */
export interface HourPath {
  /** @param index hours since 1970 */
  hour(index: number): Hour;
  /** Natural log of the price at an instant. */
  logAt(ms: number): number;
}

export interface HourPathSpec {
  readonly seed: number;
  readonly days: DayPath;
  volatility(day: number): number;
}

/** A bridge of 24 seeded steps between the two ends of a day, and a bounded flutter between the ends of an hour. */
export function hourPath(spec: HourPathSpec): HourPath {
  const kept = new Map<number, readonly number[]>();
  const knots = (day: number): readonly number[] => {
    const known = kept.get(day);
    if (known !== undefined) return known;
    const made = dayKnots(spec, day);
    const oldest = kept.keys().next();
    if (kept.size >= KEPT_DAYS && !oldest.done) kept.delete(oldest.value);
    kept.set(day, made);
    return made;
  };
  const hour = (index: number): Hour => {
    const day = Math.floor(index / HOURS);
    const logs = knots(day);
    const place = index - day * HOURS;
    const stray = STRAY_SHARE * spec.volatility(day);
    return {
      openLog: logs[place] ?? Number.NaN,
      closeLog: logs[place + 1] ?? Number.NaN,
      above: stray * (0.3 + 0.7 * chance(spec.seed + 11, index)),
      below: stray * (0.3 + 0.7 * chance(spec.seed + 12, index)),
    };
  };
  return { hour, logAt: (ms) => logInside(spec.seed, hour(Math.floor(ms / HOUR_MS)), ms) };
}

function dayKnots(spec: HourPathSpec, day: number): number[] {
  const open = spec.days.openLog(day);
  const close = spec.days.openLog(day + 1);
  const size = HOUR_SHARE * spec.volatility(day);
  const walk = [0];
  for (let step = 0; step < HOURS; step += 1)
    walk.push((walk[step] ?? 0) + size * bell(spec.seed + 10, day * HOURS + step));
  const end = walk[HOURS] ?? 0;
  return walk.map((sum, place) => open + ((close - open - end) * place) / HOURS + sum);
}

/** How much of the stray is allowed at a part of the hour: nothing at its ends, all of it two minutes away from them. */
export function strayAllowed(part: number): number {
  return Math.min(1, 30 * part * (1 - part));
}

function logInside(seed: number, hour: Hour, ms: number): number {
  const part = (ms % HOUR_MS) / HOUR_MS;
  // Knots every 5 minutes, 37 seconds and 3 seconds: a change shows within seconds, and the weights sum to 1.
  const flutter =
    0.6 * smoothNoise(seed + 13, ms / 300_000) +
    0.3 * smoothNoise(seed + 14, ms / 37_000) +
    0.1 * smoothNoise(seed + 15, ms / 3000);
  const line = hour.openLog + (hour.closeLog - hour.openLog) * part;
  return line + flutter * strayAllowed(part) * (flutter > 0 ? hour.above : hour.below);
}
