/**
 * What is currently believed about each input. A doubt and a refused source are logged when they begin and when they
 * end, counted, and published in between. The state is stored, so that it survives a restart or a new leader.
 */

import { HOUR_MS, type Instant, MINUTE_MS } from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import { CLOSED_INPUTS } from "../domain/input-panel.js";
import type { InputDoubt, InputState, RefusedSource, SilentSource } from "../domain/input-state.js";
import { METRICS, type Metric } from "../domain/observation.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import { type Log, Rarely } from "../platform/log.js";
import { SerialQueue } from "../platform/serial-queue.js";
import { putNow } from "../published/publish-now.js";
import type { Published } from "../published/published.js";
import { IMPORT } from "../sources/order.js";
import type { Sources } from "../sources/sources.js";
import type { Db } from "../storage/database.js";
import { type Belief, doubtSentence, isAccepted, type SourceAnswer, type SourcedFigure } from "./believing.js";

/** A figure and the sources that were queried for it. */
export interface Inquiry {
  /** Every enabled source that could have the figure, in order of preference. */
  readonly sources: readonly SourceAnswer[];
  /** The sources that should have it by now; all by default. The others are not silent, just not due. */
  readonly due?: readonly string[];
  /** Figures that did not count, such as a stuck feed's. */
  readonly noAnswers?: readonly SourcedFigure[];
  /** The instant that the believed figure refers to. */
  readonly observedAt?: Instant | undefined;
}

/** Time between two writes of a state in which nothing but its age has changed. */
const WRITE_EVERY_MS = 10 * MINUTE_MS;

export class Inputs {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #db: Db;
  readonly #published: Published;
  readonly #meters: Meters | undefined;
  /** Limits the log: a source at the edge of the bound may be refused and accepted in turn with each poll. */
  readonly #rarely: Rarely;
  readonly #queue = new SerialQueue();

  constructor(clock: Clock, log: Log, db: Db, published: Published, meters?: Meters) {
    this.#clock = clock;
    this.#log = log;
    this.#db = db;
    this.#published = published;
    this.#meters = meters;
    this.#rarely = new Rarely(clock, HOUR_MS);
  }

  /** The last note; `undefined` if there is none. */
  of(metric: Metric): InputState | undefined {
    return this.#published.now.get().inputs.find((each) => each.metric === metric);
  }

  /**
   * Notes what is believed about an input: logs a doubt or a refused source once, counts it, and publishes it until it
   * ends.
   *
   * @throws StorageError if it could not be stored; then nothing was logged either
   */
  note(metric: Metric, belief: Belief, inquiry: Inquiry): Promise<void> {
    return this.#queue.run(async () => {
      const before = this.of(metric);
      const next = nextState(before, metric, belief, inquiry, this.#clock.now());
      if (before !== undefined && isSame(before, next)) return;
      await putNow(this.#db, this.#published, ({ inputs }) => {
        const all = [...inputs.filter((each) => each.metric !== metric), next];
        return { inputs: all.sort((one, other) => METRICS.indexOf(one.metric) - METRICS.indexOf(other.metric)) };
      });
      this.#reportDoubt(before, next);
      this.#reportRefusals(before, next, belief);
    });
  }

  /**
   * Counts the inputs that a closed day lacks although a source is enabled and an earlier day has them. (No source has
   * the dominance of the days before the first start.)
   *
   * @param days the closed days up to this one
   */
  noteClosed(days: readonly ClosedDay[], sources: Sources): void {
    const newestDay = days.at(-1);
    if (newestDay === undefined) return;
    for (const { key, metric, numberIn } of CLOSED_INPUTS) {
      const feeds = metric === "dominance" ? sources.dominance() : sources.histories(metric);
      const isMissing = numberIn(newestDay) === undefined && feeds.length > 0;
      if (isMissing && days.some((day) => numberIn(day) !== undefined)) this.#meters?.countMissingInput(key);
    }
  }

  #reportDoubt(before: InputState | undefined, { metric, source, unsure }: InputState): void {
    if (unsure?.kind === before?.unsure?.kind) return;
    const due = this.#rarely.due(`${metric} ${unsure?.kind}`);
    if (unsure !== undefined) this.#meters?.countRefusal(metric);
    if (due === undefined) return;
    if (unsure === undefined) this.#log.info({ metric, source, ...due }, "figure believed again");
    else this.#log.warn({ metric, reason: unsure.why, ...due }, "figure not believed");
  }

  #reportRefusals(before: InputState | undefined, { metric, refused }: InputState, belief: Belief): void {
    const formerlyRefused = before?.refused ?? [];
    const refusals = withoutSources(refused, formerlyRefused);
    for (const _ of refusals) this.#meters?.countRefusal(metric);
    const news = refusals.filter(({ source }) => this.#rarely.due(`${metric} without ${source}`) !== undefined);
    if (news.length > 0) {
      const instead = isAccepted(belief) ? { believed: sourcedFigure(belief) } : {};
      this.#log.warn({ metric, refused: news.map(sourcedFigure), ...instead }, "sources contradicted");
    }
    for (const { source } of withoutSources(formerlyRefused, refused)) {
      if (this.#rarely.due(`${metric} with ${source}`) !== undefined)
        this.#log.info({ metric, source }, "source agrees again");
    }
  }
}

function nextState(
  before: InputState | undefined,
  metric: Metric,
  belief: Belief,
  inquiry: Inquiry,
  now: Instant,
): InputState {
  const { sources, due = sources.map(({ source }) => source), observedAt } = inquiry;
  const isUsed = isAccepted(belief) || belief.kind === "shown";
  const isConfirmed = belief.kind === "confirmed";
  const source = isUsed ? belief.source : undefined;
  return {
    metric,
    notedAt: now,
    source: isUsed ? belief.source : before?.source,
    agreeing: agreeingIn(belief, sources),
    enabled: sources.length,
    observedAt: (isUsed ? observedAt : undefined) ?? before?.observedAt,
    unsure: sources.length === 0 ? undefined : doubtIn(belief, before?.unsure, now),
    refused: refusedNow(before?.refused ?? [], belief, inquiry, now),
    silent: silentNow(before?.silent ?? [], inquiry, due, now),
    unconfirmedSince:
      isConfirmed || sources.length < 2 ? undefined : (before?.unconfirmedSince ?? (due.length < 2 ? undefined : now)),
    replacedSince: replacedSince(before?.replacedSince, source, inquiry, due, now),
  };
}

function agreeingIn(belief: Belief, sources: readonly SourceAnswer[]): number {
  if (belief.kind === "confirmed") return belief.agreeing.length;
  if (belief.kind === "shown") return 1;
  if (belief.kind !== "believed") return 0;
  const answerCount = sources.filter(({ value }) => value !== undefined).length;
  return Math.max(1, answerCount - belief.refused.length);
}

/** While no source answers, a doubt continues. */
function doubtIn(belief: Belief, before: InputDoubt | undefined, now: Instant): InputDoubt | undefined {
  if (belief.kind === "nothing") return before;
  if (isAccepted(belief)) return undefined;
  const { doubt } = belief;
  return { since: before?.since ?? now, kind: doubt.why, why: doubtSentence(doubt) };
}

/** A source remains refused until it agrees: while it is silent, and while nothing is believed. */
function refusedNow(
  before: readonly RefusedSource[],
  belief: Belief,
  { sources, noAnswers = [] }: Inquiry,
  now: Instant,
): readonly RefusedSource[] {
  const refused = new Map<string, RefusedSource>();
  const isSettled = isAccepted(belief);
  for (const each of before) {
    const current = sources.find(({ source }) => source === each.source);
    const hasAgreed = isSettled && current?.value !== undefined;
    if (current !== undefined && !hasAgreed) refused.set(each.source, { ...each, value: current.value ?? each.value });
  }
  for (const { source, value } of [...(isSettled ? belief.refused : []), ...noAnswers]) {
    const since = before.find((each) => each.source === source)?.since ?? now;
    refused.set(source, { source, value, since });
  }
  return [...refused.values()];
}

/**
 * For figures of a day, the first source may not be due yet when the next day is checked. That changes nothing.
 *
 * @param source the source in use; `undefined` if none is
 * @param due names of the sources that should have it by now
 */
function replacedSince(
  before: Instant | undefined,
  source: string | undefined,
  { sources }: Inquiry,
  due: readonly string[],
  now: Instant,
): Instant | undefined {
  const first = sources.find((each) => each.source !== IMPORT)?.source;
  if (source === undefined) return first === undefined ? undefined : before;
  if (source === first || source === IMPORT) return undefined;
  return first !== undefined && due.includes(first) ? (before ?? now) : before;
}

/** @param due names of the sources that should have it by now */
function silentNow(
  before: readonly SilentSource[],
  { sources, noAnswers = [] }: Inquiry,
  due: readonly string[],
  now: Instant,
): readonly SilentSource[] {
  const answerers = [...sources.filter(({ value }) => value !== undefined), ...noAnswers].map(({ source }) => source);
  return sources.flatMap(({ source }) => {
    const since = before.find((each) => each.source === source)?.since ?? (due.includes(source) ? now : undefined);
    return since === undefined || answerers.includes(source) ? [] : { source, since };
  });
}

function isSame(before: InputState, next: InputState): boolean {
  const age = Math.abs(next.notedAt - before.notedAt);
  return age < WRITE_EVERY_MS && JSON.stringify(lastingPart(before)) === JSON.stringify(lastingPart(next));
}

/** The part that does not change from poll to poll while nothing happens. */
function lastingPart({ notedAt: _, observedAt: __, unsure, refused, ...others }: InputState) {
  return { ...others, doubt: unsure?.kind, since: unsure?.since, refused: refused.map(({ source }) => source).sort() };
}

function withoutSources(all: readonly RefusedSource[], others: readonly RefusedSource[]): readonly RefusedSource[] {
  return all.filter(({ source }) => !others.some((each) => each.source === source));
}

function sourcedFigure({ source, value }: SourcedFigure): SourcedFigure {
  return { source, value };
}
