import { HOUR_MS, type Instant, MINUTE_MS } from "peak-cycle-model";
import { isNamedFailure, LeaseLostError, SourceError } from "../domain/errors.js";
import type { SourceState } from "../domain/source-state.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { publishSources } from "../publish/publish-stored.js";
import type { Published } from "../publish/published.js";
import type { Stores } from "../storage/stores.js";
import type { ClockEvidence } from "./clock-evidence.js";
import type { Source } from "./data-source.js";

/**
 * The one place where sources are wrapped. A watched source behaves as the source itself, and of each question to it,
 * in this order:
 *
 * 1. it is counted for metrics, and so are its answer and its fault;
 * 2. a page that comes while the clock is not confirmed is dropped: it would be stored for ever under a wrong time;
 * 3. at the end the state of the source is stored for `/status`, also when that page was dropped. A state that cannot be
 *    stored changes nothing for whoever asks;
 * 4. its fault is logged, the same one once an hour.
 */
export function watchSources({ clock, evidence, meters, ...deps }: WatchDeps, sources: readonly Source[]) {
  const note = noteStates(deps);
  const logFault = logFaults(clock, deps.log);
  return sources.map((source): Source => {
    const { name } = source;
    const counts = meters?.source(name);
    return {
      ...source,
      async *observe(request, signal) {
        const asked = { source: name, askedAt: clock.now() };
        let answeredAt: SourceState["answeredAt"];
        counts?.asked();
        try {
          for await (const page of source.observe(request, signal)) {
            answeredAt = clock.now();
            counts?.answered();
            if (evidence.verdict() === "confirmed") yield page;
          }
        } catch (error) {
          // Of a question that took too long, the reason of the signal tells it.
          const failure = [error, signal.reason].find((each): each is SourceError => each instanceof SourceError);
          if (failure === undefined) throw error;
          counts?.failed(failure.fault);
          logFault(failure, await note({ ...asked, answeredAt, fault: failure.fault }));
          throw error;
        }
        await note({ ...asked, answeredAt, fault: undefined });
      },
    };
  });
}

interface WatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Pick<Stores, "sources">;
  readonly published: Pick<Published, "sources">;
  readonly evidence: Pick<ClockEvidence, "verdict">;
  readonly meters?: Pick<Meters, "source"> | undefined;
}

/** The same fault of a source is logged once in this time: while everything is away, each is asked many times an hour. */
const LOG_EVERY_MS = HOUR_MS;

/** Logs why sources gave nothing. @returns to be called with each failure, and the state of the source before */
function logFaults(clock: Pick<Clock, "now">, log: Log) {
  const logged = new Map<string, { at: Instant; times: number }>();
  return ({ source, fault, message }: SourceError, before: SourceState | undefined): void => {
    const key = `${source} ${fault}`;
    // A first fetch is tried in one process after the other: the one before has logged it.
    const byOther = before?.fault === fault ? { at: before.askedAt, times: 0 } : undefined;
    const last = logged.get(key) ?? byOther;
    const times = (last?.times ?? 0) + 1;
    const isDue = last === undefined || clock.now() - last.at >= LOG_EVERY_MS;
    if (isDue) log.warn({ source, fault, detail: message, ...(times > 1 && { times }) }, "upstream gave nothing");
    logged.set(key, isDue || last === undefined ? { at: clock.now(), times: 0 } : { at: last.at, times });
  };
}

/** Stores states and publishes them, each as often as needed. Never throws because of the database. */
function noteStates({ log, stores, published }: Pick<WatchDeps, "log" | "stores" | "published">) {
  let written: Map<string, SourceState> | undefined;
  let isFailing = false;

  /** @returns the state that was stored before, by an earlier process too */
  return async (state: SourceState): Promise<SourceState | undefined> => {
    let before: SourceState | undefined;
    try {
      written ??= new Map((await stores.sources.all()).map((each) => [each.source, each]));
      before = written.get(state.source);
      if (isDue(state, before)) {
        const whole = { ...state, answeredAt: state.answeredAt ?? before?.answeredAt };
        await stores.sources.put(whole);
        written.set(state.source, whole);
        await publishSources({ stores, published });
      }
      isFailing = false;
    } catch (error) {
      if (!isNamedFailure(error)) throw error;
      // A lost lease is noticed by the writes of the jobs themselves.
      if (!isFailing && !(error instanceof LeaseLostError)) {
        log.warn({ code: error.code, detail: error.message }, "how sources are could not be stored");
      }
      isFailing = true;
    }
    return before;
  };
}

/** Time between two writes about a source whose health stays the same; the busiest is asked every 40 to 50 s. */
const WRITE_EVERY_MS = MINUTE_MS;

function isDue(state: SourceState, written: SourceState | undefined): boolean {
  if (written === undefined || written.fault !== state.fault) return true;
  return Math.abs(state.askedAt - written.askedAt) >= WRITE_EVERY_MS;
}
