/**
 * Coin Metrics Community: daily closes since 2010-07-18 and Bitcoin's MVRV. Row D is observed at 24:00 UTC of D and
 * appears in pieces between 02:47 and 03:30 UTC.
 */

import { setImmediate as yieldToRequests } from "node:timers/promises";
import { DAY_MS, endOf, formatDay, HOUR_MS, type Instant, parseDay, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { SourceError } from "../domain/errors.js";
import { coinOf, type PastMetric } from "../domain/observation.js";
import type { SourceClient } from "./get-json.js";
import { readNumber, readPayload } from "./payload.js";
import { boundsOf, closesOf, daily, type StatedRow, soundRows } from "./rows.js";
import type { DayRange, HistorySource, SeriesBounds } from "./source.js";

/** A row's price appears a few hours before the rest; after this delay it is final. */
const PRICE_SETTLED_MS = 3.5 * HOUR_MS;

/** Half a day allows for a slow night. */
const BITCOIN: SeriesBounds = {
  firstDay: utcDay("2010-07-18"),
  earliestMs: PRICE_SETTLED_MS,
  lagMs: 12 * HOUR_MS,
};

/** MVRV is sometimes two weeks late. */
const MVRV: SeriesBounds = { ...BITCOIN, lagMs: 16 * DAY_MS };

/** LTC is the oldest of the other coins; ADA, the youngest, has prices since December 2017. */
const OTHERS: SeriesBounds = { ...BITCOIN, firstDay: utcDay("2013-04-01"), completeFrom: utcDay("2018-01-01") };

export const coinMetrics: HistorySource = {
  name: "coin-metrics",
  title: "Coin Metrics Community Data",
  gives: "daily closes since 2010-07-18; MVRV of Bitcoin",
  baseUrl: "https://community-api.coinmetrics.io",
  root: "/v4",
  link: "https://coinmetrics.io",
  license: "CC BY-NC 4.0 (https://creativecommons.org/licenses/by-nc/4.0/): no commercial use; indicate any changes.",
  attribution: "On-chain and price data: Coin Metrics Community Data, CC BY-NC 4.0 (modified)",
  use: {
    requestsADay: "about 13",
    purpose: "close and MVRV of the previous day, the majors' closes",
    maxRequestsADay: 14, // closes are requested again when a day is closed
    alarmAfterMs: 30 * HOUR_MS,
    known:
      "`PriceUSD` from 2010-07-18 in one response; `CapRealUSD` withdrawn (403); one forbidden metric fails the " +
      "whole request",
    unverified: "its headers on 429; the future of the free tier",
  },
  series: {
    "btc-close": BITCOIN,
    mvrv: MVRV,
    ...closesOf(["eth", "ltc", "xrp", "ada", "doge"], OTHERS), // only coins with network data have `PriceUSD`
  },

  faultIn(body) {
    const type = Refusal.safeParse(body).data?.error.type;
    if (type === undefined) return undefined;
    return type === "too_many_requests" ? "throttled" : "refused";
  },

  /** One refused metric, such as a paid one, fails the whole request; then the wanted metric is requested alone. */
  async history(client, metric, days, signal) {
    if (coinOf(metric) !== "btc") return rowsOf(client, metric, ["PriceUSD"], days, signal);
    const column = metric === "mvrv" ? "CapMVRVCur" : "PriceUSD";
    try {
      const both = [column, column === "PriceUSD" ? "CapMVRVCur" : "PriceUSD"] as const;
      return await rowsOf(client, metric, both, days, signal);
    } catch (error) {
      if (!(error instanceof SourceError && error.fault === "refused")) throw error;
      return rowsOf(client, metric, [column], days, signal);
    }
  },
};

/** Rows parsed without a break, in about 5 ms. */
const ROWS_AT_ONCE = 1000;

type VendorMetric = "PriceUSD" | "CapMVRVCur";

/** @param names metrics to request; the first is the wanted one */
async function rowsOf(
  client: SourceClient,
  metric: PastMetric,
  names: readonly [VendorMetric, ...VendorMetric[]],
  days: DayRange,
  signal: AbortSignal,
) {
  const asset = coinOf(metric);
  const series = daily(metric, days, boundsOf(coinMetrics, metric));
  if (series.first > Math.min(series.last, client.clock.now())) return [];
  const query = {
    assets: asset,
    metrics: names.toSorted().reverse().join(","),
    frequency: "1d",
    start_time: formatDay(days.from),
    end_time: formatDay(days.to),
    page_size: 10_000, // the maximum; every day since 2010 fits on one page until 2037
    paging_from: "start",
  };
  const answer = await client.getJson("/timeseries/asset-metrics", query, signal, days.to - days.from + 1);
  const { data, next_page_url } = readPayload(coinMetrics.name, Payload, answer.body);
  if (next_page_url) throw new SourceError(coinMetrics.name, "malformed", "more than one page");
  const rows: StatedRow[] = [];
  for (const [i, item] of data.entries()) {
    if (i % ROWS_AT_ONCE === 0) await yieldToRequests(); // all days at once would block requests for 60 ms
    const row = readPayload(coinMetrics.name, Row, item);
    const day = parseDay(DAY_TIME.exec(row.time)?.[1] ?? "");
    if (row.asset !== asset) throw new SourceError(coinMetrics.name, "malformed", "a row for another asset");
    const end = day === undefined ? undefined : endOf(day);
    const isFinal = asset !== "btc" || isSettled(row, names, end, answer.receivedAt);
    if (isFinal) rows.push({ end, value: row[names[0]] });
  }
  await yieldToRequests();
  return soundRows(client, answer, series, rows);
}

/** Whether a row's figures are final: its price may change until the rest is available or a few hours have passed. */
function isSettled(row: Row, metrics: readonly VendorMetric[], end: Instant | undefined, at: Instant): boolean {
  if (end === undefined || at - end >= PRICE_SETTLED_MS) return true;
  return metrics.length > 1 && metrics.every((name) => readNumber(row[name]) !== "missing");
}

const Refusal = z.object({ error: z.object({ type: z.string() }) });

const figure = z.unknown().optional();
const Row = z.object({ asset: z.string(), time: z.string(), PriceUSD: figure, CapMVRVCur: figure });
type Row = z.output<typeof Row>;

/** The next page's URL may be an empty string if there is none. */
const Payload = z.object({ data: z.array(z.unknown()), next_page_url: z.string().nullish() });

/** A day as `2026-11-18T00:00:00.000000000Z`. */
const DAY_TIME = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/;
