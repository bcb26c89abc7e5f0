/** Checks this machine's clock against the `Date` headers of the sources. */

import { DAY_MS, HOUR_MS, MINUTE_MS, NotEnoughDataError, SECOND_MS } from "peak-cycle-model";
import { median } from "../domain/numbers.js";
import { CLOCK_TOLERANCE_MS, type Clock } from "../platform/clock.js";
import type { Sources } from "../sources/sources.js";
import type { Holds } from "./holds.js";

/** Older offsets do not count. */
const RECENT_MS = 10 * MINUTE_MS;

/** At least two sources must agree with our clock, and more than contradict it. */
const NEEDED = 2;

/** The clock's day decides what is stored for good, so the clock is compared with the sources first. */
export class ClockCheck {
  readonly #clock: Clock;
  readonly #holds: Holds;
  readonly #sources: Sources;

  constructor(clock: Clock, holds: Holds, sources: Sources) {
    this.#clock = clock;
    this.#holds = holds;
    this.#sources = sources;
  }

  /** How far our clock is ahead of the sources' median, in ms; `undefined` if none has told the time lately. */
  aheadMs(): number | undefined {
    return median(this.#recent());
  }

  /**
   * Must be called before anything is stored. Asks more sources if too few have told the time.
   *
   * @param needed how many must confirm our clock; 0 where the next figures replace these, so that silence does not
   *   matter
   * @throws PublishingHeldError if they contradict our clock, or publishing is on hold for another reason;
   *   NotEnoughDataError if too few tell the time
   */
  async check(signal: AbortSignal, needed = Math.min(NEEDED, this.#sources.all.length)): Promise<void> {
    for (const feed of this.#sources.prices("btc")) {
      const { agreeing, against } = this.#verdict();
      if (agreeing >= Math.max(1, needed) && agreeing > against.length) break;
      await feed.tellTime(signal);
    }
    const { agreeing, against } = this.#verdict();
    const ahead = median(against);
    if (ahead !== undefined && against.length >= agreeing) {
      this.#holds.hold("clock", `The clock of this machine is ${describeDifference(ahead)} the sources.`);
    } else if (agreeing > 0) this.#holds.release("clock");
    this.#holds.check();
    if (agreeing >= needed) return;
    throw new NotEnoughDataError(`${agreeing} of the ${needed} sources needed have confirmed this machine's clock`);
  }

  #verdict() {
    const all = this.#recent();
    const against = all.filter((aheadMs) => Math.abs(aheadMs) > CLOCK_TOLERANCE_MS);
    return { against, agreeing: all.length - against.length };
  }

  #recent(): readonly number[] {
    const now = this.#clock.now();
    const offsets = this.#sources.all.flatMap(({ offset }) => offset ?? []);
    return offsets.flatMap(({ aheadMs, at }) => (Math.abs(now - at) <= RECENT_MS ? aheadMs : []));
  }
}

/** `54 h ahead of`, `130 s behind`: in the largest unit that gives at least 3. */
export function describeDifference(aheadMs: number): string {
  const ms = Math.abs(aheadMs);
  const [unit, unitMs] = Object.entries(UNITS).find(([, each]) => ms >= 3 * each) ?? ["s", SECOND_MS];
  return `${Math.round(ms / unitMs)} ${unit} ${aheadMs < 0 ? "behind" : "ahead of"}`;
}

const UNITS = { days: DAY_MS, h: HOUR_MS, min: MINUTE_MS };
