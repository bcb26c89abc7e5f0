import {
  DAY_MS,
  endOf,
  formatDay,
  HOUR_MS,
  type Instant,
  type Major,
  parseDay,
  startOf,
  utcDay,
} from "peak-cycle-model";
import * as z from "zod";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { DayRange } from "../ingest/data-source.js";
import { checkedFigures, type StatedDay } from "./daily-figures.js";
import { refuseEmpty, spanOfDays } from "./history-checks.js";
import { readNumber, readPayload } from "./payload.js";
import { type Handlers, type OpenDeps, source } from "./source.js";

const COIN_METRICS = "coin-metrics";

/** Asks Coin Metrics for daily closes since 2010-07-18 and Bitcoin's MVRV. Row D is observed at 24:00 UTC of D. */
export const coinMetrics = source({
  name: COIN_METRICS,
  title: "Coin Metrics Community Data",
  gives: "daily closes since 2010-07-18; MVRV of Bitcoin",
  baseUrl: "https://community-api.coinmetrics.io",
  link: "https://coinmetrics.io",
  license: "CC BY-NC 4.0 (https://creativecommons.org/licenses/by-nc/4.0/): no commercial use, changes are named.",
  attribution: "On-chain and price data: Coin Metrics Community Data, CC BY-NC 4.0 (modified)",
  spacingFactor: 1,
  faultIn: coinMetricsFault,
  root: "/v4",
  lists: (coin) => ["btc", "eth", "ltc", "xrp", "ada", "doge"].includes(coin), // has their network data, and so `PriceUSD`
  open: openCoinMetrics,
});

/** The first Bitcoin price. */
const BTC_SINCE = startOf(utcDay("2010-07-18"));

/** The youngest other coin, ADA, has prices since December 2017. */
const MAJORS_SINCE = startOf(utcDay("2018-01-01"));

/** A price alone stands some hours before the rest of its row; from now on it no longer moves. */
const PRICE_SETTLED_MS = 3.5 * HOUR_MS;

/** From now on a row that lacks a figure will go on lacking it. */
const ROW_SETTLED_MS = 36 * HOUR_MS;

/** A day appears between 02:47 and 03:30 UTC of the next; half a day allows for a slow night. */
const LAG_MS = 12 * HOUR_MS;

type VendorMetric = "PriceUSD" | "CapMVRVCur";

interface SeriesRequest extends DayRange {
  readonly asset: "btc" | Major;
  /** What to ask for by the vendor's names. */
  readonly metrics: readonly VendorMetric[];
  readonly metric: Metric;
}

function openCoinMetrics({ fetchJson, url, clock, onDropped }: OpenDeps): Handlers {
  async function history(series: SeriesRequest, signal: AbortSignal): Promise<readonly Observation[]> {
    const { asset, metrics, metric, from, to } = series;
    const span = spanOfDays(from, to);
    if (span.first > Math.min(span.last, clock.now())) return [];
    const query = {
      assets: asset,
      metrics: metrics.join(","),
      frequency: "1d",
      start_time: formatDay(from),
      end_time: formatDay(to),
      page_size: 10_000, // the most there is; every day since 2010 fits in one page until 2037
      paging_from: "start",
    };
    const call = url("/timeseries/asset-metrics", query);
    const { body, ...times } = await fetchJson(call, { signal, rows: to - from + 1 });
    const all = readAssetMetrics(body, asset);
    const stated = asset === "btc" ? all.filter((day) => isFilled(day, metrics, times.receivedAt)) : all;
    const closeMetric: Metric = `${asset}-close`;
    const observations = checkedFigures({ source: COIN_METRICS, closeMetric, metric, span, stated, times, onDropped });
    const since = asset === "btc" ? BTC_SINCE : MAJORS_SINCE;
    const now = clock.now();
    refuseEmpty(COIN_METRICS, observations.length, { span, stepMs: DAY_MS, since, lagMs: LAG_MS, now });
    return observations;
  }

  /** One metric that is refused, as those of paid tiers are, refuses the whole request: the wanted one is then asked for alone. */
  async function bitcoin(wanted: VendorMetric, metric: Metric, days: DayRange, signal: AbortSignal) {
    const series = { from: days.from, to: days.to, asset: "btc", metric } as const;
    try {
      return await history({ ...series, metrics: ["PriceUSD", "CapMVRVCur"] }, signal);
    } catch (error) {
      if (!(error instanceof SourceError && error.fault === "refused")) throw error;
      return history({ ...series, metrics: [wanted] }, signal);
    }
  }

  return {
    mvrv: (days, signal) => bitcoin("CapMVRVCur", "mvrv", days, signal),
    daily: ({ coin, ...days }, signal) =>
      coin === "btc"
        ? bitcoin("PriceUSD", "btc-close", days, signal)
        : history({ ...days, asset: coin, metrics: ["PriceUSD"], metric: `${coin}-close` }, signal),
  };
}

/** The newest days may hold a price only, or nothing: a day is complete once all that was asked for is there, or will not come. */
function isFilled({ end, price, mvrv }: StatedDay, metrics: readonly VendorMetric[], at: Instant): boolean {
  if (end === undefined || at - end >= ROW_SETTLED_MS) return true;
  const figures = metrics.map((name) => (name === "PriceUSD" ? price : mvrv));
  const isWhole = figures.every((figure) => readNumber(figure) !== "missing");
  return isWhole && (metrics.length > 1 || at - end >= PRICE_SETTLED_MS);
}

const Refusal = z.object({ error: z.object({ type: z.string() }) });

function coinMetricsFault(payload: unknown): SourceFault | undefined {
  const type = Refusal.safeParse(payload).data?.error.type;
  if (type === undefined) return undefined;
  return type === "too_many_requests" ? "throttled" : "refused";
}

const Payload = z.object({
  data: z.array(
    z.object({
      asset: z.string(),
      time: z.string(),
      PriceUSD: z.unknown().optional(),
      CapMVRVCur: z.unknown().optional(),
    }),
  ),
  next_page_url: z.string().nullish(), // may be an empty text where there is none
});

/** A day as `2026-11-18T00:00:00.000000000Z`. */
const DAY_TIME = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/;

/** @throws SourceError `malformed` for another shape, another asset, or more than one page */
function readAssetMetrics(payload: unknown, asset: string): StatedDay[] {
  const { data, next_page_url } = readPayload(COIN_METRICS, Payload, payload);
  if (next_page_url) throw new SourceError(COIN_METRICS, "malformed", "more than one page");
  return data.map((row) => {
    const day = parseDay(DAY_TIME.exec(row.time)?.[1] ?? "");
    if (row.asset !== asset) throw new SourceError(COIN_METRICS, "malformed", "a row of another asset");
    return { end: day === undefined ? undefined : endOf(day), price: row.PriceUSD, mvrv: row.CapMVRVCur };
  });
}
