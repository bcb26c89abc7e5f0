import {
  addDays,
  type DayInputs,
  dayOf,
  type Evaluation,
  endOf,
  HOUR_MS,
  hourOf,
  type Instant,
  MAJORS,
  type Major,
  MINUTE_MS,
  MODEL_VERSION,
  NotEnoughDataError,
  plus,
} from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import type { HourlyScore } from "../domain/snapshot.js";
import { CLOCK_TOLERANCE_MS, latestOf } from "../platform/clock.js";
import { publishNow, putNow } from "../published/publish-now.js";
import type { Published } from "../published/published.js";
import type { DayRange } from "../sources/source.js";
import { checkedClose, checkedMajor } from "./consensus-price.js";
import { type Context, modelOf } from "./context.js";
import { daysOf, lastOwnQuote, readObservationsByDay } from "./observations-by-day.js";
import { freshQuote } from "./poll-price.js";
import { type Database, newestObservation } from "./stored.js";

/**
 * Computes the score of this hour, stores it and publishes it. An hour that has its score already keeps it.
 *
 * @throws NotEnoughDataError when the price is too old, or coverage is under the model's floor
 */
export async function scoreNow(context: Context, days: readonly ClosedDay[]): Promise<void> {
  const { clock, database, log, published } = context;
  const at = clock.now();
  if (isScored(published, at)) return;
  const price = freshQuote(published.now.get().market.btcPrice, at)?.value;
  if (price === undefined) throw new NotEnoughDataError("no price of the last five minutes");
  const evaluation = await evaluateNow(database, days, at, price);
  const score = toScore(evaluation, at, price);
  const { mvrv, thermo, plaw, ma200w } = evaluation.positions;
  const measures = { mvrv, thermo, plaw, ma200w };
  // The hour may have one that was not published because the clock was behind when it was read.
  if (!(await database.scores.add(score))) return publishNow(database, published, latestOf(clock));
  published.show({ score });
  await putNow(database, published, () => ({ measures }));
  const { btc, coverage } = score;
  const tookMs = clock.now() - at;
  log.info({ score: btc.score, phase: btc.phase, coverage, tookMs }, "score computed");
}

/** Whether the hour of a moment has its score, or the next hour has: the clocks of two instances may differ. */
export function isScored(published: Published, at: Instant): boolean {
  const { score } = published.now.get();
  return score !== undefined && (score.hour === hourOf(at) || score.hour === plus(hourOf(at), HOUR_MS));
}

async function evaluateNow(
  database: Database,
  days: readonly ClosedDay[],
  at: Instant,
  price: number,
): Promise<Evaluation> {
  const last = days.at(-1);
  if (last === undefined) throw new NotEnoughDataError("no closed day yet");
  const ended = await endedDays(database, { from: addDays(last.day, 1), to: addDays(dayOf(at), -1) }, last.price);
  const running = await runningDay(database, at, price);
  const model = await modelOf(days);
  for (const inputs of ended) model.append(inputs);
  return model.append(running);
}

function toScore(evaluation: Evaluation, at: Instant, price: number): HourlyScore {
  const { btc, crypto, context, coverage } = evaluation;
  if (btc === undefined || crypto === undefined) throw new NotEnoughDataError("coverage is under the model's floor");
  return {
    hour: hourOf(at),
    computedAt: at,
    modelVersion: MODEL_VERSION,
    btc: { raw: btc.raw, score: btc.score, phase: btc.phase, signal: btc.signal },
    crypto,
    context,
    coverage,
    btcPriceUsd: price,
  };
}

/**
 * A coin's price is used for this long: two hourly collections. A coin with an older one is left out of the running
 * day.
 */
const MAJOR_AGE_MS = 2 * HOUR_MS + 10 * MINUTE_MS;

/** What the model takes of the running day at a moment. MVRV is left out: the model holds realized price. */
async function runningDay(database: Database, at: Instant, price: number): Promise<DayInputs> {
  const today = dayOf(at);
  const byDay = await readObservationsByDay(database, today, today);
  const majors: Partial<Record<Major, number>> = {};
  for (const major of MAJORS) {
    const seen = await newestObservation(database, `${major}-price`, plus(at, CLOCK_TOLERANCE_MS));
    if (seen !== undefined && at - seen.observedAt <= MAJOR_AGE_MS) majors[major] = seen.value;
  }
  return {
    price,
    mvrv: undefined,
    fearGreed: byDay.fearGreed(today)?.value,
    dominance: byDay.dominance(today)?.value,
    majors,
  };
}

/**
 * Days that have ended and are not closed yet, `from..to`, as provisional rows: the close as far as it is known, no
 * MVRV before the day is closed. A close that cannot be believed is left missing, and the model's gap rule applies.
 *
 * @param before the close of the day before `from`, USD
 */
async function endedDays(
  database: Database,
  range: DayRange,
  before: number | undefined,
): Promise<readonly DayInputs[]> {
  const { from, to } = range;
  if (from > to) return [];
  const byDay = await readObservationsByDay(database, from, to);
  const inputs: DayInputs[] = [];
  let last = before;
  for (const day of daysOf(from, to)) {
    const close = checkedClose(byDay, day, await lastOwnQuote(database, endOf(day)), last);
    last = close?.value ?? last;
    inputs.push({
      price: close?.value,
      mvrv: undefined,
      fearGreed: byDay.fearGreed(day)?.value,
      dominance: byDay.dominance(day)?.value,
      majors: Object.fromEntries(MAJORS.map((major) => [major, checkedMajor(byDay, major, day)?.value])),
    });
  }
  return inputs;
}
