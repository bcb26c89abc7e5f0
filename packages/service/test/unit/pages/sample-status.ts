import { instantOf, plus, SECOND_MS, utcDay } from "peak-cycle-model";
import type { QuoteFigures, SourceFigures, StatusFigures } from "../../../src/pages/status.js";
import { sampleSnapshot } from "../http/samples.js";

const AT = instantOf("2026-11-21T07:06:00Z");

const [KRAKEN, COINGECKO, BINANCE] = [
  { source: "kraken", title: "Kraken <K>", gives: "prices" },
  { source: "coingecko", title: "CoinGecko", gives: "prices" },
  { source: "binance", title: "Binance", gives: "prices" },
] as const;

const SOURCES: readonly SourceFigures[] = [
  { ...KRAKEN, health: "ok", ...answered(41), fault: undefined },
  { ...COINGECKO, health: "failing", ...answered(3700), fault: "throttled" },
  { ...BINANCE, health: "idle", answeredAt: undefined, ageSeconds: undefined, fault: undefined },
];

function answered(ageSeconds: number) {
  return { answeredAt: plus(AT, -ageSeconds * SECOND_MS), ageSeconds };
}

function quote(source: string, ageSeconds: number, isSingle: boolean): QuoteFigures {
  return { source, observedAt: plus(AT, -ageSeconds * SECOND_MS), ageSeconds, isSingle };
}

export function sampleStatus(figures: Partial<StatusFigures> = {}): StatusFigures {
  return {
    at: AT,
    score: sampleSnapshot().score,
    isStale: false,
    coverage: 1,
    changes: [0.8, -2.1, 10.3],
    settled: { phase: "ACUM", since: utcDay("2026-11-10"), days: 12 },
    nextScoreAt: instantOf("2026-11-21T08:07:00Z"),
    nextRowAt: instantOf("2026-11-22T06:00:00Z"),
    btcPrice: quote("kraken", 41, false),
    btcDominance: quote("coingecko", 95, false),
    fearGreed: quote("alternative-me", 25_560, true),
    sources: SOURCES,
    ...figures,
  };
}
