/** Announcements, corrections and a proof for the sample site. */
import {
  addDays,
  FIRST_DAY,
  formatDay,
  instantOf,
  phaseOf,
  type RowFlags,
  type Signal,
  startOf,
  utcDay,
} from "peak-cycle-model";
import { appendTo, Ledger, proofOf, type RevisionEntry } from "peak-cycle-verify";
import type { Announcement } from "../../src/domain/announcement.js";
import type { InputState } from "../../src/domain/input-state.js";
import { METRICS, type Metric } from "../../src/domain/observation.js";
import type { SourceState } from "../../src/domain/source-state.js";
import type { ChainProof, Published } from "../../src/published/published.js";
import { bodiesOf } from "./sample-ledger.js";
import { sampleRows } from "./sample-published.js";
import { SAMPLE_RECORD } from "./sample-record.js";
import { showHistory } from "./show-history.js";
import { testSigner } from "./test-signer.js";

/** Every kind of announcement, newest first; the last two are from before the installation. */
export const ANNOUNCEMENTS: readonly Announcement[] = [
  { what: "signal", from: "HOLD", to: "CAUTION", ...onDay("2026-11-20", 47) },
  { what: "topRisk", isUp: true, ...onDay("2026-11-20", 47) },
  { what: "phase", from: "ACUM", to: "BULL", ...onDay("2026-11-10", 46.2, false, "HOLD") },
  { what: "descentGuard", isUp: false, ...onDay("2026-11-01", 21, true, "ACCUMULATE") },
  { what: "phase", from: "FONDO", to: "ACUM", ...onDay("2026-10-12", 26.4, true, "HOLD") },
];

function onDay(day: string, score: number, isBackfilled = false, signal: Signal = "CAUTION") {
  const at = instantOf(isBackfilled ? `${day}T06:00:00Z` : `${day}T06:00:01.500Z`);
  return { day: utcDay(day), at, score, settled: phaseOf(score).key, signal, isBackfilled };
}

export const REVISIONS: readonly RevisionEntry[] = [
  {
    kind: "revision",
    number: 1,
    date: "2026-11-19",
    revised_at: "2026-11-20T12:00:00.000Z",
    reason: 'The price of one source was wrong: <"80,000"> instead of 79,000.',
    score: 43.1,
    score_smoothed: 42,
    phase_key: "BULL",
    btc_price_usd: 79_000,
  },
];

/** `kraken`, the only source of the sample server, responded two minutes before 07:06. */
export const STATES: readonly SourceState[] = [
  {
    source: "kraken",
    askedAt: instantOf("2026-11-21T07:04:30Z"),
    answeredAt: instantOf("2026-11-21T07:04:00Z"),
    fault: undefined,
  },
];

/** Every input is ok except MVRV, which no second source confirms. */
export const INPUTS: readonly InputState[] = METRICS.map((metric) => {
  const state = sampleInput(metric);
  const since = instantOf("2026-11-21T06:00:01Z");
  const unconfirmed = { agreeing: 1, silent: [{ source: "brk", since }], unconfirmedSince: since };
  const observedAt = instantOf("2026-11-21T00:00:00Z");
  return metric === "mvrv" ? { ...state, source: "coin-metrics", observedAt, ...unconfirmed } : state;
});

/** An input on which two sources agreed at 07:04:30. */
export function sampleInput(metric: Metric, changes: Partial<InputState> = {}): InputState {
  const at = instantOf("2026-11-21T07:04:30Z");
  const inOrder = { unsure: undefined, refused: [], silent: [], unconfirmedSince: undefined, replacedSince: undefined };
  return { metric, notedAt: at, source: "kraken", agreeing: 2, enabled: 2, observedAt: at, ...inOrder, ...changes };
}

let proof: ChainProof | undefined;

/**
 * The proof of a ledger with made-up days, the first 10 without a row, and two keys. It is the same for a whole file.
 */
export function sampleProof(): ChainProof {
  proof ??= makeProof(40);
  return proof;
}

function makeProof(days: number): ChainProof {
  const first = testSigner();
  const ledger = new Ledger();
  const rows = sampleRows(formatDay(addDays(FIRST_DAY, days)), days - 10);
  const none = { mvrv: undefined, fearGreed: undefined, dominance: undefined, majors: {}, sources: {} };
  const closed = Array.from({ length: days }, (_, i) => {
    const day = addDays(FIRST_DAY, i);
    return { day, closedAt: startOf(day), price: 1, ...none };
  });
  const now = instantOf("2026-11-21T06:00:03Z");
  appendTo(ledger, [], first, now);
  appendTo(ledger, bodiesOf(closed, rows), testSigner(first), now);
  const leaves = ledger.leaves.slice(0, -1).map((leaf) => `${leaf}\n`);
  return { proof: proofOf(ledger)!, leaves: leaves.join(""), keys: ledger.keys.map(({ entry }) => entry) };
}

/** The flags of the sample history: top risk since its newest announcement. */
export const SAMPLE_FLAGS: RowFlags = {
  flags: { descentGuard: null, topRisk: "TOP_DISTRIBUTION" },
  since: utcDay("2026-11-20"),
};

/** Publishes a sample of everything except the score and the history. */
export function publishSampleExtras(published: Published): void {
  const settled = { phase: "BULL", since: utcDay("2026-10-22"), day: utcDay("2026-11-21"), daysAway: 0 } as const;
  const told = { announcements: ANNOUNCEMENTS, revisions: REVISIONS, proof: sampleProof() };
  showHistory(published, { rows: sampleRows("2026-11-21", 31), settled, flags: SAMPLE_FLAGS, ...told });
  published.show({ sources: STATES, inputs: INPUTS, minute: 5 });
  published.record.put(SAMPLE_RECORD);
}
