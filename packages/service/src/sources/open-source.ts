/** A source with its client: asks it within a deadline, and logs and reports how it answered. */

import { HOUR_MS, type Instant } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { SourceState } from "../domain/source-state.js";
import { Rarely } from "../platform/log.js";
import { callWithin } from "../platform/timing.js";
import type { SourceClient } from "./get-json.js";
import type { Source } from "./source.js";

/** What a source answered: figures, possibly none, or why it failed. */
export interface Answer {
  /** Empty if it failed, or has nothing of what was asked. */
  readonly figures: readonly Observation[];
  /** `undefined` if it answered. */
  readonly failure: SourceError | undefined;
}

/** Hears how sources behave. */
export interface SourceObserver {
  /** Called after each answer and each failure. */
  asked(state: SourceState): Promise<void>;
  /** Called with the number of rows dropped from a response. */
  rowsLeftOut(rows: number): void;
}

export class OpenSource {
  readonly source: Source;
  readonly #client: SourceClient;
  readonly #observer: SourceObserver | undefined;
  /** During an outage a source is asked many times an hour. */
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

  /** How far our clock was ahead of the source's when it last told the time; `undefined` if it never has. */
  get offset(): SourceClient["offset"] {
    return this.#client.offset;
  }

  /** Until when it has asked to be left alone, or is left alone after a refusal; `undefined` if it may be asked. */
  get backsOffUntil(): Instant | undefined {
    return this.#client.backsOffUntil;
  }

  /**
   * Asks the source, and logs and reports how it answered.
   *
   * @param withinMs how long to wait, including the time in its queue; `undefined` for the limits of single requests
   * @throws the signal's reason, or a bug
   */
  async ask(signal: AbortSignal, withinMs: number | undefined, call: Call): Promise<Answer> {
    const { clock, log } = this.#client;
    const asked = { source: this.name, askedAt: clock.now() };
    const answer = await this.askQuietly(signal, withinMs, call);
    if (answer.failure !== undefined) {
      const { fault, message } = answer.failure;
      const due = this.#rarely.due(fault);
      const facts = { source: this.name, fault, detail: message, ...due };
      if (due !== undefined && fault === "not_asked") log.warn(facts, "a source is not asked");
      else if (due !== undefined) log.warn(facts, "source request failed");
    }
    const answeredAt = answer.failure === undefined ? clock.now() : undefined;
    await this.#observer?.asked({ ...asked, answeredAt, fault: answer.failure?.fault });
    return answer;
  }

  /** Asks where a failure does not matter. Otherwise like `ask`. */
  async askQuietly(signal: AbortSignal, withinMs: number | undefined, call: Call): Promise<Answer> {
    const client = this.#client;
    const late = new SourceError(this.name, "unreachable", "no answer in time");
    try {
      const figures = await (withinMs === undefined
        ? call(client, signal)
        : callWithin(client.clock, { ms: withinMs, late }, signal, (until) => call(client, until)));
      return { figures, failure: undefined };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SourceError) return { figures: [], failure: error };
      throw error;
    }
  }
}

/** A question to a source, by the functions of its file. */
type Call = (client: SourceClient, signal: AbortSignal) => Promise<readonly Observation[]>;
