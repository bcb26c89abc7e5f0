/** The record of the made-up market, with the misses and mistakes that it lacks: everything a page can tell occurs. */
import { type Alarm, type TrackRecord, type Turn, trackRecord } from "peak-cycle-model";
import { syntheticDays } from "../../../model/test/support/synthetic-market.js";

/** Up to 2026-11-20. */
const DAYS = 5970;

const MADE = trackRecord(syntheticDays(DAYS));

/** What it would have said of some turns with less luck. */
const WORSE: Readonly<Record<string, Partial<Turn>>> = {
  "2013-11-14": { readings: { score: 89.7, mvrv: 92.5, mayer: 52.2, powerLaw: 90.3, fearGreed: undefined } },
  "2016-08-08": { topRisk: false },
  "2018-03-30": { leadDays: undefined, phase: "ACUM", signal: "HOLD" },
  "2019-04-12": { leadDays: undefined, phase: "HOT" },
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
  turns: MADE.turns.map((turn) => ({ ...turn, ...WORSE[turn.day] })),
  topRisk: { alarms: judged(MADE.topRisk.alarms), misses: [{ day: "2016-08-08", period: "development" }] },
  descentGuard: { ...MADE.descentGuard, alarms: judged(MADE.descentGuard.alarms) },
};
