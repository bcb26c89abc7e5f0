import { LeaseLostError, ServiceError } from "../domain/errors.js";
import { MINUTE_MS } from "../domain/instant.js";
import type { SourceState } from "../domain/source-state.js";
import { faultOf } from "./ask-sources.js";
import type { Clock, Log, Upstream } from "./ports.js";
import type { PublicDataLoader } from "./public-data-loader.js";
import type { SourceStore } from "./store-ports.js";

/** Time between two writes about a source whose health stays the same; the busiest is asked every 40 to 50 s. */
const WRITE_EVERY_MS = MINUTE_MS;

interface RecordStatesDeps {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly sources: SourceStore;
  readonly loader: Pick<PublicDataLoader, "showSources">;
}

/**
 * Records the state of each source when it is asked, for `/status`. A wrapped source behaves as before, also when its
 * state cannot be stored.
 *
 * @returns wraps a source
 */
export function recordStates(deps: RecordStatesDeps): (upstream: Upstream) => Upstream {
  const note = noteStates(deps);
  return (upstream) => ({
    ...upstream,
    async *observe(request, signal) {
      const asked = { source: upstream.name, askedAt: deps.clock.now() };
      let answeredAt: SourceState["answeredAt"];
      try {
        for await (const page of upstream.observe(request, signal)) {
          answeredAt = deps.clock.now();
          yield page;
        }
      } catch (error) {
        const fault = faultOf(error, signal);
        if (fault !== undefined) await note({ ...asked, answeredAt, fault });
        throw error;
      }
      await note({ ...asked, answeredAt, fault: undefined });
    },
  });
}

/** Stores states and shows them, each as often as needed. Never throws because of the database. */
function noteStates({ log, sources, loader }: RecordStatesDeps): (state: SourceState) => Promise<void> {
  const known = new Map<string, SourceState>();
  const written = new Map<string, SourceState>();
  let isRead = false;
  let isFailing = false;

  /**
   * Reads what an earlier process has stored: else the last answer of a source that fails from now on would be lost.
   */
  async function readOnce(): Promise<void> {
    if (isRead) return;
    for (const state of await sources.all()) if (!known.has(state.source)) known.set(state.source, state);
    isRead = true;
  }

  async function write(state: SourceState): Promise<void> {
    await readOnce();
    const answeredAt = state.answeredAt ?? known.get(state.source)?.answeredAt;
    const whole = { ...state, answeredAt };
    known.set(state.source, whole);
    if (!isDue(whole, written.get(state.source))) return;
    await sources.put(whole);
    written.set(state.source, whole);
    await loader.showSources();
  }

  return async (state) => {
    try {
      await write(state);
      isFailing = false;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // A lost lease is noticed by the writes of the jobs themselves.
      if (!isFailing && !(error instanceof LeaseLostError)) {
        log.warn({ code: error.code, detail: error.message }, "how sources are could not be stored");
      }
      isFailing = true;
    }
  };
}

function isDue(state: SourceState, written: SourceState | undefined): boolean {
  if (written === undefined || written.fault !== state.fault) return true;
  return Math.abs(state.askedAt - written.askedAt) >= WRITE_EVERY_MS;
}
