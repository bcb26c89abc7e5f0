import type { Revision } from "../../domain/history.js";
import { formatDay, formatInstant } from "../../domain/instant.js";
import { scoreNumber, twoDecimals } from "../../domain/score.js";
import type { RevisionsReply } from "../schemas/revisions.js";
import { phaseLabel } from "./phase-label.js";

/** All corrections, in the order of their numbers. */
export function presentRevisions(revisions: readonly Revision[]): RevisionsReply {
  return { ok: true, revisions: revisions.map(presentRevision) };
}

function presentRevision({ number, day, revisedAt, reason, corrected }: Revision): RevisionsReply["revisions"][number] {
  return {
    number,
    date: formatDay(day),
    revised_at: formatInstant(revisedAt),
    reason,
    score: scoreNumber(corrected.score),
    score_smoothed: scoreNumber(corrected.smoothed),
    phase: phaseLabel(corrected.phase),
    phase_key: corrected.phase,
    btc_price_usd: twoDecimals(corrected.btcPriceUsd),
  };
}
