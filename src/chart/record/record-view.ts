/** What the drawing of the record shows: plain data, days as `2026-11-21`. */
export interface RecordView {
  /** One a week, oldest first. */
  readonly points: readonly RecordPoint[];
  /** Cycle highs and lows, oldest first. */
  readonly turns: readonly RecordTurn[];
  /** Oldest first. */
  readonly periods: readonly RecordPeriod[];
}

export interface RecordPoint {
  readonly day: string;
  readonly priceUsd: number;
  /** 0..100; missing before the first score. */
  readonly score: number | undefined;
  readonly smoothed: number | undefined;
}

export interface RecordTurn {
  readonly kind: "high" | "low";
  readonly day: string;
  readonly priceUsd: number;
  /** 0..100; missing before the first score. */
  readonly score: number | undefined;
}

export interface RecordPeriod {
  readonly key: "early" | "development" | "later";
  /** Its first day. */
  readonly from: string;
}
