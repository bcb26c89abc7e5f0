/** Made-up markets for the long chart. */
import type { CycleChartData, CyclePast, CyclePoint, CycleTurn } from "peak-cycle-drawing";
import { addDays, roundScore, type UtcDay, utcDay } from "peak-cycle-model";

/** Options of a made-up market for the long chart. */
export interface SampleCycle {
  /** At least two points. */
  readonly weeks: number;
  readonly firstPrice: number;
  /** How much the price grows in total, in powers of ten. */
  readonly growth: number;
  /** How far it swings, in powers of ten. */
  readonly swing: number;
  /** The phase of the waves. */
  readonly seed: number;
}

const LAST_DAY = utcDay("2024-12-31");

/** A market of waves in which every cycle has a high and a low: weekly points, and daily ones of the last 30 days. */
export function sampleCycle(sample: Partial<SampleCycle> = {}): CyclePast & CycleChartData {
  const { weeks = 640, firstPrice = 9, growth = 4, swing = 0.35, seed = 3 } = sample;
  const days = [
    ...Array.from({ length: weeks }, (_, i) => addDays(LAST_DAY, -30 - 7 * (weeks - 1 - i))),
    ...Array.from({ length: 30 }, (_, i) => addDays(LAST_DAY, i - 29)),
  ];
  const total = Math.max(1, LAST_DAY - (days[0] ?? LAST_DAY));
  const points = days.map((day): CyclePoint => {
    const share = 1 - (LAST_DAY - day) / total;
    const wave = Math.sin(day / 232 + seed) + 0.3 * Math.sin(day / 61 + 2 * seed) + 0.06 * Math.sin(day / 3 + 5 * seed);
    const score = roundScore(Math.min(100, Math.max(0, 50 + 45 * wave)));
    return { day, priceUsd: firstPrice * 10 ** (growth * share + swing * wave), score };
  });
  const weekly = [...points.slice(0, -30), ...points.slice(-1)];
  return { points: weekly, daily: points.slice(-30), turns: turnsOf(weekly), isStale: false };
}

/** The highest or lowest point of the year around it; main and other turns alternate. */
function turnsOf(points: readonly CyclePoint[]): readonly CycleTurn[] {
  const around = (day: UtcDay) =>
    points.filter((each) => Math.abs(each.day - day) < 180).map(({ priceUsd }) => priceUsd);
  return points.slice(8, -10).flatMap(({ day, priceUsd, score = 0 }): readonly CycleTurn[] => {
    const near = around(day);
    if (priceUsd === Math.max(...near)) return [{ kind: "high", day, priceUsd, score, isMain: day % 2 === 0 }];
    return priceUsd === Math.min(...near) ? [{ kind: "low", day, priceUsd, score, isMain: day % 2 === 0 }] : [];
  });
}
