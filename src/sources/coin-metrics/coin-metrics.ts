import { UpstreamError } from "../../domain/errors.js";
import { DAY_MS, formatDay, HOUR_MS, type Instant, startOf, type UtcDay, utcDay } from "../../domain/instant.js";
import type { Major, Metric, Observation } from "../../domain/observation.js";
import type { Upstream } from "../../operations/ports.js";
import { refuseEmpty, spanOfDays } from "../closed-periods.js";
import { checkedFigures, type DayFigures, figuresOf } from "../day-figures.js";
import { endpoint } from "../endpoint.js";
import type { SourceDeps } from "../source-deps.js";
import { pageTrail } from "./next-page.js";
import { COIN_METRICS, readAssetMetrics } from "./read-asset-metrics.js";

/** Coins whose network data Coin Metrics has, and so `PriceUSD`. */
const COVERED: readonly Covered[] = ["btc", "eth", "ltc", "xrp", "ada", "doge"];

/** The first Bitcoin price. */
const BTC_SINCE = startOf(utcDay("2010-07-18"));

/** The youngest other coin, ADA, has prices since December 2017. */
const MAJORS_SINCE = startOf(utcDay("2018-01-01"));

/** A day appears between 02:47 and 03:30 UTC of the next; half a day allows for a slow night. */
const LAG_MS = 12 * HOUR_MS;

type Covered = "btc" | Major;

interface Page {
  readonly days: readonly DayFigures[];
  readonly receivedAt: Instant;
}

interface Question {
  readonly asset: Covered;
  readonly metric: Metric;
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/** Daily closes since 2010-07-18 and Bitcoin's MVRV. Row D is observed at 24:00 UTC of D. */
export function coinMetrics({ fetchJson, base, clock }: SourceDeps): Upstream {
  /** Pages of days that are new and later than those before. */
  async function* pages({ asset, from, to }: Question, signal: AbortSignal): AsyncGenerator<Page> {
    const closeMetric: Metric = `${asset}-close`;
    let url = firstPage(base, { asset, from, to });
    const trail = pageTrail(url);
    let before: DayFigures | undefined;
    for (;;) {
      const { body, receivedAt } = await fetchJson(url, { signal, patience: "history" });
      const { figures: stated, next } = readAssetMetrics(body, asset);
      const figures = asset === "btc" ? stated.filter(isFilled) : stated;
      const days = checkedFigures({ source: COIN_METRICS, closeMetric, figures, before, receivedAt });
      yield { days, receivedAt };
      if (next === undefined) return;
      if (days.length === 0) throw new UpstreamError(COIN_METRICS, "malformed", "a page without a new day");
      url = trail.follow(next);
      before = days.at(-1);
    }
  }

  async function* history(question: Question, signal: AbortSignal): AsyncGenerator<readonly Observation[]> {
    const { asset, metric } = question;
    const span = spanOfDays(question.from, question.to);
    if (span.first > Math.min(span.last, clock.now())) return;
    let given = 0;
    for await (const { days, receivedAt } of pages(question, signal)) {
      const observations = figuresOf(days, { source: COIN_METRICS, metric, span, receivedAt });
      given += observations.length;
      if (observations.length > 0) yield observations;
    }
    const since = asset === "btc" ? BTC_SINCE : MAJORS_SINCE;
    refuseEmpty(COIN_METRICS, given, { span, stepMs: DAY_MS, since, lagMs: LAG_MS, now: clock.now() });
  }

  return {
    name: COIN_METRICS,
    answers: (request) => request.kind === "mvrv" || (request.kind === "daily" && COVERED.includes(request.coin)),
    async *observe(request, signal) {
      if (request.kind === "mvrv") yield* history({ ...request, asset: "btc", metric: "mvrv" }, signal);
      if (request.kind === "daily")
        yield* history({ ...request, asset: request.coin, metric: `${request.coin}-close` }, signal);
    },
  };
}

function firstPage(base: URL, { asset, from, to }: Omit<Question, "metric">): URL {
  const query = {
    assets: asset,
    metrics: asset === "btc" ? "PriceUSD,CapMVRVCur" : "PriceUSD",
    frequency: "1d",
    start_time: formatDay(from),
    end_time: formatDay(to),
    page_size: 10_000,
    paging_from: "start", // by default the newest rows come first and alone
  };
  return endpoint({ base, root: "/v4", path: "/timeseries/asset-metrics", query });
}

/** The newest day may hold a price only, or nothing; it is complete once both figures are there. */
function isFilled({ price, mvrv }: DayFigures): boolean {
  return price !== undefined && mvrv !== undefined;
}
