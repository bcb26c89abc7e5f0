import {
  type ChartDay,
  type CurrentScore,
  type PictureView,
  type RenderState,
  type Variant,
  viewOf,
} from "peak-cycle-drawing";
import {
  addDays,
  formatDay,
  formatInstant,
  HOUR_MS,
  isStale,
  type SettledPhase,
  scoreNumber,
  twoDecimals,
} from "peak-cycle-model";
import { type CryptoDay, type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";
import { historyContext } from "../published/history-context.js";
import { derived, type Published, scoreAndMarket } from "../published/published.js";
import { settledNow } from "../published/settled-rows.js";
import { cyclePast } from "./cycle-past.js";
import type { HttpDeps } from "./http-deps.js";
import { shallowMemo } from "./responders.js";

/** What pictures show of what is published: the same object for as long as they show the same, so that none is drawn twice. */
export const renderState = derived((published) => {
  let last: { readonly state: RenderState; readonly text: string } | undefined;
  const stateOf = shallowMemo((parts: Parts) => {
    const state = shownOf(parts);
    const text = JSON.stringify(state);
    if (text !== last?.text) last = { state, text };
    return last.state;
  });
  return () => stateOf(partsOf(published));
});

type Parts = ReturnType<typeof partsOf>;

/** The live price, which changes every minute, is in no picture. */
function partsOf(published: Published) {
  const history = published.history.get();
  return {
    score: scoreAndMarket(published)?.score,
    history: history?.rows,
    crypto: history?.crypto,
    record: published.record.get(),
    context: historyContext(published),
  };
}

function shownOf({ score, history, crypto, record, context }: Parts): RenderState {
  return {
    computedAt: score?.computedAt,
    btc: { now: score && bitcoinNow(score, context?.settled), days: shownDays(history?.slice(-PUBLIC_DAYS)) },
    crypto: { asset: "crypto", now: score && { ...rounded(score.crypto), ...freshAt(score) }, days: shownDays(crypto) },
    cycle: cyclePast({ record, context, score }),
  };
}

function bitcoinNow(score: HourlyScore, newest: readonly SettledPhase[] = []): CurrentScore {
  const settled = settledNow(score, newest);
  return {
    ...rounded(score.btc),
    signal: score.btc.signal,
    descentGuard: score.context.descentGuard !== null,
    topRisk: score.context.topRisk !== null,
    ...freshAt(score),
    priceUsd: twoDecimals(score.btcPriceUsd),
    settled: settled && { phase: settled.phase, since: settled.since },
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

/** More than there are variants. */
const MOST_DRAWINGS = 240;

/**
 * Draws what pictures show on the first request for it, fresh or so many hours old, and keeps it until another state is shown: about a
 * millisecond for each drawing and change.
 */
export function drawOnce<Drawing>({ clock, published, mostDrawings = MOST_DRAWINGS }: DrawDeps) {
  const drawings = new Map<string, Drawing>();
  let of: RenderState | undefined;
  /** @param name another one for each drawing of the same state @param draw called on the first request for that name */
  return (name: string, asset: Variant["asset"], draw: (view: PictureView) => Drawing) => {
    const [now, state] = [clock.now(), renderState(published)];
    if (of !== state) drawings.clear();
    of = state;
    const { computedAt } = state;
    const stale = computedAt !== undefined && isStale(computedAt, now);
    const hours = stale ? Math.floor((now - computedAt) / HOUR_MS) : undefined;
    const key = `${name} ${hours}`;
    const drawing = drawings.get(key) ?? draw(viewOf(state, stale, asset, hours));
    if (drawings.size >= mostDrawings) drawings.clear();
    drawings.set(key, drawing);
    return { now, state, computedAt, drawing };
  };
}

type DrawDeps = Pick<HttpDeps, "clock" | "published" | "mostDrawings">;
