/** The hourly job: computes and publishes the score. */
import {
  addDays,
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
import type { HourlyScore } from "../domain/hourly-score.js";
import type { Observation } from "../domain/observation.js";
import { type Clock, latestOf } from "../platform/clock.js";
import { scoreForm } from "../published/current-reply.js";
import { publishNow, putFigure, putNow } from "../published/publish-now.js";
import type { Published } from "../published/published.js";
import { newestObservation } from "../storage/observations.js";
import { addScore } from "../storage/scores.js";
import { believe } from "./believing.js";
import { freshQuote } from "./bitcoin-price.js";
import { buildModel } from "./build-model.js";
import type { Collector } from "./collector.js";
import { DayFigures, endedDay, FrozenFigures, frozenFigure } from "./day-figures.js";
import type { JobContext } from "./job-context.js";
import type { LiveMarket } from "./live-market.js";
import { daysOf, lastOwnQuote, readStoredDays } from "./stored-days.js";

/**
 * The hourly job: collects missing data, queries all sources for the price, and computes, stores and publishes the
 * score.
 *
 * @throws NotEnoughDataError if no price can be believed, or too few sources confirm the clock; the job is retried
 * @throws PublishingHeldError if the sources contradict the clock
 */
export async function runHourlyScore(
  context: JobContext,
  collector: Collector,
  live: LiveMarket,
  signal: AbortSignal,
): Promise<void> {
  await collectInputs(context, collector, live, signal);
  const { quote } = await live.price.askAll(signal);
  if (quote === undefined) throw new NotEnoughDataError("no believable price");
  await scoreNow(context, collector, live);
}

/**
 * Collects what the hourly score needs: dominance, Fear & Greed, the majors, and what the next closing still lacks.
 * These come from different sources, so they are fetched in parallel, and one failure does not delay the rest.
 */
async function collectInputs(
  context: JobContext,
  collector: Collector,
  live: LiveMarket,
  signal: AbortSignal,
): Promise<void> {
  const { clock, db, published, history } = context;
  const [lastDay, yesterday] = [history.days.at(-1)?.day, addDays(dayOf(clock.now()), -1)];
  const publish = async (part: "btcDominance" | "fearGreed", answer: Promise<Observation | undefined>) => {
    const observation = await answer;
    if (observation !== undefined) await putFigure(db, published, part, observation);
  };
  const fearGreed = async () => {
    const newest = await collector.collectFearGreed(signal);
    const sources = collector.sources
      .histories("fear-greed")
      .map(({ name }) => ({ source: name, value: newest?.value }));
    const belief = believe(sources, undefined, { metric: "fear-greed" });
    await live.inputs.note("fear-greed", belief, { sources, observedAt: newest?.observedAt });
    return newest;
  };
  await Promise.all([
    publish("btcDominance", live.dominance.collect(signal)),
    publish("fearGreed", fearGreed()),
    live.coins.collect(signal),
    lastDay && collector.collectCloses({ from: addDays(lastDay, 1), to: yesterday }, signal),
  ]);
}

/** Whether neither the hour nor the next one has a score: the clocks of two instances may differ. */
export function isScoreDue(clock: Clock, published: Published): boolean {
  const hour = hourOf(clock.now());
  const { score } = published.now.get();
  return score === undefined || (score.hour !== hour && score.hour !== plus(hour, HOUR_MS));
}

/**
 * Computes, stores and publishes the score of this hour.
 *
 * @throws NotEnoughDataError if the price is too old, or coverage is below the model's floor
 * @throws NotPublishableError if the score breaks the public contract
 */
async function scoreNow(context: JobContext, collector: Collector, live: LiveMarket): Promise<void> {
  const { clock, log, db, published, gate } = context;
  const at = clock.now();
  const price = freshQuote(published.now.get().market.btcPrice, at)?.value;
  if (price === undefined) throw new NotEnoughDataError("no price of the last five minutes");
  const evaluation = await evaluateNow(context, collector, live, at, price);
  const score = toScore(evaluation, at, price);
  const { mvrv, thermo, plaw, ma200w } = evaluation.positions;
  const positions = { mvrv, thermo, plaw, ma200w };
  scoreForm(score); // a score that cannot be shown must not be stored
  gate.check();
  const isAdded = await addScore(db, score);
  if (isAdded) await putNow(db, published, () => ({ positions }));
  await publishNow(db, published, latestOf(clock));
  if (!isAdded) return; // the hour has a score that was not published because the clock was behind
  const { btc, coverage } = score;
  log.info({ score: btc.score, phase: btc.phase, coverage, tookMs: clock.now() - at }, "score computed");
}

/** A coin's price is used for two hourly collections. A coin with an older price is left out of the running day. */
const MAJOR_AGE_MS = 2 * HOUR_MS + 10 * MINUTE_MS;

/** The model over all closed days, the days that have ended since, and the running day. */
async function evaluateNow(
  { clock, db, history }: JobContext,
  collector: Collector,
  live: LiveMarket,
  at: Instant,
  price: number,
): Promise<Evaluation> {
  const [last, today] = [history.days.at(-1), dayOf(at)];
  if (last === undefined) throw new NotEnoughDataError("no closed day yet");
  const endedDays = daysOf(addDays(last.day, 1), addDays(today, -1));
  const storedDays = await readStoredDays(db, endedDays[0] ?? today, today);
  const figures = new DayFigures(storedDays, collector.sources, at);
  const model = await buildModel(history.days);
  const before = new FrozenFigures(history.days);
  for (const day of endedDays) {
    // A close that cannot be believed counts as missing, and the model's gap rule applies.
    const close = figures.close(day, before.close(endOf(day)), await lastOwnQuote(db, endOf(day)));
    await live.inputs.note(close.metric, close.belief, close.inquiry);
    // MVRV is unknown until the day is closed; the model keeps realized price.
    const { closedDay: inputs } = endedDay(figures, day, at, frozenFigure(close), before, undefined);
    before.note(inputs);
    model.append(inputs);
  }
  const majors: Partial<Record<Major, number>> = {};
  for (const major of MAJORS) {
    const observation = await newestObservation(db, `${major}-price`, latestOf(clock));
    if (observation !== undefined && at - observation.observedAt <= MAJOR_AGE_MS) majors[major] = observation.value;
  }
  const fearGreed = frozenFigure(figures.fearGreed(today))?.value;
  const dominance = figures.dominance(today)?.value;
  return model.append({ price, mvrv: undefined, fearGreed, dominance, majors });
}

function toScore({ btc, crypto, context: flags, coverage }: Evaluation, at: Instant, price: number): HourlyScore {
  if (btc === undefined || crypto === undefined) throw new NotEnoughDataError("coverage is under the model's floor");
  return {
    hour: hourOf(at),
    computedAt: at,
    modelVersion: MODEL_VERSION,
    btc: { raw: btc.raw, score: btc.score, phase: btc.phase, signal: btc.signal },
    crypto,
    flags,
    coverage,
    btcPriceUsd: price,
  };
}
