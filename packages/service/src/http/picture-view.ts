/** The published data as pictures show them. */
import type { Asset, ChartDay, ChartView, CurrentScore, CyclePast } from "peak-cycle-drawing";
import {
  addDays,
  formatDay,
  formatInstant,
  HOUR_MS,
  type Instant,
  isStale,
  type PhaseKey,
  scoreNumber,
  type TrackRecord,
  twoDecimals,
  type UtcDay,
} from "peak-cycle-model";
import { PUBLIC_DAYS } from "../domain/history.js";
import type { HourlyScore } from "../domain/hourly-score.js";
import { cyclePast } from "../pages/cycle-past.js";
import { type History, type Published, scoreAndMarket } from "../published/published.js";
import { weeklyPast } from "./weekly-past.js";

/**
 * The values a picture depends on; it is redrawn when one is replaced. The live price, which changes every minute, is
 * not among them: pictures show the price that the score was computed with.
 */
export interface PictureSource {
  readonly score: HourlyScore | undefined;
  readonly history: History | undefined;
  readonly record: TrackRecord | undefined;
  readonly staleHours: number | undefined;
}

export function pictureSource(published: Published, now: Instant): PictureSource {
  const score = scoreAndMarket(published)?.score;
  const [history, record] = [published.history.get(), published.record.get()];
  return { score, history, record, staleHours: score && staleHours(score, now) };
}

/** How old a stale score is, in whole hours; `undefined` while it is fresh. */
export function staleHours({ computedAt }: HourlyScore, now: Instant): number | undefined {
  return isStale(computedAt, now) ? Math.floor((now - computedAt) / HOUR_MS) : undefined;
}

export function pictureView(source: PictureSource, asset: Asset = "btc"): ChartView {
  const { score, history, staleHours: ageHours } = source;
  const isCrypto = asset === "crypto";
  const now = score && (isCrypto ? cryptoNow(score) : bitcoinNow(score));
  return {
    ...(isCrypto && { asset }),
    now: now && { ...now, isStale: ageHours !== undefined, ageHours },
    days: publicDays(isCrypto ? history?.crypto : history?.rows.slice(-PUBLIC_DAYS)),
    weekly: source.record && weeklyPast(source.record),
  };
}

/** The long chart; `undefined` until there are a record and a score. */
export function cycleOf(
  score: HourlyScore | undefined,
  history: History | undefined,
  record: TrackRecord | undefined,
): CyclePast | undefined {
  if (record === undefined || score === undefined) return undefined;
  return cyclePast(record, history?.rows ?? [], score);
}

function bitcoinNow({ btc, flags, computedAt, btcPriceUsd }: HourlyScore): CurrentScore {
  return {
    score: scoreNumber(btc.score),
    phase: btc.phase,
    signal: btc.signal,
    descentGuard: flags.descentGuard !== null,
    topRisk: flags.topRisk !== null,
    updatedAt: formatInstant(computedAt),
    isStale: false,
    priceUsd: twoDecimals(btcPriceUsd),
  };
}

function cryptoNow({ crypto: { score, phase }, computedAt }: HourlyScore): CurrentScore {
  return { score: scoreNumber(score), phase, updatedAt: formatInstant(computedAt), isStale: false };
}

/** A day of either asset; only Bitcoin has a price. */
interface ShownDay {
  readonly day: UtcDay;
  readonly score: number;
  readonly phase: PhaseKey;
  readonly btcPriceUsd?: number;
}

/** The days in public form; empty unless there are 30 in a row. */
export function publicDays(days: readonly ShownDay[] = []): readonly ChartDay[] {
  const isWhole = days.length === PUBLIC_DAYS && days.every(({ day }, i) => day === addDays(days[0]?.day ?? day, i));
  return (isWhole ? days : []).map(({ day, score, phase, btcPriceUsd: usd }) => {
    const price = usd === undefined ? {} : { priceUsd: twoDecimals(usd) };
    return { date: formatDay(day), score: scoreNumber(score), phase, ...price };
  });
}
