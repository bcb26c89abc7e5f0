/** What pictures show of what is published. */
import { type Asset, type ChartDay, type CurrentScore, type RenderState, viewOf } from "peak-cycle-drawing";
import {
  addDays,
  formatDay,
  formatInstant,
  HOUR_MS,
  isStale,
  scoreNumber,
  type TrackRecord,
  twoDecimals,
} from "peak-cycle-model";
import { type CryptoDay, type HistoryRow, PUBLIC_DAYS } from "../../domain/history.js";
import type { HourlyScore } from "../../domain/snapshot.js";
import { type HistoryContext, historyContext } from "../../published/history-context.js";
import { derived, type History, scoreAndMarket } from "../../published/published.js";
import type { Edge } from "../edge.js";
import { cyclePast } from "./cycle-past.js";

/** The same object for as long as pictures show the same, so that none is drawn twice. */
export const renderState = derived((published) => {
  let parts: readonly unknown[] = [];
  let last: { readonly state: RenderState; readonly text: string } | undefined;
  return () => {
    // The live price, which changes every minute, is in no picture.
    const score = scoreAndMarket(published)?.score;
    const [history, record, context] = [published.history.get(), published.record.get(), historyContext(published)];
    const newest = [score, history, record, context];
    if (last !== undefined && newest.every((part, i) => part === parts[i])) return last.state;
    parts = newest;
    const state = shownOf(score, history, record, context);
    const text = JSON.stringify(state);
    if (text !== last?.text) last = { state, text };
    return last.state;
  };
});

function shownOf(
  score: HourlyScore | undefined,
  history: History | undefined,
  record: TrackRecord | undefined,
  context: HistoryContext | undefined,
): RenderState {
  return {
    computedAt: score?.computedAt,
    btc: { now: score && bitcoinNow(score), days: shownDays(history?.rows.slice(-PUBLIC_DAYS)) },
    crypto: {
      asset: "crypto",
      now: score && { ...rounded(score.crypto), ...freshAt(score) },
      days: shownDays(history?.crypto),
    },
    cycle: cyclePast({ record, context, score }),
  };
}

function bitcoinNow(score: HourlyScore): CurrentScore {
  return {
    ...rounded(score.btc),
    signal: score.btc.signal,
    descentGuard: score.context.descentGuard !== null,
    topRisk: score.context.topRisk !== null,
    ...freshAt(score),
    priceUsd: twoDecimals(score.btcPriceUsd),
  };
}

function freshAt({ computedAt }: HourlyScore) {
  return { updatedAt: formatInstant(computedAt), isStale: false };
}

/** As the public reads them; none unless there are 30 in a row. */
function shownDays(days: readonly (CryptoDay & Partial<HistoryRow>)[] = []): readonly ChartDay[] {
  const isWhole = days.length === PUBLIC_DAYS && days.every(({ day }, i) => day === addDays(days[0]?.day ?? day, i));
  return (isWhole ? days : []).map(({ day, btcPriceUsd: usd, ...each }) => {
    return { date: formatDay(day), ...rounded(each), ...(usd !== undefined && { priceUsd: twoDecimals(usd) }) };
  });
}

function rounded({ score, phase }: Pick<CryptoDay, "score" | "phase">) {
  return { score: scoreNumber(score), phase };
}

/** What pictures show at the moment, fresh or so many whole hours old. */
export function pictureNow({ published, clock }: Pick<Edge, "published" | "clock">, asset: Asset | undefined) {
  const [now, state] = [clock.now(), renderState(published)];
  const { computedAt } = state;
  const stale = computedAt !== undefined && isStale(computedAt, now);
  const hours = stale ? Math.floor((now - computedAt) / HOUR_MS) : undefined;
  return { now, state, computedAt, shows: [state, hours], view: viewOf(state, stale, asset, hours) };
}
