import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UpstreamError } from "../../../src/domain/errors.js";
import { HOUR_MS, type Instant, utcDay } from "../../../src/domain/instant.js";
import { isPlausible } from "../../../src/domain/observation.js";
import type { DataRequest, Upstream } from "../../../src/operations/ports.js";
import { alternativeMe } from "../../../src/sources/alternative-me.js";
import { binance } from "../../../src/sources/binance/binance.js";
import { bitstamp } from "../../../src/sources/bitstamp/bitstamp.js";
import { brk } from "../../../src/sources/brk/brk.js";
import { coinMetrics } from "../../../src/sources/coin-metrics/coin-metrics.js";
import { coingecko } from "../../../src/sources/coingecko/coingecko.js";
import { coinpaprika } from "../../../src/sources/coinpaprika.js";
import { kraken } from "../../../src/sources/kraken/kraken.js";
import type { SourceDeps } from "../../../src/sources/source-deps.js";
import { canned, fixture, observed, RECEIVED } from "../../support/canned-source.js";

const NOW = Date.parse(RECEIVED);
const PRICES: DataRequest = { kind: "prices", coins: ["btc", "eth"] };
const DAILY: DataRequest = { kind: "daily", coin: "btc", from: utcDay("2026-11-17"), to: utcDay("2026-11-21") };
const MVRV: DataRequest = { kind: "mvrv", from: utcDay("2026-11-17"), to: utcDay("2026-11-21") };
const HOURLY: DataRequest = { kind: "hourly", stepHours: 1, from: (NOW - 8 * HOUR_MS) as Instant, to: NOW as Instant };
const DOMINANCE: DataRequest = { kind: "dominance" };
const FEAR_GREED: DataRequest = { kind: "fear-greed", from: utcDay("2026-11-15") };

const CASES: [name: string, build: (deps: SourceDeps) => Upstream, request: DataRequest][] = [
  ["kraken-ticker", kraken, PRICES],
  ["kraken-ohlc", kraken, DAILY],
  ["kraken-ohlc-hourly", kraken, HOURLY],
  ["bitstamp-ticker", bitstamp, PRICES],
  ["bitstamp-ohlc", bitstamp, DAILY],
  ["binance-prices", (deps) => binance({ ...deps, tetherRate: () => 1 }), PRICES],
  ["binance-klines", (deps) => binance({ ...deps, tetherRate: () => 1 }), DAILY],
  ["coingecko-global", coingecko, DOMINANCE],
  ["coingecko-simple-price", coingecko, PRICES],
  ["coingecko-markets", coingecko, PRICES],
  ["coinpaprika-global", coinpaprika, DOMINANCE],
  ["alternative-me", alternativeMe, FEAR_GREED],
  ["coin-metrics-btc", coinMetrics, DAILY],
  ["coin-metrics-btc", coinMetrics, MVRV],
  ["brk-bulk", brk, DAILY],
  ["brk-bulk", brk, MVRV],
];

/** Either nothing but an UpstreamError, or observations that keep every promise of the port. */
async function keepsPromises(upstream: Upstream, request: DataRequest): Promise<void> {
  const all = await observed(upstream, request).catch((error: unknown) => {
    if (error instanceof UpstreamError) return [];
    throw error;
  });
  const isLive = request.kind === "prices" || request.kind === "dominance";
  for (const [i, each] of all.entries()) {
    expect(each.source).toBe(upstream.name);
    expect(isPlausible(each.metric, each.value)).toBe(true);
    expect(Number.isSafeInteger(each.observedAt)).toBe(true);
    expect(each.observedAt).toBeLessThanOrEqual(NOW + (isLive ? 300_000 : 0));
    if (isLive) expect(each.observedAt).toBeGreaterThan(NOW - 2 * HOUR_MS - 1);
    else if (i > 0) expect(each.observedAt).toBeGreaterThan(all[i - 1]?.observedAt ?? 0);
  }
}

type Json = unknown;

/** Replaces one place of a document, chosen by the steps, with something else. */
function spoil(document: Json, steps: readonly number[], replacement: Json): Json {
  const [step, ...rest] = steps;
  if (step === undefined || typeof document !== "object" || document === null) return replacement;
  const keys = Object.keys(document);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return replacement;
  const copy: Record<string, Json> = Array.isArray(document) ? ([...document] as never) : { ...document };
  copy[key] = spoil((document as Record<string, Json>)[key], rest, replacement);
  return copy;
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<Json>("", null, 0, -1, "0", "1e400", 1e308, "NaN", [], {}, true, "99999999999999", 4.5, "__proto__"),
);

describe.each(CASES)("%s (%#)", (name, build, request) => {
  test("as any JSON gives an UpstreamError or valid observations", async () => {
    await fc.assert(
      fc.asyncProperty(odd, (payload) => keepsPromises(build(canned(payload)), request)),
      { numRuns: 100 },
    );
  });

  test("spoilt in one place gives an UpstreamError or valid observations", async () => {
    const good = fixture(name);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(12), { maxLength: 6 }), odd, (steps, replacement) =>
        keepsPromises(build(canned(spoil(good, steps, replacement))), request),
      ),
      { numRuns: 200 },
    );
  });
});
