import type { Major } from "peak-cycle-model";
import {
  DAY_MS,
  endOf,
  formatDay,
  HOUR_MS,
  type Instant,
  parseDay,
  startOf,
  type UtcDay,
  utcDay,
} from "peak-cycle-model";
import * as z from "zod";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { Metric, Observation } from "../domain/observation.js";
import { checkedFigures, type DayFigures, type StatedDay } from "./daily-figures.js";
import { refuseEmpty, spanOfDays } from "./history-checks.js";
import { readNumber, readPayload } from "./payload.js";
import { type Handlers, type OpenDeps, source } from "./source.js";

const COIN_METRICS = "coin-metrics";

/** Daily closes since 2010-07-18 and Bitcoin's MVRV. Row D is observed at 24:00 UTC of D. */
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

interface SeriesRequest {
  readonly asset: "btc" | Major;
  /** What to ask for by the vendor's names. */
  readonly metrics: readonly VendorMetric[];
  readonly metric: Metric;
  readonly from: UtcDay;
  readonly to: UtcDay;
}

function openCoinMetrics({ fetchJson, url, clock, onDropped }: OpenDeps): Handlers {
  /** Each page has days that are new and later than those before. */
  async function* history(series: SeriesRequest, signal: AbortSignal): AsyncGenerator<readonly Observation[]> {
    const { asset, metrics, metric, from, to } = series;
    const closeMetric: Metric = `${asset}-close`;
    const span = spanOfDays(from, to);
    if (span.first > Math.min(span.last, clock.now())) return;
    const first = url("/timeseries/asset-metrics", firstPage(series));
    const visited = new Set<string>();
    let before: DayFigures | undefined;
    let given = 0;
    for (let at = first; ; ) {
      visited.add(at.href);
      const { body, ...times } = await fetchJson(at, { signal, rows: to - from + 1 });
      const { days: all, next } = readAssetMetrics(body, asset);
      const stated = asset === "btc" ? all.filter((day) => isFilled(day, metrics, times.receivedAt)) : all;
      const page = { source: COIN_METRICS, closeMetric, stated, before, times, onDropped };
      const { days, observations } = checkedFigures({ ...page, metric, span });
      given += observations.length;
      yield observations;
      if (next === undefined) break;
      if (days.length === 0) throw new SourceError(COIN_METRICS, "malformed", "a page without a new day");
      at = nextPage(next, first, visited);
      before = days.at(-1);
    }
    const since = asset === "btc" ? BTC_SINCE : MAJORS_SINCE;
    refuseEmpty(COIN_METRICS, given, { span, stepMs: DAY_MS, since, lagMs: LAG_MS, now: clock.now() });
  }

  /** One metric that is refused, as those of paid tiers are, refuses the whole request: the wanted one is then asked for alone. */
  async function* bitcoin(
    wanted: VendorMetric,
    series: Omit<SeriesRequest, "asset" | "metrics">,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Observation[]> {
    try {
      yield* history({ ...series, asset: "btc", metrics: ["PriceUSD", "CapMVRVCur"] }, signal);
    } catch (error) {
      if (!(error instanceof SourceError && error.fault === "refused")) throw error;
      yield* history({ ...series, asset: "btc", metrics: [wanted] }, signal);
    }
  }

  return {
    mvrv: (days, signal) => bitcoin("CapMVRVCur", { ...days, metric: "mvrv" }, signal),
    daily: ({ coin, ...days }, signal) =>
      coin === "btc"
        ? bitcoin("PriceUSD", { ...days, metric: "btc-close" }, signal)
        : history({ ...days, asset: coin, metrics: ["PriceUSD"], metric: `${coin}-close` }, signal),
  };
}

function firstPage({ asset, metrics, from, to }: SeriesRequest) {
  return {
    assets: asset,
    metrics: metrics.join(","),
    frequency: "1d",
    start_time: formatDay(from),
    end_time: formatDay(to),
    page_size: 10_000,
    paging_from: "start", // by default the newest rows come first and alone
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
  next_page_url: z.string().nullish(),
});

/** A day as `2026-11-18T00:00:00.000000000Z`. */
const DAY_TIME = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/;

/**
 * The days of a page, and where the next one is, unchecked; that may be stated as an empty text.
 *
 * @throws SourceError `malformed` for another shape or another asset
 */
function readAssetMetrics(payload: unknown, asset: string) {
  const { data, next_page_url } = readPayload(COIN_METRICS, Payload, payload);
  const days = data.map((row): StatedDay => {
    const day = parseDay(DAY_TIME.exec(row.time)?.[1] ?? "");
    if (row.asset !== asset) throw new SourceError(COIN_METRICS, "malformed", "a row of another asset");
    return { end: day === undefined ? undefined : endOf(day), price: row.PriceUSD, mvrv: row.CapMVRVCur };
  });
  return { days, next: next_page_url || undefined };
}

/**
 * Follows `next_page_url`, unchanged, as long as it stays where we asked and leads somewhere new.
 *
 * @throws SourceError `malformed` for a link that leads to another origin or to a page that was asked for before
 */
function nextPage(link: string, first: URL, visited: ReadonlySet<string>): URL {
  const next = URL.canParse(link) ? new URL(link) : undefined;
  if (next?.origin !== first.origin || next.username !== "" || next.password !== "") {
    throw new SourceError(COIN_METRICS, "malformed", "the next page lies on another host");
  }
  if (visited.has(next.href)) throw new SourceError(COIN_METRICS, "malformed", "the pages lead in a circle");
  return next;
}
