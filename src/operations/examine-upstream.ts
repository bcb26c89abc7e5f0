import { UpstreamError } from "../domain/errors.js";
import { addDays, dayOf, type Instant, MINUTE_MS, SECOND_MS } from "../domain/instant.js";
import type { Observation } from "../domain/observation.js";
import type { Clock, DataRequest, Upstream } from "./ports.js";
import { callDeadline } from "./timing.js";

/** How one source answered one small request of each kind it knows. */
export interface Examination {
  readonly source: string;
  readonly state: "ok" | "failed";
  /** What came back, or what was wrong with it; one line a request. */
  readonly findings: readonly string[];
}

/** A check waits this long for an answer, retries included. */
const DEADLINE_MS = 30 * SECOND_MS;

/** How far back daily figures are asked for: the newest may be a day and a half old. */
const DAYS_BACK = 5;

/** Sends a source one small request of each kind it can answer. Never throws, whatever the source does. */
export async function examineUpstream(upstream: Upstream, clock: Clock, signal: AbortSignal): Promise<Examination> {
  const findings: string[] = [];
  let state: Examination["state"] = "ok";
  for (const request of questions(clock.now()).filter((each) => upstream.answers(each))) {
    const deadline = callDeadline(clock, DEADLINE_MS, signal);
    try {
      const seen = await firstPage(upstream, request, deadline.signal);
      findings.push(`${request.kind}: ${describe(seen, clock.now())}`);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UpstreamError || deadline.signal.aborted)) throw error;
      state = "failed";
      findings.push(`${request.kind}: ${error instanceof UpstreamError ? error.message : "no answer in time"}`);
    } finally {
      deadline.release();
    }
  }
  return { source: upstream.name, state, findings };
}

function questions(now: Instant): readonly DataRequest[] {
  const today = dayOf(now);
  const from = addDays(today, -DAYS_BACK);
  const to = addDays(today, -1);
  return [
    { kind: "prices", coins: ["btc"] },
    { kind: "daily", coin: "btc", from, to },
    { kind: "mvrv", from, to },
    { kind: "dominance" },
    { kind: "fear-greed", from },
  ];
}

async function firstPage(
  upstream: Upstream,
  request: DataRequest,
  signal: AbortSignal,
): Promise<readonly Observation[]> {
  for await (const page of upstream.observe(request, signal)) return page;
  return [];
}

function describe(seen: readonly Observation[], now: Instant): string {
  const newest = seen.at(-1);
  if (newest === undefined) return "nothing new";
  return `${newest.value} (${age(now - newest.observedAt)} old)`;
}

function age(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
