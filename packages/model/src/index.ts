/** The Bitcoin cycle index, computed from daily figures: a pure library. docs/method.md explains every rule. */

// The model: its inputs for each day and its output.

export {
  type DayInputs,
  FIRST_DAY,
  HALVING_DATES,
  HALVING_DAYS,
  MAJORS,
  type Major,
  nextHalvingExpected,
} from "./day.js";
export { suppliesKnownTo } from "./engine/basket/basket-level.js";
export { CycleModel, evaluateDays } from "./engine/cycle-model.js";
export { settle } from "./engine/settled-phase.js";
export { NotEnoughDataError } from "./errors.js";
export {
  type BasketReading,
  type BtcReading,
  type CryptoReading,
  type Evaluation,
  MODEL_VERSION,
  POSITION_KEYS,
  type PositionKey,
} from "./evaluation.js";

// The vocabulary of a score, and its published numbers.

export {
  type DescentGuard,
  type Flags,
  isStale,
  MAX_SCORE,
  PHASES,
  type Phase,
  type PhaseKey,
  phaseOf,
  type RowFlags,
  roundScore,
  type SettledPhase,
  type SettledSignal,
  SIGNAL_KEYS,
  type Signal,
  STALE_MS,
  scoreNumber,
  settledSignal,
  signalOf,
  type TopRisk,
  twoDecimals,
  wholeNumber,
} from "./score.js";

// The track record: what the score said in the past, and what happened next.

export { recordOfDays, trackRecord } from "./record/compute-track-record.js";
export type { RecordDay } from "./record/record-day.js";
export type {
  Alarm,
  AverageCost,
  Baseline,
  CurvePoint,
  Entry,
  FlagRecord,
  HindsightError,
  Miss,
  PeriodKey,
  PeriodRecord,
  PhaseStays,
  PlaceError,
  SettledRecord,
  Stay,
  TrackRecord,
  Turn,
  Verdict,
  Warning,
  YearAfter,
} from "./record/track-record.js";

// Instants and UTC days.

export {
  addDays,
  DAY_MS,
  dayOf,
  endOf,
  formatDay,
  formatInstant,
  HOUR_MS,
  hourOf,
  type Instant,
  instantOf,
  MINUTE_MS,
  parseDay,
  plus,
  SECOND_MS,
  startOf,
  type UtcDay,
  utcDay,
  yearOf,
} from "./instant.js";

// Limits that the model assumes, for callers that check their inputs first.

export { MAX_LEADING_DAYS } from "./engine/inputs.js";
export { GENESIS_DAY } from "./engine/row.js";
