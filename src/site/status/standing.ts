import type { UpstreamFault } from "../../domain/errors.js";
import type { PhaseKey } from "../../domain/score.js";
import type { ServedDay } from "../../domain/served-day.js";
import type { SourceHealth } from "../../domain/source-state.js";

/** What the page about the state of the service shows. */
export interface Standing {
  /** The moment to which ages are counted, ISO 8601; the page says it. */
  readonly at: string;
  readonly meta: StandingMeta;
  /** At most the last 366 days, oldest first, as in `Background`. */
  readonly served: readonly ServedDay[];
}

/** Of the answer `/api/public/nhci/meta`, what the page shows of it. */
export interface StandingMeta {
  /** ISO 8601. */
  readonly updated_at: string;
  readonly stale: boolean;
  /** Share of the score's weight that stands on data, 0..1. */
  readonly coverage: number;
  readonly btc: {
    readonly score: number;
    readonly phase_key: PhaseKey;
    /** `YYYY-MM-DD`; both are `null` when no row says it. */
    readonly phase_since: string | null;
    readonly days_in_phase: number | null;
    /** Points, one decimal; `null` without a row of that day. */
    readonly change: { readonly "1d": number | null; readonly "7d": number | null; readonly "30d": number | null };
  };
  /** ISO 8601. */
  readonly next: { readonly score_at: string | null; readonly history_at: string };
  readonly market: {
    readonly btc_price_usd: StandingFigure;
    readonly btc_dominance_pct: StandingFigure;
    readonly fear_greed: StandingFigure;
  };
  readonly sources: readonly StandingSource[];
}

/** Where a live figure came from, and how old it is. */
export interface StandingFigure {
  readonly source: string;
  readonly age_seconds: number;
}

/** One source in use. */
export interface StandingSource {
  /** As on a stored figure, e.g. `coin-metrics`. */
  readonly name: string;
  /** The name a person knows it by: `title` of its `AttributionRow`. */
  readonly title: string;
  readonly health: SourceHealth;
  /** Since its last usable answer; `null` when there was none. */
  readonly age_seconds: number | null;
  /** Why it gave nothing usable when it was last asked. */
  readonly fault: UpstreamFault | null;
}
