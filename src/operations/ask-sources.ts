import { UpstreamError, type UpstreamFault } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { Clock, DataRequest, Log, Upstream } from "./ports.js";
import { sourcesFor } from "./source-priority.js";
import type { Stores } from "./store-ports.js";
import { CallTooLong, callDeadline } from "./timing.js";

/** What an operation needs that asks sources and stores what they give. */
export interface AskDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Pick<Stores, "observations">;
  readonly upstreams: readonly Upstream[];
}

interface AskOptions {
  readonly request: DataRequest;
  /** Only these sources are asked; by default all, in their order. */
  readonly only?: readonly string[];
  /** Whether the data so far are enough; asked after each source. By default one source's answer is. */
  readonly enough?: (stored: readonly Observation[]) => boolean | Promise<boolean>;
  /** Called after each stored page. */
  readonly onPage?: (page: readonly Observation[]) => Promise<void>;
}

/**
 * Asks the sources in their fallback order, storing page by page, until there is enough. A source that fails is logged
 * and skipped; what it gave before it failed stays.
 *
 * @returns all that was stored, in the order it came; empty when no source gave anything
 */
export async function ask(deps: AskDeps, options: AskOptions, signal: AbortSignal): Promise<readonly Observation[]> {
  const stored: Observation[] = [];
  const enough = options.enough ?? ((all) => all.length > 0);
  const chain = sourcesFor(options.request, deps.upstreams);
  for (const upstream of chain.filter((each) => options.only?.includes(each.name) ?? true)) {
    try {
      for await (const page of upstream.observe(options.request, signal)) {
        await deps.stores.observations.add(page);
        stored.push(...page);
        await options.onPage?.(page);
      }
    } catch (error) {
      passOver(deps.log, error, signal);
    }
    if (await enough(stored)) break;
  }
  return stored;
}

interface LiveRequest {
  readonly request: DataRequest;
  /** How long to wait for the source, including the time in our own request queue to it. */
  readonly deadlineMs: number;
}

/**
 * Asks one source without storing: for live figures, which are checked before they are stored.
 *
 * @returns what it gave; empty when it failed, which is logged
 */
export async function askOne(
  { clock, log }: Pick<AskDeps, "clock" | "log">,
  upstream: Upstream,
  { request, deadlineMs }: LiveRequest,
  signal: AbortSignal,
): Promise<readonly Observation[]> {
  const deadline = callDeadline(clock, deadlineMs, signal);
  const seen: Observation[] = [];
  try {
    for await (const page of upstream.observe(request, deadline.signal)) seen.push(...page);
  } catch (error) {
    const late = new UpstreamError(upstream.name, "unreachable", "no answer in time", { cause: error });
    passOver(log, deadline.signal.aborted ? late : error, signal);
  } finally {
    deadline.release();
  }
  return seen;
}

/** Logs an upstream's failure; anything else that was thrown is a bug or a stop, and is thrown again. */
function passOver(log: Log, error: unknown, signal: AbortSignal): void {
  signal.throwIfAborted();
  if (!(error instanceof UpstreamError)) throw error;
  log.warn({ source: error.source, fault: error.fault, detail: error.message }, "upstream gave nothing");
}

/**
 * The fault of the source with which a request ended.
 *
 * @param signal of the request
 * @returns `undefined` for a bug, and for a stop of the service
 */
export function faultOf(error: unknown, signal: AbortSignal): UpstreamFault | undefined {
  if (error instanceof UpstreamError) return error.fault;
  return signal.reason instanceof CallTooLong ? "unreachable" : undefined;
}
