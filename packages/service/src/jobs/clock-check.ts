/** Whether this machine's clock is right, by what the answers of the sources say about the time. */

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, NotEnoughDataError, plus, SECOND_MS } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import type { PublishingHolds } from "../history/publishing-holds.js";
import type { Clock } from "../platform/clock.js";
import { inOrder, type OpenSource } from "../sources/all.js";

/**
 * HTTP tells time to the second and an answer may be under way for a minute; the price of a row may be five minutes old.
 * Within two minutes no row changes its day and none has a price that it could not have had anyway.
 */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** What a source said longer ago does not count. */
const RECENT_MS = 10 * MINUTE_MS;

/** Two sources have to agree with our clock, and more of them than contradict it. */
const NEEDED = 2;

/** The day that the clock shows decides what is stored for ever, so it is compared before. Remembers what each answer said. */
export class ClockCheck {
  readonly #offsets = new Map<string, { readonly aheadMs: number; readonly at: Instant }>();
  readonly #clock: Pick<Clock, "now">;
  readonly #holds: PublishingHolds;
  readonly #sources: readonly OpenSource[];

  constructor(clock: Pick<Clock, "now">, holds: PublishingHolds, sources: readonly OpenSource[]) {
    this.#clock = clock;
    this.#holds = holds;
    this.#sources = sources;
  }

  /** @param aheadMs how far our clock was ahead of the source's when it answered */
  note(source: string, aheadMs: number): void {
    this.#offsets.set(source, { aheadMs, at: this.#clock.now() });
  }

  /** How far our clock is ahead, by the median of the sources; `undefined` while none has said anything lately. */
  aheadMs(): number | undefined {
    return median(this.#recent());
  }

  /**
   * To be called before a number is stored for ever. Asks further sources where too few have told the time.
   *
   * @throws PublishingHeldError when they contradict our clock, or publishing is held back for another reason;
   * NotEnoughDataError when too few tell the time
   */
  async check(signal: AbortSignal): Promise<void> {
    const needed = Math.min(NEEDED, this.#sources.length);
    await this.#askUntil(() => this.#agreeing() >= needed && !this.#isContradicted(), signal);
    this.refuseContradicted();
    const agreeing = this.#agreeing();
    if (agreeing >= needed) return;
    throw new NotEnoughDataError(`${agreeing} of the ${needed} sources needed have confirmed this machine's clock`);
  }

  /** To be called before figures are asked for that the next ones replace: one source that agrees is enough. */
  async checkLightly(signal: AbortSignal): Promise<void> {
    await this.#askUntil(() => this.#recent().length > 0 && !this.#isContradicted(), signal);
    this.refuseContradicted();
  }

  async #askUntil(isEnough: () => boolean, signal: AbortSignal): Promise<void> {
    for (const source of inOrder(this.#sources, "prices")) {
      if (isEnough()) return;
      // Only the time counts, and a refusal tells it too.
      await source.prices(source.client, ["btc"], signal, 1).catch((error: unknown) => {
        signal.throwIfAborted();
        if (!(error instanceof SourceError)) throw error;
      });
    }
  }

  /** Asks nobody. @throws PublishingHeldError when sources contradict our clock, or publishing is held back otherwise */
  refuseContradicted(): void {
    const against = this.#recent().filter((aheadMs) => Math.abs(aheadMs) > CLOCK_TOLERANCE_MS);
    if (this.#isContradicted()) {
      this.#holds.hold(
        "clock",
        `The clock of this machine is ${describeDifference(median(against) ?? 0)} the sources.`,
      );
    } else if (this.#agreeing() > 0) this.#holds.release("clock");
    this.#holds.check();
  }

  #isContradicted(): boolean {
    const against = this.#recent().length - this.#agreeing();
    return against > 0 && against >= this.#agreeing();
  }

  #agreeing(): number {
    return this.#recent().filter((aheadMs) => Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS).length;
  }

  #recent(): readonly number[] {
    const now = this.#clock.now();
    return [...this.#offsets.values()].flatMap(({ aheadMs, at }) => (Math.abs(now - at) <= RECENT_MS ? [aheadMs] : []));
  }
}

/** What is stored with a later time is passed over: it would look fresh until then, and newer ones would be refused. */
export function latestOf(clock: Pick<Clock, "now">): Instant {
  return plus(clock.now(), CLOCK_TOLERANCE_MS);
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** `54 h ahead of`, `130 s behind`: in the largest unit that there are enough of. */
export function describeDifference(aheadMs: number): string {
  const ms = Math.abs(aheadMs);
  const [unit, unitMs] = UNITS.find(([, each, least]) => ms >= least * each) ?? ["s", SECOND_MS];
  return `${Math.round(ms / unitMs)} ${unit} ${aheadMs < 0 ? "behind" : "ahead of"}`;
}

/** Name, length in ms, and the least number that is stated in it. */
const UNITS = [
  ["days", DAY_MS, 4],
  ["h", HOUR_MS, 2],
  ["min", MINUTE_MS, 3],
] as const;
