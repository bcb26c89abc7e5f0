import { SECOND_MS } from "../domain/instant.js";
import { faultOf } from "./ask-sources.js";
import type { ClockEvidence } from "./clock-evidence.js";
import type { Clock, DataRequest, Upstream } from "./ports.js";
import { sourcesFor } from "./source-priority.js";
import { callDeadline } from "./timing.js";

/** What many sources have, and what is quickly answered. */
const REQUEST: DataRequest = { kind: "prices", coins: ["btc"] };

/** The headers are enough, and come within a second. */
const DEADLINE_MS = 8 * SECOND_MS;

interface ConfirmClockDeps {
  readonly clock: Clock;
  readonly evidence: Pick<ClockEvidence, "verdict" | "checkNotHeld">;
  /** As they are: what they answer is not used. */
  readonly upstreams: readonly Upstream[];
}

/**
 * Asks the sources of live prices, one after the other, until they confirm this machine's clock; asks nobody when it is
 * confirmed. Every job begins with it, so that none collects by a wrong clock, and that nothing is logged again and again
 * while it is wrong.
 *
 * @throws PublishingHeldError when the clock is contradicted; where nobody says anything, the sources of the job itself may
 */
export async function confirmClock(deps: ConfirmClockDeps, signal: AbortSignal): Promise<void> {
  for (const upstream of sourcesFor(REQUEST, deps.upstreams)) {
    if (deps.evidence.verdict() === "confirmed") return;
    await hear(deps.clock, upstream, signal);
  }
  if (deps.evidence.verdict() === "contradicted") deps.evidence.checkNotHeld();
}

/** Lets a source answer; that it fails is no matter here, since a refusal tells the time as well. */
async function hear(clock: Clock, upstream: Upstream, signal: AbortSignal): Promise<void> {
  const deadline = callDeadline(clock, DEADLINE_MS, signal);
  try {
    for await (const _page of upstream.observe(REQUEST, deadline.signal));
  } catch (error) {
    signal.throwIfAborted();
    if (faultOf(error, deadline.signal) === undefined) throw error;
  } finally {
    deadline.release();
  }
}

/**
 * Lets nothing pass that came while the clock was not confirmed: it would be stored under a time that is wrong, and kept
 * for ever.
 *
 * @returns wraps a source
 */
export function whileConfirmed(evidence: Pick<ClockEvidence, "verdict">): (upstream: Upstream) => Upstream {
  return (upstream) => ({
    name: upstream.name,
    answers: (request) => upstream.answers(request),
    async *observe(request, signal) {
      for await (const page of upstream.observe(request, signal)) {
        if (evidence.verdict() === "confirmed") yield page;
      }
    },
  });
}
