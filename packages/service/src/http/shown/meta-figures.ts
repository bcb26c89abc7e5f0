/** The figures behind the score, as `/meta` answers with them and `/status` draws them. */
import {
  addDays,
  dayOf,
  HOUR_MS,
  hourOf,
  type Instant,
  isStale,
  MINUTE_MS,
  plus,
  published,
  SECOND_MS,
  STALE_MS,
  scoreNumber,
  type UtcDay,
} from "peak-cycle-model";
import { type HistoryRow, newestRowDay, rowInstant } from "../../domain/history.js";
import type { HourlyScore, Quote } from "../../domain/snapshot.js";
import { type SourceState, sourceHealth } from "../../domain/source-state.js";
import type { AttributionRow } from "../../pages/attribution.js";
import type { PhaseRun } from "../../pages/blocks.js";
import type { QuoteFigures, SourceFigures, StatusFigures } from "../../pages/status.js";
import { type HistoryContext, historyContext } from "../../published/history-context.js";
import { type ScoreAndMarket, scoreAndMarket } from "../../published/published.js";
import { settledNow } from "../../published/settled-rows.js";
import { type DataKind, kindsOf } from "../../sources/order.js";
import { statusCache } from "../cache-control.js";
import type { Edge } from "../edge.js";

/** How often ages are told anew. */
const REFRESH_MS = 30 * SECOND_MS;

/**
 * The figures behind the score now, for `/meta` and `/status`; `undefined` before the first score.
 *
 * @returns what they show, how long caches may keep them, and how they are computed
 */
export function figuresNow({ published, clock, sources }: Pick<Edge, "published" | "clock" | "sources">) {
  const current = scoreAndMarket(published);
  if (current === undefined) return undefined;
  const now = clock.now();
  const [context, states] = [historyContext(published), published.now.get().sources];
  const { computedAt } = current.score;
  const next = nextScoreAt(current.score, context?.minute, now);
  const moments = [
    plus(computedAt, STALE_MS),
    nextRowAt(context?.rows ?? [], now),
    ...(next === undefined ? [] : [next]),
  ];
  const over = moments.filter((moment) => moment < now).length;
  return {
    shows: [current.score, current.market, context, states, Math.floor(now / REFRESH_MS), next, over],
    cache: statusCache(moments, now),
    context,
    figures: () => statusFigures({ ...current, context, states, sources }, now),
  };
}

/** What the score is based on at a moment: `/status` draws it, and `/api/public/nhci/meta` answers with it. */
export function statusFigures({ score, market, context, states, sources }: FigureSource, now: Instant): StatusFigures {
  const rows = context?.rows ?? [];
  const isSingle = (kind: DataKind) => sources.filter((each) => kindsOf(each.source).includes(kind)).length < 2;
  return {
    at: now,
    score,
    isStale: isStale(score.computedAt, now),
    coverage: tenthsOf(score.coverage),
    changes: pointsSince(score, rows, [1, 7, 30]),
    settled: settledRun(score, context?.settled ?? []),
    nextScoreAt: nextScoreAt(score, context?.minute, now),
    nextRowAt: nextRowAt(rows, now),
    btcPrice: quoteFigures(market.btcPrice, isSingle("prices"), now),
    btcDominance: quoteFigures(market.btcDominance, isSingle("dominance"), now),
    fearGreed: quoteFigures(market.fearGreed, isSingle("fearGreed"), now),
    sources: sources.map((each) => sourceFigures(each, states, now)),
  };
}

/** What the figures are computed from. */
export interface FigureSource extends ScoreAndMarket {
  readonly context: HistoryContext | undefined;
  readonly states: readonly SourceState[];
  /** The sources in use. */
  readonly sources: readonly AttributionRow[];
}

/**
 * Rounded down, so that 1 means all of it and no weight can be derived from it. Rounding errors may leave a sum of
 * weights just under 1.
 */
function tenthsOf(share: number): number {
  return Math.floor(share * 10 + 1e-6) / 10;
}

function quoteFigures({ source, observedAt }: Quote, isSingle: boolean, now: Instant): QuoteFigures {
  return { source, observedAt, ageSeconds: secondsSince(observedAt, now), isSingle };
}

function sourceFigures(row: AttributionRow, states: readonly SourceState[], now: Instant): SourceFigures {
  const { source, title, gives } = row;
  const state = states.find((each) => each.source === source);
  const answeredAt = state?.answeredAt;
  const ageSeconds = answeredAt === undefined ? undefined : secondsSince(answeredAt, now);
  return { source, title, gives, health: sourceHealth(state, now), answeredAt, ageSeconds, fault: state?.fault };
}

/** Another machine's clock may be ahead of ours. */
function secondsSince(at: Instant, now: Instant): number {
  return Math.max(0, Math.floor((now - at) / SECOND_MS));
}

/**
 * When the next score is due: at this installation's minute of the first hour without a score.
 *
 * @param minute `undefined` before the schedule has drawn one
 * @returns a moment after `now`
 */
export function nextScoreAt(score: HourlyScore, minute: number | undefined, now: Instant): Instant | undefined {
  if (minute === undefined) return undefined;
  const thisHour = plus(hourOf(now), minute * MINUTE_MS);
  const coming = thisHour > now ? thisHour : plus(thisHour, HOUR_MS);
  const following = plus(score.hour, HOUR_MS + minute * MINUTE_MS);
  return Math.max(coming, following) as Instant;
}

/**
 * When the next history row is due: 06:00 UTC of the first day without one.
 *
 * @param rows oldest first
 * @returns a moment that is over already while the row is late
 */
function nextRowAt(rows: readonly HistoryRow[], now: Instant): Instant {
  const newest = rows.at(-1)?.day ?? newestRowDay(now);
  return rowInstant(addDays(newest, 1));
}

/**
 * Since when the score is in its phase. Daily rows decide: an hour in another phase between two rows does not interrupt
 * it. A phase that no row has yet begins on the day of the first hourly score in it.
 */
export function phaseRun(score: HourlyScore, context: HistoryContext | undefined): PhaseRun | undefined {
  const { phase } = score.btc;
  const today = dayOf(score.computedAt);
  const newest = context?.rows.at(-1);
  const turned = context?.turned?.phase === phase ? context.turned.since : today;
  const since = newest?.phase === phase ? context?.phaseSince : turned;
  if (newest === undefined || since === undefined) return undefined;
  const from = Math.min(since, today) as UtcDay;
  return { phase, since: from, days: today - from + 1 };
}

/** The settled phase now, and since when; `undefined` before there is a daily row. */
export function settledRun(score: HourlyScore, newest: HistoryContext["settled"]): PhaseRun | undefined {
  const settled = settledNow(score, newest);
  if (settled === undefined) return undefined;
  const { phase, since } = settled;
  return { phase, since, days: Math.max(dayOf(score.computedAt), since) - since + 1 };
}

/**
 * The score minus that of the row so many UTC days before, one decimal, for each of several; `undefined` without such a
 * row.
 */
export function pointsSince(
  score: HourlyScore,
  rows: readonly HistoryRow[],
  spans: readonly number[],
): readonly (number | undefined)[] {
  const today = dayOf(score.computedAt);
  return spans.map((days) => {
    const row = rows.find(({ day }) => day === addDays(today, -days));
    return row && published(scoreNumber(score.btc.score) - scoreNumber(row.score)) + 0; // no -0
  });
}
