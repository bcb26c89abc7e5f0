import { NotEnoughDataError } from "peak-cycle-model";
import { latestOf } from "../platform/clock.js";
import { publishTurn } from "../published/publish-now.js";
import { collect } from "./collect.js";
import type { Context, Past } from "./context.js";
import { pollPrice } from "./poll-price.js";
import { isScored, scoreNow } from "./score-now.js";
import type { Upstreams } from "./upstreams.js";

/**
 * The job of the same name: collects what is missing, asks for the price with two sources, and computes, stores and
 * publishes the score of the hour. Does nothing in an hour that has its score.
 *
 * @throws NotEnoughDataError when no price can be believed, or too few sources confirm the clock: the job is run again
 * @throws PublishingHeldError when the sources contradict the clock
 */
export async function hourlyScore(
  context: Context,
  upstreams: Upstreams,
  past: Past,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database, published } = context;
  if (isScored(published, clock.now())) return;
  await upstreams.clockCheck.check(signal);
  try {
    await collect(context, upstreams, past.history.days.at(-1)?.day, signal);
    if (!(await pollPrice(context, upstreams, signal, true))) throw new NotEnoughDataError("no believable price");
    await upstreams.clockCheck.check(signal);
    await scoreNow(context, past.history.days);
  } finally {
    // An hour without a score is shown too.
    await publishTurn(database, published, latestOf(clock));
  }
}
