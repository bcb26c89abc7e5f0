/** A source with its client: queries it within a deadline, and logs and reports the outcome. */

import { HOUR_MS, type Instant } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { SourceState } from "../domain/source-state.js";
import { Rarely } from "../platform/log.js";
import { callWithin } from "../platform/timing.js";
import type { SourceClient } from "./get-json.js";
import type { Source } from "./source.js";

/** The outcome of a query: figures, possibly none, or the reason for the failure. */
export interface FetchResult {
  /** Empty if it failed, or has nothing that was requested. */
  readonly figures: readonly Observation[];
  /** `undefined` if it succeeded. */
  readonly failure: SourceError | undefined;
}

/** Observes how sources behave. */
export interface SourceObserver {
  /** Called after each response and each failure. */
  sourceAsked(state: SourceState): Promise<void>;
  /** Called with the number of rows dropped from a response. */
  rowsLeftOut(rows: number): void;
}

export class OpenSource {
  readonly source: Source;
  readonly #client: SourceClient;
  readonly #observer: SourceObserver | undefined;
  /** During an outage a source is queried many times an hour. */
  readonly #rarely: Rarely;

  constructor(source: Source, client: SourceClient, observer?: SourceObserver) {
    this.source = source;
    this.#client = client;
    this.#observer = observer;
    this.#rarely = new Rarely(client.clock, HOUR_MS);
    client.onRowsLeftOut = (rows) => observer?.rowsLeftOut(rows);
  }

  get name(): string {
    return this.source.name;
  }

  /** How far our clock was ahead of the source's at its last response; `undefined` before the first. */
  get offset(): SourceClient["offset"] {
    return this.#client.offset;
  }

  /** Until when it backs off, at the source's request or after a refusal; `undefined` if it may be queried. */
  get backsOffUntil(): Instant | undefined {
    return this.#client.backsOffUntil;
  }

  /**
   * Queries the source, and logs and reports the outcome.
   *
   * @param withinMs how long to wait, including the time in its queue; `undefined` for the limits of single requests
   * @throws the signal's reason, or a bug
   */
  async ask(signal: AbortSignal, withinMs: number | undefined, call: Call): Promise<FetchResult> {
    const { clock, log } = this.#client;
    const attempt = { source: this.name, askedAt: clock.now() };
    const answer = await this.askQuietly(signal, withinMs, call);
    if (answer.failure !== undefined) {
      const { fault, message } = answer.failure;
      const due = this.#rarely.due(fault);
      const facts = { source: this.name, fault, detail: message, ...due };
      if (due !== undefined && fault === "not_asked") log.warn(facts, "a source is not queried");
      else if (due !== undefined) log.warn(facts, "source request failed");
    }
    const answeredAt = answer.failure === undefined ? clock.now() : undefined;
    await this.#observer?.sourceAsked({ ...attempt, answeredAt, fault: answer.failure?.fault });
    return answer;
  }

  /** Like `ask`, for requests whose failure does not matter. */
  async askQuietly(signal: AbortSignal, withinMs: number | undefined, call: Call): Promise<FetchResult> {
    const client = this.#client;
    const timeoutError = new SourceError(this.name, "unreachable", "no response in time");
    try {
      const figures = await (withinMs === undefined
        ? call(client, signal)
        : callWithin(client.clock, { ms: withinMs, late: timeoutError }, signal, (until) => call(client, until)));
      return { figures, failure: undefined };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceError) return { figures: [], failure: error };
      throw error;
    }
  }
}

/** A query to a source, by the functions of its file. */
type Call = (client: SourceClient, signal: AbortSignal) => Promise<readonly Observation[]>;
