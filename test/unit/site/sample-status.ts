import type { RowOrigin, ServedDay } from "../../../src/domain/history.js";
import { addDays, HOUR_MS, type Instant, plus, startOf, utcDay } from "../../../src/domain/instant.js";
import type { StatusMeta, StatusSource, StatusView } from "../../../src/site/status.js";

export const AT = Date.parse("2026-11-21T07:06:00Z") as Instant;

const TODAY = utcDay("2026-11-21");

/** A day without a fault, some days before today. */
export function servedDay(daysAgo: number, changes: Partial<ServedDay> = {}, origin: RowOrigin = "live"): ServedDay {
  const day = addDays(TODAY, -daysAgo);
  const hours = daysAgo === 0 ? 8 : 24;
  const row = { computedAt: plus(startOf(day), (origin === "late" ? 9 : 6) * HOUR_MS), origin };
  return { day, scoredHours: hours, dueHours: hours, freshShare: 1, row, ...changes };
}

/** So many days up to today, the oldest first, all without a fault. */
export function servedDays(count: number): readonly ServedDay[] {
  return Array.from({ length: count }, (_, i) => servedDay(count - 1 - i));
}

const SOURCES: readonly StatusSource[] = [
  { name: "kraken", title: "Kraken <K>", health: "ok", age_seconds: 41, fault: null },
  { name: "coingecko", title: "CoinGecko", health: "failing", age_seconds: 3700, fault: "throttled" },
  { name: "binance", title: "Binance", health: "idle", age_seconds: null, fault: null },
];

export function sampleStatus(meta: Partial<StatusMeta> = {}, served = servedDays(40)): StatusView {
  return {
    at: "2026-11-21T07:06:00.000Z",
    served,
    meta: {
      updated_at: "2026-11-21T07:05:00.250Z",
      stale: false,
      coverage: 1,
      btc: {
        score: 47.3,
        phase_key: "BULL",
        change: { "1d": 0.8, "7d": -2.1, "30d": 10.3 },
      },
      settled: { key: "ACUM", since: "2026-11-10", days: 12 },
      next: { score_at: "2026-11-21T08:07:00.000Z", history_at: "2026-11-22T06:00:00.000Z" },
      market: {
        btc_price_usd: { source: "kraken", age_seconds: 41, single_source: false },
        btc_dominance_pct: { source: "coingecko", age_seconds: 95, single_source: false },
        fear_greed: { source: "alternative-me", age_seconds: 25_560, single_source: true },
      },
      sources: SOURCES,
      ...meta,
    },
  };
}
