import { HOUR_MS, type Instant, MINUTE_MS } from "peak-cycle-model";
import { isNamedFailure, SourceError } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { SourceState } from "../domain/source-state.js";
import type { Meters } from "../metrics/meters.js";
import { callWithin } from "../platform/timing.js";
import { putNow } from "../published/publish-now.js";
import { inOrder, type OpenSource, openSources } from "../sources/all.js";
import type { DataKind } from "../sources/order.js";
import type { Coin, Source } from "../sources/source.js";
import { ClockCheck } from "./clock-check.js";
import type { Context } from "./context.js";
import type { PublishingHolds } from "./publishing-holds.js";
import { addObservations } from "./stored.js";

/** A tether price that is older is not used. */
const TETHER_VALID_MS = 24 * HOUR_MS;

/**
 * The same fault of a source is logged once in this time: while everything is away, each is asked many times an hour.
 */
const LOG_EVERY_MS = HOUR_MS;

/** Time between two writes about a source whose health stays the same; the busiest is asked every 40 to 50 s. */
const WRITE_EVERY_MS = MINUTE_MS;

/** The sources as jobs ask them: how each one is, is counted, logged, stored and shown on `/status`. */
export class Upstreams {
  readonly sources: readonly OpenSource[];
  readonly clockCheck: ClockCheck;
  readonly #context: Context;
  readonly #meters: Meters | undefined;
  readonly #logged = new Map<string, { at: Instant; times: number }>();
  #written: Map<string, SourceState> | undefined;
  #tether: Observation | undefined;

  constructor(context: Context, holds: PublishingHolds, meters?: Meters, sources?: readonly OpenSource[]) {
    const { clock, log, settings } = context;
    this.#context = context;
    this.#meters = meters;
    const onDropped = (rows: number) => meters?.refused("row", rows);
    const onOffset = (source: string, aheadMs: number) => this.clockCheck.note(source, aheadMs);
    this.sources = sources ?? openSources(settings.sources, clock, log, { onDropped, onOffset });
    this.clockCheck = new ClockCheck(clock, holds, this.sources);
    meters?.read({ clockAheadMs: () => this.clockCheck.aheadMs() });
  }

  /** The sources that have such data, of a coin where it is about one, in the order in which they are asked. */
  inOrder<Kind extends DataKind>(kind: Kind, coin?: Coin): readonly (OpenSource & Required<Pick<Source, Kind>>)[] {
    return inOrder(this.sources, kind, coin);
  }

  /** One tether in USD as last seen; `undefined` when unknown for a day. */
  get tetherUsd(): number | undefined {
    const seen = this.#tether;
    return seen !== undefined && this.#context.clock.now() - seen.observedAt <= TETHER_VALID_MS
      ? seen.value
      : undefined;
  }

  noteTether(seen: Observation | undefined): void {
    this.#tether = seen ?? this.#tether;
  }

  /** Counts a figure that came and was not believed. */
  refused(figure: "price" | "dominance" | "coin"): void {
    this.#meters?.refused(figure);
  }

  /**
   * Asks one source.
   *
   * @param withinMs how long to wait for it, including the time in our own queue to it; as long as it takes by default
   * @returns `undefined` when it gave nothing usable. @throws the signal's reason, or a bug
   */
  async ask<T>(
    source: OpenSource,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
    withinMs?: number,
  ): Promise<T | undefined> {
    const { clock } = this.#context;
    const asked = { source: source.name, askedAt: clock.now() };
    const late = new SourceError(source.name, "unreachable", "no answer in time");
    try {
      const answer = await (withinMs === undefined
        ? call(signal)
        : callWithin(clock, { ms: withinMs, late }, signal, call));
      await this.#note({ ...asked, answeredAt: clock.now(), fault: undefined });
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      this.#logFault(error, await this.#note({ ...asked, answeredAt: undefined, fault: error.fault }));
      return undefined;
    }
  }

  /**
   * Asks sources in their order for rows and stores what they give, until there is enough: by default, anything.
   *
   * @returns all that came
   */
  async collect<S extends OpenSource>(
    sources: readonly S[],
    signal: AbortSignal,
    call: (source: S, signal: AbortSignal) => Promise<readonly Observation[]>,
    isEnough: (rows: readonly Observation[]) => boolean | Promise<boolean> = (rows) => rows.length > 0,
  ): Promise<readonly Observation[]> {
    const all: Observation[] = [];
    for (const source of sources) {
      const rows = (await this.ask(source, signal, (until) => call(source, until))) ?? [];
      await addObservations(this.#context.database, rows);
      for (const row of rows) all.push(row);
      if (await isEnough(all)) break;
    }
    return all;
  }

  #logFault({ source, fault, message }: SourceError, before: SourceState | undefined): void {
    const { clock, log } = this.#context;
    const key = `${source} ${fault}`;
    // The process before may have logged it.
    const byOther = before?.fault === fault ? { at: before.askedAt, times: 0 } : undefined;
    const last = this.#logged.get(key) ?? byOther;
    const times = (last?.times ?? 0) + 1;
    const isDue = last === undefined || clock.now() - last.at >= LOG_EVERY_MS;
    if (isDue) log.warn({ source, fault, detail: message, ...(times > 1 && { times }) }, "upstream gave nothing");
    this.#logged.set(key, isDue ? { at: clock.now(), times: 0 } : { at: last.at, times });
  }

  /**
   * Stores and publishes how a source is, as often as needed.
   *
   * @returns what was stored before, by an earlier process too
   */
  async #note(state: SourceState): Promise<SourceState | undefined> {
    const { database, published } = this.#context;
    let before: SourceState | undefined;
    try {
      this.#written ??= new Map(published.now.get().sources.map((each) => [each.source, each]));
      before = this.#written.get(state.source);
      const isSame = before !== undefined && before.fault === state.fault;
      if (isSame && Math.abs(state.askedAt - (before?.askedAt ?? 0)) < WRITE_EVERY_MS) return before;
      const whole = { ...state, answeredAt: state.answeredAt ?? before?.answeredAt };
      this.#written.set(state.source, whole);
      const sources = [...this.#written.values()].sort((one, other) => (one.source < other.source ? -1 : 1));
      await putNow(database, published, () => ({ sources }));
    } catch (error) {
      if (!isNamedFailure(error)) throw error; // no score depends on it, and the job that asks stores more
    }
    return before;
  }
}
