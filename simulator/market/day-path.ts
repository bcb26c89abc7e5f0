import { type Anchor, lastUpTo } from "./anchors.js";
import { bell } from "./noise.js";

/** Share of yesterday's distance from the anchored path that is still there today. */
const PERSISTENCE = 0.85;
/** Days around an anchor over which the noise fades, so that the path goes through the anchor itself. */
const FADE_DAYS = 12;
/** The seed of the moves that all coins share. */
const COMMON_SEED = 7;
/** The distance from the anchored path never exceeds this (log units): a single day stays believable. */
const MOST_NOISE = 0.25;
/** Beyond the last anchor: +0.00025 a day (9.5 % a year) and a swing of +-0.3 in log over four years of 1,461 days. */
const LATER = { drift: 0.00025, swing: 0.3, periodDays: 1461 };

export interface DayPathSpec {
  readonly seed: number;
  readonly anchors: readonly Anchor[];
  /** Part of the daily moves shared with the whole market, 0..1; 1 for Bitcoin. */
  readonly commonShare: number;
  /** Size of a usual daily move on a day, in log units. */
  volatility(day: number): number;
}

/** Logs of the price at each 00:00 UTC: a pure function of the day, kept once worked out. */
export interface DayPath {
  /** The first priced day. */
  readonly firstDay: number;
  /** Natural log of the price at the 00:00 UTC that opens the day; the day must not be before the first. */
  openLog(day: number): number;
}

/** Geometric interpolation between anchors plus seeded noise that returns to it. */
export function dayPath(spec: DayPathSpec): DayPath {
  const firstDay = spec.anchors[0]?.day ?? 0;
  const logs: number[] = [];
  let noise = 0;
  const extend = () => {
    const day = firstDay + logs.length;
    noise = nextNoise(spec, noise, day);
    logs.push(trend(spec.anchors, day) + fade(spec.anchors, day) * noise);
  };
  return {
    firstDay,
    openLog(day) {
      while (logs.length <= day - firstDay) extend();
      const log = logs[day - firstDay];
      if (log === undefined) throw new RangeError(`day ${day} lies before the first priced day ${firstDay}`);
      return log;
    },
  };
}

function nextNoise(spec: DayPathSpec, before: number, day: number): number {
  const own = Math.sqrt(1 - spec.commonShare ** 2);
  const move = spec.commonShare * bell(COMMON_SEED, day) + own * bell(spec.seed, day);
  const next = PERSISTENCE * before + spec.volatility(day) * move;
  return Math.max(-MOST_NOISE, Math.min(MOST_NOISE, next));
}

function trend(anchors: readonly Anchor[], day: number): number {
  const place = lastUpTo(anchors, day);
  const from = anchors[Math.max(0, place)];
  if (from === undefined) throw new RangeError("a path needs an anchor");
  const to = anchors[place + 1];
  if (to === undefined) return from.log + later(day - from.day);
  return from.log + ((to.log - from.log) * (day - from.day)) / (to.day - from.day);
}

function later(days: number): number {
  return LATER.drift * days + LATER.swing * Math.sin((2 * Math.PI * days) / LATER.periodDays);
}

function fade(anchors: readonly Anchor[], day: number): number {
  const place = lastUpTo(anchors, day);
  const sinceLast = day - (anchors[place]?.day ?? day);
  const toNext = (anchors[place + 1]?.day ?? Number.POSITIVE_INFINITY) - day;
  return Math.min(1, Math.min(sinceLast, toNext) / FADE_DAYS);
}
