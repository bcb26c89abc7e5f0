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
  /** The sources themselves, unwrapped: their data are not used. */
  readonly upstreams: readonly Upstream[];
}

/**
 * Asks the sources of live prices, one after the other, until they confirm this machine's clock; asks nobody when it is
 * confirmed. The jobs that collect begin with it, so that none collects by a wrong clock, and a wrong clock is not
 * logged with each run.
 *
 * @throws PublishingHeldError when the clock is contradicted. Returns when no source says anything: those that the job
 * itself asks may.
 */
export async function confirmClock(deps: ConfirmClockDeps, signal: AbortSignal): Promise<void> {
  for (const upstream of sourcesFor(REQUEST, deps.upstreams)) {
    if (deps.evidence.verdict() === "confirmed") return;
    await askTime(deps.clock, upstream, signal);
  }
  if (deps.evidence.verdict() === "contradicted") deps.evidence.checkNotHeld();
}

/** Asks a source, so that its answer tells the time. It may fail: a refusal tells the time, too. */
async function askTime(clock: Clock, upstream: Upstream, signal: AbortSignal): Promise<void> {
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
 * Drops what comes while the clock is not confirmed: it would be stored for ever under a wrong time.
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
