/** The record of the made-up market, plus some misses and false alarms, so that everything a page can show occurs. */
import { type Alarm, type TrackRecord, type Turn, trackRecord, type Warning } from "peak-cycle-model";
import { syntheticDays } from "../../../model/test/support/synthetic-market.js";

/** Up to 2026-11-20. */
const DAYS = 5970;

const MADE = trackRecord(syntheticDays(DAYS));

const MISSED = { verdict: "missed", daysBefore: undefined, priceShare: undefined } as const;

/** Worse verdicts on some turns than the score really had. */
const WORSE: Readonly<Record<string, Partial<Omit<Turn, "warnings">> & { readonly warning?: Warning }>> = {
  "2013-11-14": { readings: { score: 89.7, mvrv: 92.5, mayer: 52.2, powerLaw: 90.3, fearGreed: undefined } },
  "2016-08-08": { topRisk: false },
  "2018-03-30": { warning: MISSED, phase: "ACUM", signal: "HOLD" },
  "2021-12-20": { warning: { verdict: "inTime", daysBefore: 19, priceShare: 0.9781 } },
  "2023-09-21": { warning: { verdict: "inTime", daysBefore: 0, priceShare: 1 } },
  "2019-04-12": { warning: MISSED, phase: "HOT" },
};

/** Alarms by their first day. */
const VERDICTS: Readonly<Record<string, Partial<Alarm>>> = {
  "2018-11-06": { verdict: "false", fallAfter: -0.12 },
  "2019-07-21": { verdict: "false", fallAfter: -0.12 },
  "2024-05-07": { verdict: "open", fallAfter: -0.31 },
};

const judged = (alarms: readonly Alarm[]) => alarms.map((alarm) => ({ ...alarm, ...VERDICTS[alarm.from] }));

export const SAMPLE_RECORD: TrackRecord = {
  ...MADE,
  turns: MADE.turns.map((turn) => {
    const { warning = turn.warnings.score, ...worse } = WORSE[turn.day] ?? {};
    return { ...turn, ...worse, warnings: { ...turn.warnings, score: warning } };
  }),
  topRisk: { alarms: judged(MADE.topRisk.alarms), misses: [{ day: "2016-08-08", period: "development" }] },
  descentGuard: { ...MADE.descentGuard, alarms: judged(MADE.descentGuard.alarms) },
};
