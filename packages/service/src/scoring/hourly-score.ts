import { NotEnoughDataError } from "peak-cycle-model";
import { collect } from "../ingest/collect.js";
import type { JobDeps } from "../ingest/job-deps.js";
import { confirmPrice } from "../ingest/poll-price.js";
import { publishContext } from "../publish/publish-stored.js";
import { isScored, scoreNow } from "./score-now.js";

/**
 * The job of the same name: collects what is missing, asks for the price with two sources, and computes, stores and
 * publishes the score of the hour. Does nothing in an hour that has its score.
 *
 * @throws NotEnoughDataError when no price can be believed: the job is run again
 */
export async function hourlyScore(deps: HourlyScoreDeps, signal: AbortSignal): Promise<void> {
  if (isScored(deps.published, deps.clock.now())) return;
  await deps.confirm(signal);
  try {
    await collect(deps, signal);
    if ((await confirmPrice(deps, signal)) === undefined) throw new NotEnoughDataError("no believable price");
    await scoreNow(deps);
  } finally {
    await publishContext(deps); // an hour without a score is shown too
  }
}

interface HourlyScoreDeps extends JobDeps {
  /** Lets the sources confirm the clock. @throws PublishingHeldError when they contradict it */
  readonly confirm: (signal: AbortSignal) => Promise<void>;
}
