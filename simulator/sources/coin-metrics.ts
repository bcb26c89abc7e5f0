import { readInstant } from "../clock.js";
import { DAY_MS, dateText, dayOf } from "../market/calendar.js";
import type { Market } from "../market/market.js";
import { type Answer, rowsUnder, type SimulatedUpstream, type UpstreamRequest } from "../upstream.js";
import {
  ASSETS,
  type CommunityMetric,
  communityMetrics,
  type MetricsAsset,
  PRO_METRICS,
  publication,
} from "./coin-metrics-metrics.js";
import { pageOf } from "./coin-metrics-pages.js";
import { bad, type MetricsRow, type Refusal, refused } from "./coin-metrics-refusals.js";

const ROUTE = "/v4/timeseries/asset-metrics";

/** Coin Metrics Community API v4, `timeseries/asset-metrics`, daily. */
export function coinMetrics(market: Market): SimulatedUpstream {
  const metrics = communityMetrics(market);
  return {
    name: "coin-metrics",
    pagePosition: ["next_page_token"],
    answer: (request) => answer(metrics, request),
    shape: ({ path, query }) =>
      path === ROUTE
        ? {
            ...rowsUnder(["data"]),
            newest: "last",
            time: { path: ["time"], unitMs: 1 },
            values: list(query, "metrics").map((name) => [name]),
            stepMs: DAY_MS,
          }
        : undefined,
  };
}

function list(query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? "").split(",").filter((item) => item !== "");
}

function answer(metrics: ReadonlyMap<string, CommunityMetric>, request: UpstreamRequest): Answer {
  if (request.path !== ROUTE || request.method !== "GET") {
    return refused({ status: 404, type: "not_found", message: "Requested resource was not found." });
  }
  if (request.url.href.length > 10_000) return refused({ status: 414, type: "uri_too_long", message: "URI too long." });
  const chosen = choose(metrics, request.query);
  if ("type" in chosen) return refused(chosen);
  const span = readSpan(request.query);
  if ("type" in span) return refused(span);
  const limit = Number(request.query.get("limit_per_asset") ?? Number.POSITIVE_INFINITY);
  const perAsset = chosen.assets.map((asset) => assetRows(chosen, { asset, span, nowMs: request.nowMs }));
  const fromEnd = (request.query.get("paging_from") ?? "end") === "end";
  const rows = perAsset.flatMap((each) => (fromEnd ? each.slice(-limit) : each.slice(0, limit)));
  if (request.query.get("sort") === "time") rows.sort((a, b) => a.day - b.day || (a.asset < b.asset ? -1 : 1));
  return pageOf(rows, request);
}

interface Chosen {
  readonly assets: readonly MetricsAsset[];
  readonly metrics: readonly (readonly [string, CommunityMetric])[];
  readonly nullText: string | null;
}

function choose(known: ReadonlyMap<string, CommunityMetric>, query: URLSearchParams): Chosen | Refusal {
  const frequency = query.get("frequency") ?? "1d";
  if (frequency !== "1d") return bad("frequency", frequency);
  if ((query.get("format") ?? "json") !== "json") return bad("format", query.get("format") ?? "");
  const names = list(query, "assets");
  const assets = ASSETS.filter((asset) => names.includes(asset.name));
  const unknown = names.find((name) => !ASSETS.some((asset) => asset.name === name));
  if (names.length === 0 || unknown !== undefined) return bad("assets", unknown ?? "");
  const metrics = chooseMetrics(known, { query, assets });
  if ("type" in metrics) return metrics;
  return { assets, metrics, nullText: query.get("null_as_zero") === "true" ? "0" : null };
}

type MetricsAsk = { readonly query: URLSearchParams; readonly assets: readonly MetricsAsset[] };

function chooseMetrics(
  known: ReadonlyMap<string, CommunityMetric>,
  { query, assets }: MetricsAsk,
): Chosen["metrics"] | Refusal {
  const names = list(query, "metrics");
  if (names.length === 0) return bad("metrics", "");
  const forbidden = names.find((name) => PRO_METRICS.has(name));
  if (forbidden !== undefined && query.get("ignore_forbidden_errors") !== "true") {
    const message = `Requested metric '${forbidden}' with frequency '1d' for asset '${assets[0]?.name}' is not available with supplied credentials.`;
    return { status: 403, type: "forbidden", message };
  }
  const free = names.filter((name) => !PRO_METRICS.has(name));
  const isServed = (name: string) => assets.some((asset) => known.get(name)?.supports(asset));
  const unsupported = free.find((name) => !isServed(name));
  if (unsupported !== undefined && query.get("ignore_unsupported_errors") !== "true")
    return bad("metrics", unsupported);
  return free.flatMap((name) => {
    const metric = known.get(name);
    return metric === undefined || !isServed(name) ? [] : [[name, metric] as const];
  });
}

interface Span {
  readonly fromDay: number;
  readonly toDay: number;
}

/** `start_time` and `end_time`, both inclusive unless told otherwise: the days whose 00:00 UTC lies between them. */
function readSpan(query: URLSearchParams): Span | Refusal {
  const read = (name: string, otherwise: number): number | Refusal => {
    const text = query.get(name);
    return text === null ? otherwise : (readInstant(text) ?? bad(name, text));
  };
  const start = read("start_time", 0);
  const end = read("end_time", Number.MAX_SAFE_INTEGER);
  if (typeof start !== "number") return start;
  if (typeof end !== "number") return end;
  const fromDay = Math.ceil(start / DAY_MS);
  const toDay = Math.floor(end / DAY_MS);
  return {
    fromDay: query.get("start_inclusive") === "false" && start % DAY_MS === 0 ? fromDay + 1 : fromDay,
    toDay: query.get("end_inclusive") === "false" && end % DAY_MS === 0 ? toDay - 1 : toDay,
  };
}

interface RowsAsk {
  readonly asset: MetricsAsset;
  readonly span: Span;
  readonly nowMs: number;
}

function assetRows(chosen: Chosen, { asset, span, nowMs }: RowsAsk): MetricsRow[] {
  const served = chosen.metrics.filter(([, metric]) => metric.supports(asset));
  const first = Math.min(...served.map(([, metric]) => metric.from(asset)));
  const rows: MetricsRow[] = [];
  for (let day = Math.max(first, span.fromDay); day <= Math.min(span.toDay, dayOf(nowMs) - 1); day += 1) {
    const { priceMs, fullMs } = publication(day);
    const values = served.map(([name, metric]): [string, string | null] => {
      const dueMs = name === "PriceUSD" || name === "ReferenceRateUSD" ? priceMs : fullMs;
      return [name, nowMs < dueMs || day < metric.from(asset) ? null : metric.value(asset, day, nowMs)];
    });
    // A row without any of the asked values is not there at all.
    if (values.every(([, value]) => value === null)) continue;
    const told = values.map(([name, value]) => [name, value ?? chosen.nullText]);
    const time = `${dateText(day)}T00:00:00.000000000Z`;
    rows.push({ asset: asset.name, day, json: { asset: asset.name, time, ...Object.fromEntries(told) } });
  }
  return rows;
}
