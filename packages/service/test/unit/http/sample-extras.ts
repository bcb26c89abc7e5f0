import { createHash } from "node:crypto";
import { addDays, formatDay, instantOf, phaseOf, startOf, utcDay } from "peak-cycle-model";
import { type ChainProof, type Link, nextLink, proofOf } from "peak-cycle-verify";
import type { Announcement } from "../../../src/domain/announcement.js";
import type { Revision } from "../../../src/domain/history.js";
import type { SourceState } from "../../../src/domain/source-state.js";
import { settledOver } from "../../../src/history/settled-rows.js";
import type { HistoryContext } from "../../../src/publish/history-context.js";
import type { Published } from "../../../src/publish/published.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { showHistory } from "../../support/show-history.js";
import { sampleRows } from "./samples.js";

/** 31 rows up to today, in the phase since the 10th; a schedule at minute 5. */
export const HISTORY_CONTEXT: HistoryContext = {
  rows: sampleRows("2026-11-21", 31),
  yearAgo: [],
  phaseSince: utcDay("2026-11-10"),
  turned: undefined,
  settled: settledOver(sampleRows("2026-11-21", 31)),
  minute: 5,
};

/** Every kind of announcement, newest first; the last two are of the time before the installation. */
export const ANNOUNCEMENTS: readonly Announcement[] = [
  { what: "topRisk", isUp: true, ...onDay("2026-11-20", 47) },
  { what: "phase", from: "ACUM", to: "BULL", ...onDay("2026-11-10", 46.2) },
  { what: "descentGuard", isUp: false, ...onDay("2026-11-01", 21, true) },
  { what: "phase", from: "FONDO", to: "ACUM", ...onDay("2026-10-12", 26.4, true) },
];

function onDay(day: string, score: number, isBackfilled = false) {
  const at = instantOf(isBackfilled ? `${day}T06:00:00Z` : `${day}T06:00:01.500Z`);
  return { day: utcDay(day), at, score, settled: phaseOf(score).key, isBackfilled };
}

export const REVISIONS: readonly Revision[] = [
  {
    number: 1,
    day: utcDay("2026-11-19"),
    revisedAt: instantOf("2026-11-20T12:00:00Z"),
    reason: 'The price of one source was wrong: <"80,000"> instead of 79,000.',
    corrected: { score: 43.1, smoothed: 42, phase: "BULL", btcPriceUsd: 79_000 },
  },
];

/** `kraken`, the one source of the sample server, has answered two minutes before 07:06. */
export const STATES: readonly SourceState[] = [
  {
    source: "kraken",
    askedAt: instantOf("2026-11-21T07:04:30Z"),
    answeredAt: instantOf("2026-11-21T07:04:00Z"),
    fault: undefined,
  },
];

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("base64url");
const [X, KEY_ID, SIGNATURE] = [hash("sha256", "x"), hash("sha256", "key"), hash("sha512", "signature")];

/** A chain of made-up days, of which the first 10 have no row. Its signatures are none. */
export function sampleProof(days = 40): ChainProof {
  const first = addDays(utcDay("2026-11-20"), 1 - days);
  const links: Link[] = [];
  for (let position = 0; position < days; position++) {
    const day = addDays(first, position);
    const [row] = position < 10 ? [] : sampleRows(formatDay(addDays(day, 1)), 1);
    const none = { mvrv: undefined, fearGreed: undefined, dominance: undefined };
    links.push(
      nextLink(links.at(-1), { day, closedAt: startOf(day), price: 1, majors: {}, sources: "{}", row, ...none }),
    );
  }
  const signedAt = instantOf("2026-11-21T06:00:03Z");
  const statement = { position: days - 1, text: "a statement", keyId: KEY_ID, signature: SIGNATURE, signedAt };
  const endorsement = { keyId: KEY_ID, signature: SIGNATURE };
  return {
    proof: proofOf(links, statement)!,
    leaves: links.map(({ leaf }) => `${leaf}\n`).join(""),
    keys: [
      { keyId: KEY_ID, x: X, addedAt: instantOf("2026-11-01T00:00:00Z"), endorsement: undefined },
      { keyId: X, x: KEY_ID, addedAt: instantOf("2026-11-02T00:00:00Z"), endorsement },
    ],
  };
}

/** Publishes something of everything beside the score and the history. */
export function publishSampleExtras(published: Published): void {
  const { rows, settled, turned, minute } = HISTORY_CONTEXT;
  showHistory(published, { rows, settled, announcements: ANNOUNCEMENTS, proof: sampleProof(), revisions: REVISIONS });
  published.show({ sources: STATES, turned, minute });
  published.record.put(SAMPLE_RECORD);
}
