import { type ChartDay, type CurrentScore, type PictureView, type RenderState, viewOf } from "peak-cycle-drawing";
import {
  addDays,
  formatDay,
  formatInstant,
  isStale,
  scoreNumber,
  type TrackRecord,
  twoDecimals,
} from "peak-cycle-model";
import { type CryptoDay, type HistoryRow, PUBLIC_DAYS, publicRow } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";
import { settledNow } from "../history/settled-rows.js";
import type { HistoryContext } from "../publish/history-context.js";
import { derived, scoreAndMarket } from "../publish/published.js";
import { cyclePast } from "./cycle-past.js";
import type { HttpDeps } from "./http-deps.js";
import { shallowMemo } from "./responders.js";

/** What pictures show of what is published: the same object for as long as they show the same. */
export const renderState = derived((published) => {
  let last: { readonly state: RenderState; readonly text: string } | undefined;
  const stateOf = shallowMemo((parts: RenderParts): RenderState => {
    const state = {
      score: shownScore(parts),
      days: shownDays(parts.rows),
      cycle: cyclePast(parts),
      crypto: shownCrypto(parts),
    };
    const text = JSON.stringify(state);
    if (text !== last?.text) last = { state, text }; // no picture is drawn twice
    return last.state;
  });
  return () =>
    stateOf({
      score: scoreAndMarket(published)?.score, // the live price, which changes every minute, is in no picture
      context: published.context.get(),
      record: published.record.get(),
      rows: published.history.get(),
      crypto: published.crypto.get(),
    });
});

interface RenderParts {
  readonly score: HourlyScore | undefined;
  readonly context: HistoryContext | undefined;
  readonly record: TrackRecord | undefined;
  readonly rows: readonly HistoryRow[] | undefined;
  readonly crypto: readonly CryptoDay[] | undefined;
}

function shownScore({ score, context }: RenderParts): RenderState["score"] {
  if (score === undefined) return undefined;
  const settled = settledNow(score, context?.settled ?? []);
  const now: CurrentScore = {
    score: scoreNumber(score.btc.score),
    phase: score.btc.phase,
    signal: score.btc.signal,
    descentGuard: score.context.descentGuard !== null,
    topRisk: score.context.topRisk !== null,
    updatedAt: formatInstant(score.computedAt),
    isStale: false,
    priceUsd: twoDecimals(score.btcPriceUsd),
    settled: settled && { phase: settled.phase, since: settled.since },
  };
  return { computedAt: score.computedAt, now };
}

/** The days as the public history has them; none unless there are 30. */
function shownDays(rows: RenderParts["rows"] = []): readonly ChartDay[] {
  return rows.length === PUBLIC_DAYS ? rows.map(dayOf) : [];
}

function dayOf(row: HistoryRow): ChartDay {
  const { date, score, phase_key: phase, btc_price_usd: priceUsd } = publicRow(row);
  return { date, score, phase, priceUsd };
}

function shownCrypto({ score, crypto: days = [] }: RenderParts): RenderState["crypto"] {
  if (score === undefined) return undefined;
  const isWhole = days.length === PUBLIC_DAYS && days.every(({ day }, i) => day === addDays(days[0]?.day ?? day, i));
  const shown = isWhole ? days : [];
  return {
    now: { ...roundedCrypto(score.crypto), updatedAt: formatInstant(score.computedAt), isStale: false },
    days: shown.map((each) => ({ date: formatDay(each.day), ...roundedCrypto(each) })),
  };
}

function roundedCrypto({ score, phase }: Pick<CryptoDay, "score" | "phase">) {
  return { score: scoreNumber(score), phase };
}

/** More than there are variants; parts of the past are without number. */
const MOST_DRAWINGS = 240;

/**
 * Draws what pictures show on the first request for it, fresh or stale, and keeps it until another state is shown: about a
 * millisecond for each drawing and change.
 */
export function drawOnce<Drawing>({ clock, published, mostDrawings = MOST_DRAWINGS }: DrawDeps) {
  const drawings = new Map<string, Drawing>();
  let of: RenderState | undefined;
  /** @param name another one for each drawing of the same state @param draw called on the first request for that name */
  return (name: string, draw: (view: PictureView) => Drawing) => {
    const [now, state] = [clock.now(), renderState(published)];
    if (of !== state) drawings.clear();
    of = state;
    const computedAt = state.score?.computedAt;
    const stale = computedAt !== undefined && isStale(computedAt, now);
    const key = `${name} ${stale}`;
    const drawing = drawings.get(key) ?? draw(viewOf(state, stale));
    if (drawings.size >= mostDrawings) drawings.clear();
    drawings.set(key, drawing);
    return { now, state, computedAt, drawing };
  };
}

type DrawDeps = Pick<HttpDeps, "clock" | "published" | "mostDrawings">;
