export { type DayInputs, FIRST_DAY, HALVING_DAYS, MAJORS, type Major } from "./day.js";
export { LAST_SUPPLY_YEAR } from "./engine/basket/basket-level.js";
export { CycleModel, evaluateDays } from "./engine/cycle-model.js";
export { MAX_LEADING_DAYS } from "./engine/inputs.js";
export { GENESIS_DAY } from "./engine/row.js";
export { settle } from "./engine/settled-phase.js";
export { NotEnoughDataError } from "./errors.js";
export { type Evaluation, MODEL_VERSION, POSITION_KEYS, type Range } from "./evaluation.js";
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
export { recordSteps, trackRecord } from "./record/compute-track-record.js";
export { quantile } from "./record/returns.js";
export {
  type Alarm,
  BASELINES,
  type BaselineRecord,
  type Extreme,
  type FlagRecord,
  HORIZONS,
  type Miss,
  type PeriodKey,
  type PhaseStays,
  type PlaceRecord,
  type Quintile,
  type Ranks,
  type Returns,
  type SettledRecord,
  type Span,
  type Stay,
  type TrackRecord,
  type Turn,
} from "./record/track-record.js";
export {
  type Context,
  type DescentGuard,
  isStale,
  MAX_SCORE,
  PHASES,
  type PhaseKey,
  phaseOf,
  published,
  type SettledPhase,
  SIGNAL_KEYS,
  type Signal,
  STALE_MS,
  scoreNumber,
  signalOf,
  type TopRisk,
  twoDecimals,
  wholeNumber,
} from "./score.js";
