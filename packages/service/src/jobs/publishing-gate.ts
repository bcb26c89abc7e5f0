/**
 * Decides whether anything new may be published and signed. Both are on hold while the sources contradict this
 * machine's clock, which decides the day that is stored permanently, or while the stored ledger differs from what was
 * signed.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS, NotEnoughDataError, SECOND_MS } from "peak-cycle-model";
import { type HoldReason, PublishingHeldError } from "../domain/errors.js";
import { median } from "../domain/numbers.js";
import { CLOCK_TOLERANCE_MS, type Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";
import type { Sources } from "../sources/sources.js";

/** What a job requires of the clock: for figures that are soon replaced, no majority may contradict it. */
export type ClockNeed = "confirmed clock" | "uncontradicted clock";

/** Older offsets do not count. */
const RECENT_MS = 10 * MINUTE_MS;

/** At least two sources must agree with our clock, and they must outnumber those that disagree. */
const NEEDED = 2;

export class PublishingGate {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #published: Published;
  readonly #sentences = new Map<HoldReason, string>();
  #sources: Sources | undefined;

  constructor(clock: Clock, log: Log, published: Published) {
    this.#clock = clock;
    this.#log = log;
    this.#published = published;
  }

  /** @param sources to compare the clock with from now on; `undefined` when the term ends */
  compareClockWith(sources: Sources | undefined): void {
    this.#sources = sources;
    if (sources === undefined) this.release("clock");
  }

  /** How far our clock is ahead of the sources' median, in ms; `undefined` without a recent response. */
  clockAheadMs(): number | undefined {
    return median(this.#offsets());
  }

  /**
   * Compares the clock with the sources; queries more of them if too few have responded recently.
   *
   * @throws PublishingHeldError if they contradict our clock, or publishing is on hold for another reason
   * @throws NotEnoughDataError if too few have responded
   */
  async confirmClock(need: ClockNeed, signal: AbortSignal): Promise<void> {
    const neededSources = need === "confirmed clock" ? this.#neededSources : 0;
    // With a single source of prices left, other sources must confirm the clock, or no day would ever be closed.
    const others = neededSources === 0 ? [] : (this.#sources?.withoutPrices() ?? []);
    for (const feed of [...(this.#sources?.prices("btc") ?? []), ...others]) {
      const { agreeing, against } = this.#verdict();
      if (agreeing >= Math.max(1, neededSources) && agreeing > against.length) break;
      await feed.tellTime(signal);
    }
    this.#check(neededSources);
  }

  /**
   * The last check before something is stored permanently.
   *
   * @throws PublishingHeldError while there is a reason to hold
   * @throws NotEnoughDataError if too few sources have confirmed the clock in the last ten minutes
   */
  check(): void {
    this.#check(this.#neededSources);
  }

  #check(neededSources: number): void {
    const { agreeing, against } = this.#verdict();
    const ahead = median(against);
    if (ahead !== undefined && against.length >= agreeing) {
      this.hold("clock", `The clock of this machine is ${describeDifference(ahead)} the sources.`);
    } else if (agreeing > 0) this.release("clock");
    if (this.sentence !== undefined) throw new PublishingHeldError(this.sentence);
    if (agreeing >= neededSources) return;
    throw new NotEnoughDataError(
      `${agreeing} of the ${neededSources} sources needed have confirmed this machine's clock`,
    );
  }

  get #neededSources(): number {
    return Math.min(NEEDED, this.#sources?.all.length ?? 0);
  }

  #verdict() {
    const all = this.#offsets();
    const against = all.filter((aheadMs) => Math.abs(aheadMs) > CLOCK_TOLERANCE_MS);
    return { against, agreeing: all.length - against.length };
  }

  #offsets(): readonly number[] {
    const now = this.#clock.now();
    const offsets = this.#sources?.all.flatMap(({ offset }) => offset ?? []) ?? [];
    return offsets.flatMap(({ aheadMs, at }) => (Math.abs(now - at) <= RECENT_MS ? aheadMs : []));
  }

  /** @param sentence for the public; replaces the previous one for this reason */
  hold(reason: HoldReason, sentence: string): void {
    if (!this.#sentences.has(reason)) this.#log.error({ reason, detail: sentence }, "publishing paused");
    this.#sentences.set(reason, sentence);
    this.#show();
  }

  release(reason: HoldReason): void {
    if (!this.#sentences.delete(reason)) return;
    if (this.#sentences.size === 0) this.#log.info({ reason }, "publishing resumed");
    this.#show();
  }

  /** The current reasons, the oldest first. */
  get reasons(): readonly HoldReason[] {
    return [...this.#sentences.keys()];
  }

  /** The sentence of the oldest reason; `undefined` if there is none. */
  get sentence(): string | undefined {
    return [...this.#sentences.values()][0];
  }

  /** Called after the ledger was read. @param fault the first invalid entry; `undefined` if the ledger is sound */
  ledgerRead(fault: { readonly position: number; readonly message: string } | undefined): void {
    if (fault === undefined) {
      this.release("chain");
      return;
    }
    const { position, message: reason } = fault;
    if (!this.#sentences.has("chain"))
      this.#log.error({ position, reason }, "the stored ledger differs from what was signed");
    const broken = `The stored ledger differs from what was signed, starting at entry ${position}`;
    this.hold("chain", `${broken}: publishing is paused until this is fixed.`);
  }

  #show(): void {
    this.#published.show({ holds: [...this.#sentences.values()] });
  }
}

/** `54 h ahead of`, `130 s behind`: in the largest unit that gives at least 3. */
export function describeDifference(aheadMs: number): string {
  const ms = Math.abs(aheadMs);
  const [unit, unitMs] = Object.entries(UNITS).find(([, each]) => ms >= 3 * each) ?? ["s", SECOND_MS];
  return `${Math.round(ms / unitMs)} ${unit} ${aheadMs < 0 ? "behind" : "ahead of"}`;
}

const UNITS = { days: DAY_MS, h: HOUR_MS, min: MINUTE_MS };
