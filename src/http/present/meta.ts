import { formatInstant, type Instant, SECOND_MS } from "../../domain/instant.js";
import { isStale, PHASES, scoreNumber } from "../../domain/score.js";
import type { Change, Quote, Snapshot } from "../../domain/snapshot.js";
import { type SourceState, sourceHealth } from "../../domain/source-state.js";
import type { HistoryContext } from "../../operations/ports.js";
import type { AttributionRow } from "../../site/attribution.js";
import type { MetaReply } from "../schemas/meta.js";
import { nextRowAt, nextScoreAt } from "./next.js";
import { phaseLabel } from "./phase-label.js";
import { phaseRun } from "./phase-run.js";
import { pointsSince } from "./points-since.js";

/** What the answer is made of. */
export interface Grounds {
  readonly snapshot: Snapshot;
  readonly historyContext: HistoryContext | undefined;
  readonly changes: readonly Change[];
  readonly states: readonly SourceState[];
  /** The sources in use. */
  readonly sources: readonly AttributionRow[];
}

/** What the score stands on, with ages as of `now`. @throws RangeError when a number is not finite */
export function presentMeta(grounds: Grounds, now: Instant): MetaReply {
  const { snapshot, historyContext, changes } = grounds;
  const { score, market } = snapshot;
  const { phase } = score.btc;
  const change = pointsSince(score, historyContext?.rows ?? []);
  return {
    ok: true,
    model_version: score.modelVersion,
    updated_at: formatInstant(score.computedAt),
    stale: isStale(score.computedAt, now),
    coverage: tenthsOf(score.coverage),
    btc: {
      score: scoreNumber(score.btc.score),
      phase: phaseLabel(phase),
      phase_key: phase,
      ...phaseRun({ score, historyContext, changes }),
      change: { "1d": change(1), "7d": change(7), "30d": change(30) },
    },
    phases: phaseBands(),
    next: {
      score_at: nextScoreAt(score, historyContext?.minute, now),
      history_at: nextRowAt(historyContext?.rows ?? [], now),
    },
    market: {
      btc_price_usd: figure(market.btcPrice, now),
      btc_dominance_pct: figure(market.btcDominance, now),
      fear_greed: figure(market.fearGreed, now),
    },
    sources: presentSources(grounds, now),
  };
}

/** Rounded down, so that 1 means all of it and no weight can be read from it. Sums of weights may miss 1 by a bit. */
function tenthsOf(share: number): number {
  return Math.floor(share * 10 + 1e-6) / 10;
}

/** Each phase from its lowest to its highest published score. */
function phaseBands(): MetaReply["phases"] {
  return PHASES.map(({ key, label, from }, i) => {
    const above = PHASES[i + 1]?.from;
    return { key, label, from, to: above === undefined ? 100 : scoreNumber(above - 0.1) };
  });
}

function figure({ source, observedAt }: Quote, now: Instant): MetaReply["market"]["btc_price_usd"] {
  return { source, observed_at: formatInstant(observedAt), age_seconds: secondsSince(observedAt, now) };
}

function presentSources({ sources, states }: Grounds, now: Instant): MetaReply["sources"] {
  return sources.map(({ source, title, gives }) => {
    const state = states.find((each) => each.source === source);
    const answeredAt = state?.answeredAt;
    return {
      name: source,
      title,
      gives,
      health: sourceHealth(state, now),
      answered_at: answeredAt === undefined ? null : formatInstant(answeredAt),
      age_seconds: answeredAt === undefined ? null : secondsSince(answeredAt, now),
      fault: state?.fault ?? null,
    };
  });
}

/** Another machine's clock may be ahead of ours. */
function secondsSince(at: Instant, now: Instant): number {
  return Math.max(0, Math.floor((now - at) / SECOND_MS));
}
