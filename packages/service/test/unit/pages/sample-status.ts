import { instantOf } from "peak-cycle-model";
import type { MetaReply } from "../../../src/http/routes/meta.js";
import type { StatusView } from "../../../src/pages/status.js";

const [KRAKEN, COINGECKO, BINANCE] = [
  { name: "kraken", title: "Kraken <K>", gives: "prices" },
  { name: "coingecko", title: "CoinGecko", gives: "prices" },
  { name: "binance", title: "Binance", gives: "prices" },
] as const;

const ANSWERED = "2026-11-21T07:05:19.000Z";

const SOURCES: MetaReply["sources"] = [
  { ...KRAKEN, health: "ok", answered_at: ANSWERED, age_seconds: 41, fault: null },
  { ...COINGECKO, health: "failing", answered_at: ANSWERED, age_seconds: 3700, fault: "throttled" },
  { ...BINANCE, health: "idle", answered_at: null, age_seconds: null, fault: null },
];

function quote(source: string, age_seconds: number, single_source: boolean) {
  return { source, observed_at: ANSWERED, age_seconds, single_source };
}

/** What `/status` draws, with some fields of the answer of `meta` replaced. */
export function sampleStatus(fields: Partial<MetaReply> = {}): StatusView {
  return { at: instantOf("2026-11-21T07:06:00Z"), meta: { ...META, ...fields } };
}

const META: MetaReply = {
  ok: true,
  model_version: "1",
  updated_at: "2026-11-21T07:05:00.250Z",
  stale: false,
  coverage: 1,
  btc: {
    score: 47.3,
    phase: "Bull Active",
    phase_key: "BULL",
    phase_since: "2026-11-10",
    days_in_phase: 12,
    change: { "1d": 0.8, "7d": -2.1, "30d": 10.3 },
  },
  settled: { phase: "Accumulation", key: "ACUM", since: "2026-11-10", days: 12 },
  phases: [],
  next: { score_at: "2026-11-21T08:07:00.000Z", history_at: "2026-11-22T06:00:00.000Z" },
  market: {
    btc_price_usd: quote("kraken", 41, false),
    btc_dominance_pct: quote("coingecko", 95, false),
    fear_greed: quote("alternative-me", 25_560, true),
  },
  sources: SOURCES,
  attribution: { text: "Peak Cycle Index by Peak · peak.example", url: "https://peak.example/" },
};
