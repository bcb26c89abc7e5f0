import type { Alarm, Baseline, PeriodKey, Ranks } from "../../backtest/track-record.js";

/** The four measures of `Ranks`. */
export type Measure = Exclude<keyof Ranks, "topDays" | "bottomDays">;

/** An alarm's end, or a turn without an alarm. */
export type Verdict = Alarm["verdict"] | "missed";

/** Words of the page about what the score said and what came of it. Figures come as text. */
export interface RecordWords {
  readonly title: (indexName: string) => string;
  readonly description: string;
  readonly heading: string;
  readonly lead: string;
  readonly waiting: string;
  readonly few: string;
  readonly counts: (highs: string, lows: string, later: string) => string;
  readonly covers: (from: string, to: string, version: string) => string;
  readonly contents: string;
  readonly again: string;
  readonly periods: Readonly<Record<PeriodKey, readonly [name: string, kind: string]>>;
  /** Where a period has nothing of a kind. */
  readonly nothing: string;
  readonly noDays: string;
  readonly whole: string;
  readonly cycle: (number: string) => string;
  readonly gauges: Readonly<Record<Baseline, string>>;
  readonly reading: { readonly heading: string; readonly points: readonly (readonly [name: string, text: string])[] };
  readonly chart: {
    readonly heading: string;
    readonly note: string;
    readonly says: (from: string, to: string) => string;
  };
  readonly turns: {
    readonly heading: string;
    readonly intro: string;
    readonly high: string;
    readonly low: string;
    readonly open: string;
    readonly never: string;
    readonly noFlag: string;
    readonly said: string;
    readonly columns: readonly [
      turn: string,
      price: string,
      fall: string,
      score: string,
      phase: string,
      signal: string,
      flags: string,
      lead: string,
    ];
    readonly readings: string;
    readonly readingsNote: string;
  };
  readonly flags: {
    readonly heading: string;
    readonly intro: string;
    readonly verdicts: Readonly<Record<Verdict, string>>;
    readonly counts: string;
    readonly span: string;
    readonly alarms: string;
    readonly topRisk: FlagWords;
    readonly descentGuard: FlagWords;
  };
  readonly phases: {
    readonly heading: string;
    readonly intro: string;
    readonly caption: string;
    readonly columns: readonly [span: string, days: string];
    readonly changes: string;
    readonly smoothedChanges: string;
  };
  readonly returns: {
    readonly heading: string;
    readonly intro: string;
    readonly drawing: string;
    readonly drawingNote: string;
    readonly caption: string;
    readonly columns: readonly [phase: string, ahead: string, days: string, median: string, mean: string, up: string];
    readonly cycles: string;
    readonly fifths: string;
    readonly gauge: string;
  };
  readonly buying: {
    readonly heading: string;
    readonly intro: string;
    readonly caption: string;
    readonly columns: readonly [
      span: string,
      gauge: string,
      days: string,
      plain: string,
      scaled: string,
      difference: string,
    ];
    readonly better: (gauges: string) => string;
    readonly none: string;
  };
  readonly ranks: {
    readonly heading: string;
    readonly intro: string;
    readonly measures: Readonly<Record<Measure, readonly [name: string, meaning: string]>>;
    readonly better: (measure: string, gauges: string) => string;
    readonly none: (measure: string) => string;
    readonly unknown: (measure: string) => string;
    readonly pair: (gauge: string, reading: string, score: string) => string;
    readonly caption: string;
    readonly columns: readonly [span: string, gauge: string, days: string];
    readonly score: string;
  };
}

export interface FlagWords {
  readonly rule: string;
  readonly columns: readonly [
    from: string,
    to: string,
    verdict: string,
    price: string,
    extreme: string,
    lead: string,
    fall: string,
  ];
  /** Heading of a last column, where there is one. */
  readonly afterEnd: string | undefined;
}
