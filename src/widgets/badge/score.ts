/** The current answer of the API, as far as a badge shows it. */
interface Current {
  readonly btc: {
    readonly score: number;
    readonly phase_key: string;
    readonly updated_at: string;
    readonly stale: boolean;
  };
}

/** What a badge shows. */
export interface Score {
  /** 0..100, one decimal. */
  readonly score: string;
  /** 0 for the lowest, 4 for the highest. */
  readonly phase: number;
  /** `2026-11-21 10:00 UTC` */
  readonly time: string;
  readonly isOld: boolean;
}

const PHASES = ["FONDO", "ACUM", "BULL", "HOT", "PEAK"];

/** @throws TypeError or RangeError when it is no such answer */
export function learnScore(body: unknown): Score {
  const { score, phase_key, updated_at, stale } = (body as Current).btc;
  const phase = PHASES.indexOf(phase_key);
  if (phase < 0 || !(score >= 0 && score <= 100)) throw RangeError();
  return {
    score: score.toFixed(1),
    phase,
    time: `${updated_at.slice(0, 16).replace("T", " ")} UTC`,
    isOld: stale,
  };
}
