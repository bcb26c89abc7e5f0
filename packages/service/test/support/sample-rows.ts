/** Rows for the tables. */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addDays, endOf, FIRST_DAY, HOUR_MS, instantOf, MAJORS, plus, startOf, type UtcDay } from "peak-cycle-model";
import type { RevisionBody, RevisionEntry } from "peak-cycle-verify";
import type { ClosedDay } from "../../src/domain/closed-day.js";
import type { HistoryRow } from "../../src/domain/history.js";
import type { HourlyScore } from "../../src/domain/hourly-score.js";
import type { Quote } from "../../src/domain/live-figures.js";
import type { Observation } from "../../src/domain/observation.js";
import { tempFolder } from "./temp-sqlite.js";

/** The day `count` days after the first one. */
export function day(count: number): UtcDay {
  return addDays(FIRST_DAY, count);
}

export function quote(value: number, changes: Partial<Quote> = {}): Quote {
  const [observedAt, fetchedAt] = [instantOf("2026-11-20T10:00:00Z"), instantOf("2026-11-20T10:00:01.234Z")];
  return { value, source: "kraken", observedAt, fetchedAt, ...changes };
}

export function observation(changes: Partial<Observation> = {}): Observation {
  return { metric: "btc-price", ...quote(91_234.5), ...changes };
}

/** A closed day with all inputs; the numbers differ from day to day and have no short decimal form. */
export function closedDay(count: number, changes: Partial<ClosedDay> = {}): ClosedDay {
  return {
    day: day(count),
    closedAt: plus(endOf(day(count)), 6 * HOUR_MS),
    price: 0.1 + count / 3,
    mvrv: 1 + count / 7001,
    fearGreed: count % 101,
    dominance: 40 + (count % 7) / 9,
    majors: Object.fromEntries(MAJORS.map((coin, index) => [coin, (count + 1) / (index + 3)])),
    sources: { "btc-close": "coin-metrics", mvrv: "brk", "eth-close": "kraken" },
    ...changes,
  };
}

export function closedDays(from: number, count: number): readonly ClosedDay[] {
  return Array.from({ length: count }, (_, index) => closedDay(from + index));
}

export function historyRow(count: number, changes: Partial<HistoryRow> = {}): HistoryRow {
  return {
    day: day(count),
    computedAt: plus(startOf(day(count)), 6 * HOUR_MS + 17),
    modelVersion: "1",
    raw: (count % 100) + 1 / 3,
    score: Math.floor(10 * ((count % 100) + 1 / 3)) / 10,
    smoothed: (count % 100) + 1 / 7,
    phase: "HOT",
    signal: "CAUTION",
    settled: "HOT",
    crypto: undefined,
    coverage: 1,
    fearGreed: count % 101,
    btcPriceUsd: 0.1 + count / 3,
    priceSource: "kraken",
    origin: "backfill",
    ...changes,
  };
}

export function historyRows(from: number, count: number): readonly HistoryRow[] {
  return Array.from({ length: count }, (_, index) => historyRow(from + index));
}

export function hourlyScore(changes: Partial<HourlyScore> = {}): HourlyScore {
  return {
    hour: instantOf("2026-11-20T10:00:00Z"),
    computedAt: instantOf("2026-11-20T10:00:03.021Z"),
    modelVersion: "1",
    btc: { raw: 61.234_567_890_123_4, score: 61.2, phase: "HOT", signal: "REDUCE" },
    crypto: { raw: 55.049_999_999_999_99, score: 55, phase: "BULL" },
    flags: { descentGuard: null, topRisk: "TOP_DISTRIBUTION" },
    coverage: 0.9,
    btcPriceUsd: 91_234.56,
    ...changes,
  };
}

/** A correction as the ledger stores it. */
export function revision(changes: Partial<RevisionEntry> = {}): RevisionBody {
  const numbers = { score: 47.1, score_smoothed: 45, phase_key: "BULL", btc_price_usd: 66_900.12 };
  const [date, revised_at] = ["2026-11-20", "2026-11-22T10:00:00.001Z"];
  const reason = 'The close was "wrong" by a factor of é.';
  const entry = { kind: "revision", number: 1, date, revised_at, reason, ...numbers } as const;
  return { public: { ...entry, ...changes }, private: { price: 66_900.125 } };
}

/** The path of a file left by a released version. */
export const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/formats/${name}`, import.meta.url));

/** The text of such a file. */
export function released(name: string): string {
  return readFileSync(fixture(name), "utf8");
}

/** A folder with a released version's database, which has rows in every table. */
export function releasedFolder(): string {
  const folder = tempFolder();
  copyFileSync(fixture("peak-ledger-1.db"), join(folder, "peak.db"));
  return folder;
}
