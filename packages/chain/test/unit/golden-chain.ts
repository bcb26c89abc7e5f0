import { readFileSync } from "node:fs";
import { type Instant, utcDay } from "peak-cycle-model";
import type { StoredDay, StoredRevision } from "../../src/types.js";

interface GoldenLink {
  readonly position: number;
  readonly sealed: readonly string[];
  readonly entry: string;
  readonly leaf: string;
  readonly hash: string;
}

interface GoldenChain {
  readonly links: readonly [GoldenLink, GoldenLink];
  readonly revision: Readonly<Record<"entry" | "leaf" | "hash", string>>;
  readonly key: Readonly<Record<"x" | "key_id" | "endorsement_text", string>>;
  readonly statement: Readonly<Record<"text" | "signature", string>>;
}

/** Two days, a correction and a statement, as a program in Python has chained them. */
export const GOLDEN = JSON.parse(readFileSync(new URL("../golden/chain.json", import.meta.url), "utf8")) as GoldenChain;

const CLOSED_AT = Date.parse("2026-03-21T06:00:03.120Z") as Instant;

/** What is stored of the two days. */
export const DAYS: readonly [StoredDay, StoredDay] = [
  {
    day: utcDay("2010-07-18"),
    closedAt: CLOSED_AT,
    price: 0.08584,
    mvrv: undefined,
    fearGreed: undefined,
    dominance: undefined,
    majors: {},
    sources: '{"btc-close":"coin-metrics"}',
    row: undefined,
  },
  {
    day: utcDay("2010-07-19"),
    closedAt: CLOSED_AT,
    price: 0.0808,
    mvrv: 1.25,
    fearGreed: 0,
    dominance: 57.123456789,
    majors: { xrp: -2.5, eth: 3012.5 },
    sources: '{"btc-close":"coin-metrics","mvrv":"brk"}',
    row: {
      day: utcDay("2010-07-20"),
      computedAt: (CLOSED_AT + 1) as Instant,
      modelVersion: "1",
      raw: 47.34999999999999,
      score: 47.3,
      smoothed: 45.05,
      phase: "BULL",
      btcPriceUsd: 67_000.125,
      priceSource: "kraken",
      origin: "live",
    },
  },
];

/** The correction. */
export const REVISION: StoredRevision = {
  number: 1,
  day: utcDay("2010-07-20"),
  revisedAt: Date.parse("2026-03-22T00:00:00Z") as Instant,
  reason: 'Kraken\'s close was wrong: "67,000" instead of 66,900 USD.',
  corrected: { score: 47.1, smoothed: 45, phase: "BULL", btcPriceUsd: 66_900 },
};
