/** What pages and pictures show of what is published. */
import { type Asset, type ChartDay, type CurrentScore, type RenderState, viewOf } from "peak-cycle-drawing";
import {
  addDays,
  dayOf,
  formatDay,
  formatInstant,
  HOUR_MS,
  type Instant,
  isStale,
  scoreNumber,
  type TrackRecord,
  twoDecimals,
} from "peak-cycle-model";
import { type CryptoDay, type HistoryRow, PUBLIC_DAYS } from "../../domain/history.js";
import type { HourlyScore } from "../../domain/snapshot.js";
import { type HistoryContext, historyContext } from "../../published/history-context.js";
import { type History, type Published, scoreAndMarket } from "../../published/published.js";
import { cyclePast } from "./cycle-past.js";

/** One for each site or scene: it keeps what it has put together, so that nothing is drawn twice. */
export class Shown {
  readonly #published: Published;
  #context: { readonly of: readonly unknown[]; readonly value: HistoryContext } | undefined;
  #pictures: { readonly of: readonly unknown[]; readonly value: RenderState; readonly text: string } | undefined;

  constructor(published: Published) {
    this.#published = published;
  }

  /** The same object until something in it changes; `undefined` before there is a history. */
  get context(): HistoryContext | undefined {
    const [history, now] = [this.#published.history.get(), this.#published.now.get()];
    if (history === undefined) return undefined;
    const { score, turned, minute } = now;
    const of = [history, score, turned?.phase, turned?.since, minute];
    if (this.#context === undefined || !isSame(of, this.#context.of)) {
      this.#context = { of, value: historyContext(history, now, score && dayOf(score.computedAt)) };
    }
    return this.#context.value;
  }

  /** What pictures show: the same object for as long as they show the same. */
  get pictures(): RenderState {
    // The live price, which changes every minute, is in no picture.
    const score = scoreAndMarket(this.#published)?.score;
    const [history, record, context] = [this.#published.history.get(), this.#published.record.get(), this.context];
    const of = [score, history, record, context];
    const before = this.#pictures;
    if (before !== undefined && isSame(of, before.of)) return before.value;
    const value = shownOf(score, history, record, context);
    const text = JSON.stringify(value);
    this.#pictures = text === before?.text ? { ...before, of } : { of, value, text };
    return this.#pictures.value;
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((each, i) => each === other[i]);
}

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
export function pictureNow({ pictures: state }: Shown, now: Instant, asset: Asset | undefined) {
  const { computedAt } = state;
  const stale = computedAt !== undefined && isStale(computedAt, now);
  const hours = stale ? Math.floor((now - computedAt) / HOUR_MS) : undefined;
  return { state, computedAt, shows: [state, hours], view: viewOf(state, stale, asset, hours) };
}
