// Computes the whole track record of the index from daily figures.

import type { DayInputs } from "../day.js";
import { NotEnoughDataError } from "../errors.js";
import { MODEL_VERSION } from "../evaluation.js";
import { formatDay } from "../instant.js";
import { flagRecord } from "./flag-record.js";
import { hindsightError } from "./hindsight-error.js";
import { periodRecords } from "./period-record.js";
import { dayReader, type RecordDay } from "./record-day.js";
import { settledRecord, staysOf } from "./settled-record.js";
import type { CurvePoint, TrackRecord } from "./track-record.js";
import { turnsOf } from "./turns.js";

/** How far the work has come: first all days are read, then the days of every span are compared with what followed. */
export interface RecordStep {
  readonly part: "reading" | "comparing";
  readonly doneDays: number;
  readonly totalDays: number;
}

/** Days read between two steps: 20 ms of work or so. */
const STEP_DAYS = 200;

/** Rows between two points of the curve. */
const WEEK_ROWS = 7;

/**
 * The track record of closed days. All of it takes about a second at 6,000 days.
 *
 * @param inputs every day from the model's first on, oldest first, no day left out
 * @throws NotEnoughDataError when no day has a score, or as `CycleModel.append`
 */
export function trackRecord(inputs: readonly DayInputs[]): TrackRecord {
  const steps = recordSteps(inputs);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Computes the record in small steps, so that the caller can do something else between them. */
export function* recordSteps(inputs: readonly DayInputs[]): Generator<RecordStep, TrackRecord> {
  const reader = dayReader();
  const days: RecordDay[] = [];
  for (const [row, each] of inputs.entries()) {
    const day = reader.append(each);
    if (day !== undefined) days.push(day);
    const doneDays = row + 1;
    if (doneDays % STEP_DAYS === 0 || doneDays === inputs.length) {
      yield { part: "reading", doneDays, totalDays: inputs.length };
    }
  }
  return yield* recordOfDays(days);
}

/** The record of days that have been read. @throws NotEnoughDataError when no day has a score */
export function* recordOfDays(days: readonly RecordDay[]): Generator<RecordStep, TrackRecord> {
  const scored = days.filter(({ btc }) => btc !== undefined);
  const [first, last] = [scored[0], scored.at(-1)];
  if (first === undefined || last === undefined) {
    throw new NotEnoughDataError("no day has a score yet: the first one takes two years of days");
  }
  const turns = turnsOf(days);
  const periods = periodRecords(days);
  yield { part: "comparing", doneDays: scored.length, totalDays: scored.length };
  return {
    modelVersion: MODEL_VERSION,
    from: formatDay(first.day),
    to: formatDay(last.day),
    curve: curveOf(days),
    turns,
    topRisk: flagRecord("topRisk", days, turns),
    descentGuard: flagRecord("descentGuard", days, turns),
    periods,
    stays: staysOf(days),
    settled: settledRecord(days, turns),
    hindsight: hindsightError(days),
  };
}

function curveOf(days: readonly RecordDay[]): readonly CurvePoint[] {
  return days
    .filter((_, row) => row % WEEK_ROWS === 0 || row === days.length - 1)
    .map(({ day, price, btc }) => ({ day: formatDay(day), priceUsd: price, score: btc?.score }));
}
