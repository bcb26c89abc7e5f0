/** The score, the history and the settings of the sample site. */
import { addDays, HOUR_MS, instantOf, plus, startOf, utcDay } from "peak-cycle-model";
import type { HistoryRow } from "../../src/domain/history.js";
import type { Quote } from "../../src/domain/live-figures.js";
import type { HttpConfig } from "../../src/http/edge.js";
import { Published, type ScoreAndMarket } from "../../src/published/published.js";
import type { SourceCredit } from "../../src/sources/source.js";
import { showHistory } from "./show-history.js";

function quote(value: number): Quote {
  const at = instantOf("2026-11-21T07:04:30Z");
  return { value, source: "kraken", observedAt: at, fetchedAt: at };
}

/** Publishes a score and its live figures. */
export function publishSample(published: Published, { score, market }: ScoreAndMarket = sampleSnapshot()): void {
  published.show({ score, market });
}

/** What a service with a score and 30 rows shows. */
export function samplePublished(): Published {
  const published = new Published();
  publishSample(published);
  showHistory(published, { rows: sampleRows() });
  return published;
}

/** A score and live figures with made-up numbers. */
export function sampleSnapshot(computedAt = "2026-11-21T07:05:00.250Z", btcPrice = 84_391.274): ScoreAndMarket {
  return {
    score: {
      hour: instantOf("2026-11-21T07:00:00Z"),
      computedAt: instantOf(computedAt),
      modelVersion: "1",
      btc: { raw: 47.3127, score: 47.3, phase: "BULL", signal: "CAUTION" },
      crypto: { raw: 61.04, score: 61, phase: "HOT" },
      flags: { descentGuard: null, topRisk: "TOP_DISTRIBUTION" },
      coverage: 1,
      btcPriceUsd: btcPrice,
    },
    market: { btcPrice: quote(btcPrice), btcDominance: quote(57.426_9), fearGreed: quote(71) },
  };
}

/** 30 made-up rows that end on a day. */
export function sampleRows(newest = "2026-11-21", count = 30): HistoryRow[] {
  return Array.from({ length: count }, (_, i) => {
    const day = addDays(utcDay(newest), i - count + 1);
    return {
      day,
      computedAt: plus(startOf(day), 6 * HOUR_MS + 1500),
      modelVersion: "1",
      raw: 40 + i / 7,
      score: Math.round((40 + i / 7) * 10) / 10,
      smoothed: 39.987_6 + i / 8,
      phase: "BULL",
      signal: "HOLD",
      settled: "BULL",
      crypto: undefined,
      coverage: 1,
      fearGreed: 50,
      btcPriceUsd: 80_000.129 + i,
      priceSource: "kraken",
      origin: "live",
    };
  });
}

/** The only credited source. */
export const SAMPLE_SOURCES: readonly SourceCredit[] = [
  {
    name: "kraken",
    title: "Kraken",
    attribution: "Kraken",
    gives: "prices",
    link: "https://www.kraken.com",
    license: "none found",
  },
];

export const SAMPLE_CONFIG: HttpConfig = {
  host: "127.0.0.1",
  port: 0,
  baseUrl: new URL("http://127.0.0.1:8080"),
  indexName: "Peak Cycle Index",
  siteName: "Peak",
  trustedProxies: [],
  isSimulated: false,
  securityContact: undefined,
  hasMcp: false,
  hasCryptoAsset: false,
  apiPro: false,
  followUrl: undefined,
};

/** The same with names that would be markup if they were not escaped. */
export const NAMED_SITE: HttpConfig = {
  ...SAMPLE_CONFIG,
  indexName: `Cycle "<One>"`,
  baseUrl: new URL("https://peak.example/"),
};

/** Made-up scripts in place of the built ones, as texts by file name. */
export const SAMPLE_SCRIPTS: ReadonlyMap<string, string> = new Map(
  ["nhci-chart.js", "nhci-badge.js", "frame.js", "copy.js", "document.js", "home.js"].map((name) => [
    name,
    `(()=>{const p=__PEAK_PUBLISHER__;/* ${name} */})()`,
  ]),
);
