import { NotEnoughDataError } from "../domain/errors.js";
import { type Evaluation, MODEL_VERSION } from "../domain/evaluation.js";
import { addDays, dayOf, HOUR_MS, hourOf, type Instant, MINUTE_MS, plus } from "../domain/instant.js";
import type { HourlyScore, Quote } from "../domain/snapshot.js";
import type { Clock, Log } from "./ports.js";
import type { PublicView } from "./public-view.js";
import { endedDays, runningDay } from "./running-day.js";
import type { StandingModel } from "./standing-model.js";
import type { Stores } from "./store-ports.js";

/** A score stands on a price of this moment. Older, no score is made, and the last one turns stale in its time. */
const PRICE_AGE_MS = 5 * MINUTE_MS;

export interface ScoreNowDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly model: StandingModel;
  readonly view: PublicView;
}

/**
 * Computes the score of this hour, stores it and shows it. An hour that has its score already keeps it.
 *
 * @throws NotEnoughDataError when the price is too old, or coverage is under the model's floor
 */
export async function scoreNow(deps: ScoreNowDeps): Promise<void> {
  const at = deps.clock.now();
  if (isScored(deps.view, at)) return;
  const price = freshPrice(deps.view.quote("btcPrice"), at);
  const evaluation = await evaluateNow(deps, at, price);
  const score = toScore(evaluation, at, price);
  if (!(await deps.stores.scores.add(score))) return;
  deps.view.showScore(score);
  deps.log.info(
    { score: score.btc.score, phase: score.btc.phase, coverage: score.coverage, tookMs: deps.clock.now() - at },
    "score computed",
  );
}

/** Whether the hour of a moment has its score, or the next one has: clocks of two instances differ. */
export function isScored({ score }: PublicView, at: Instant): boolean {
  return score !== undefined && (score.hour === hourOf(at) || score.hour === plus(hourOf(at), HOUR_MS));
}

function freshPrice(quote: Quote | undefined, at: Instant): number {
  if (quote === undefined || at - quote.observedAt > PRICE_AGE_MS)
    throw new NotEnoughDataError("no price of the last five minutes");
  return quote.value;
}

async function evaluateNow(deps: ScoreNowDeps, at: Instant, price: number): Promise<Evaluation> {
  const last = deps.model.last;
  if (last === undefined) throw new NotEnoughDataError("no closed day yet");
  const { observations } = deps.stores;
  const ended = await endedDays(observations, { from: addDays(last.day, 1), to: addDays(dayOf(at), -1) }, last.price);
  const running = await runningDay(observations, at, price);
  const model = deps.model.copy();
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
