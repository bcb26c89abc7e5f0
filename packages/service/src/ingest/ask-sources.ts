/** Who is asked for what, in which order, and what happens when a source gives nothing. */

import { SourceError } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Stores } from "../storage/stores.js";
import type { DataKind, DataRequest, Source } from "./data-source.js";
import { callWithin } from "./timing.js";

/**
 * Asks the sources in their fallback order, storing page by page, until there is enough. A source that fails is skipped;
 * what it gave before it failed stays.
 *
 * @returns all that was stored, in the order it came; empty when no source gave anything
 */
export async function ask(deps: AskDeps, options: AskOptions, signal: AbortSignal): Promise<readonly Observation[]> {
  const stored: Observation[] = [];
  const enough = options.enough ?? ((all) => all.length > 0);
  const chain = sourcesFor(options.request, deps.sources);
  for (const source of chain.filter((each) => options.only?.includes(each.name) ?? true)) {
    try {
      for await (const page of source.observe(options.request, signal)) {
        await deps.stores.observations.add(page);
        stored.push(...page);
        await options.onPage?.(page);
      }
    } catch (error) {
      passOver(error, signal);
    }
    if (await enough(stored)) break;
  }
  return stored;
}

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
export function sourcesFor(request: DataRequest, sources: readonly Source[]): readonly Source[] {
  return FALLBACK_ORDER[request.kind].flatMap((name) =>
    sources.filter((each) => each.name === name && each.answers(request)),
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

/** What a job needs that asks sources and stores what they give. */
export interface AskDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly sources: readonly Source[];
  /** Counts figures that came and were not believed. */
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
 * Asks one source without storing: for live figures, which are checked before they are stored.
 *
 * @param deadlineMs how long to wait for the source, including the time in our own request queue to it
 * @returns what it gave, also before it failed
 */
export async function askOne(
  { clock }: Pick<AskDeps, "clock">,
  source: Source,
  { request, deadlineMs }: { readonly request: DataRequest; readonly deadlineMs: number },
  signal: AbortSignal,
): Promise<readonly Observation[]> {
  const late = new SourceError(source.name, "unreachable", "no answer in time");
  const seen: Observation[] = [];
  try {
    await callWithin(clock, { ms: deadlineMs, late }, signal, async (until) => {
      for await (const page of source.observe(request, until)) seen.push(...page);
    });
  } catch (error) {
    passOver(error, signal);
  }
  return seen;
}

/** A source's failure was logged where the source is watched; anything else that was thrown is a bug or a stop. */
function passOver(error: unknown, signal: AbortSignal): void {
  signal.throwIfAborted();
  if (!(error instanceof SourceError)) throw error;
}
