import { LeaseLostError, ServiceError, UpstreamError, type UpstreamFault } from "../domain/errors.js";
import { MINUTE_MS } from "../domain/instant.js";
import type { Observation } from "../domain/observation.js";
import type { SourceState } from "../domain/source-state.js";
import type { Clock, DataKind, DataRequest, Log, Meters, Upstream } from "./ports.js";
import type { SourceStore, Stores } from "./store-ports.js";
import { callWithin } from "./timing.js";

/**
 * The fallback order: who is asked first for each kind of data, and who next when a source gives nothing. Reasons:
 * docs/decisions/0006-fallback-chains.md. `import` stands for files the operator brought; it is never asked, only
 * preferred among what is stored.
 */
const FALLBACK_ORDER: Readonly<Record<DataKind, readonly string[]>> = {
  prices: ["kraken", "bitstamp", "binance", "coingecko"],
  daily: ["import", "coin-metrics", "bitstamp", "kraken", "binance", "brk"], // an exchange's close goes before a derived one
  mvrv: ["import", "coin-metrics", "brk"],
  hourly: ["bitstamp", "kraken", "binance"],
  dominance: ["coingecko", "coinpaprika"],
  "fear-greed": ["import", "alternative-me"],
};

const DATA_KINDS = Object.keys(FALLBACK_ORDER) as readonly DataKind[];

/** The sources that have what is requested, in the order in which they are asked. */
export function sourcesFor(request: DataRequest, upstreams: readonly Upstream[]): readonly Upstream[] {
  return FALLBACK_ORDER[request.kind].flatMap((name) =>
    upstreams.filter((each) => each.name === name && each.answers(request)),
  );
}

/** What a source is asked for. */
export function kindsOf(source: string): readonly DataKind[] {
  return DATA_KINDS.filter((kind) => FALLBACK_ORDER[kind].includes(source));
}

/** The rank of a source: 0 is the best; a source that is never asked for this kind comes last. */
export function priorityOf(kind: DataKind, source: string): number {
  const index = FALLBACK_ORDER[kind].indexOf(source);
  return index === -1 ? FALLBACK_ORDER[kind].length : index;
}

/** What an operation needs that asks sources and stores what they give. */
export interface AskDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Pick<Stores, "observations">;
  readonly upstreams: readonly Upstream[];
  /** Told of figures that came and were not believed. */
  readonly meters?: Pick<Meters, "refused"> | undefined;
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
 * @param log where a failure is logged, if anywhere
 * @returns what it gave, also before it failed
 */
export async function askOne(
  { clock, log }: Pick<AskDeps, "clock"> & Partial<Pick<AskDeps, "log">>,
  upstream: Upstream,
  { request, deadlineMs }: LiveRequest,
  signal: AbortSignal,
): Promise<readonly Observation[]> {
  const late = new UpstreamError(upstream.name, "unreachable", "no answer in time");
  const seen: Observation[] = [];
  try {
    await callWithin(clock, { ms: deadlineMs, late }, signal, async (until) => {
      for await (const page of upstream.observe(request, until)) seen.push(...page);
    });
  } catch (error) {
    passOver(log, error, signal);
  }
  return seen;
}

/** Logs an upstream's failure; anything else that was thrown is a bug or a stop, and is thrown again. */
function passOver(log: Log | undefined, error: unknown, signal: AbortSignal): void {
  signal.throwIfAborted();
  if (!(error instanceof UpstreamError)) throw error;
  const facts = { source: error.source, fault: error.fault, detail: error.message };
  if (log !== undefined) log.warn(facts, "upstream gave nothing");
}

/**
 * The fault of the source with which a request ended.
 *
 * @param signal of the request
 * @returns `undefined` for a bug, and for a stop of the service
 */
export function faultOf(error: unknown, signal: AbortSignal): UpstreamFault | undefined {
  return [error, signal.reason].find((each) => each instanceof UpstreamError)?.fault;
}

/** Time between two writes about a source whose health stays the same; the busiest is asked every 40 to 50 s. */
const WRITE_EVERY_MS = MINUTE_MS;

interface RecordStatesDeps extends Pick<AskDeps, "log"> {
  readonly clock: Pick<Clock, "now">;
  readonly sources: SourceStore;
  readonly loader: { readonly showSources: () => Promise<void> };
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
