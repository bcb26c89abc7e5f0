import { NotEnoughDataError } from "../domain/errors.js";
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from "../domain/instant.js";
import type { Clock, ClockDifference, Meters, StatedTime } from "./ports.js";
import type { PublishingHolds } from "./publishing-holds.js";

/**
 * A clock that differs from a source's by more than this contradicts it. HTTP tells time to the second and an answer may
 * be under way for a minute; the price of a row may be five minutes old (`MAX_PRICE_AGE_MS`), so within two minutes no row
 * changes its day and none has a price that it could not have had anyway.
 */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** A source that was asked longer ago says nothing any more. The hourly round asks at least three. */
const RECENT_MS = 2 * HOUR_MS;

/**
 * When the clock moved so much more, or less, than the monotonic one since it was last looked at, it was set, or the machine
 * slept; by itself it strays by a second in hours. Which of the two cannot be told, so what was heard before says nothing
 * any more.
 */
const JUMP_MS = 10 * SECOND_MS;

/**
 * What the sources say about this machine's clock. `confirmed`: more of them agree with it than contradict it.
 * `contradicted`: at least as many contradict it. `unknown`: none was asked lately, or none said anything.
 */
type ClockVerdict = "confirmed" | "contradicted" | "unknown";

/**
 * Time as evidence: what day it is, and so what may be frozen, is not believed on the word of this machine's clock alone.
 * One source that agrees with it is enough, as long as no other contradicts it. Of three or more, a single one that is
 * wrong neither stops the service nor lets a wrong clock pass; of two that differ, nobody can tell which is wrong, and
 * nothing is published. The clock of a database server counts as this machine's: both have to be right.
 */
export interface ClockEvidence {
  /** Takes down what a source says; as `OnTime`. */
  note(stated: StatedTime): void;
  /** Takes down what the database server's clock showed a moment ago. */
  noteDatabase(at: Instant): void;
  /** Forgets everything and holds nothing back: for a process that does not publish any more. */
  forget(): void;
  verdict(): ClockVerdict;
  difference(): ClockDifference;
  /**
   * To be called before something is published that holds no new number, such as a signature.
   *
   * @throws PublishingHeldError while the clock is contradicted, or publishing is held back for another reason
   */
  checkNotHeld(): void;
  /**
   * To be called before a number is stored for ever.
   *
   * @throws PublishingHeldError as `checkNotHeld`; NotEnoughDataError while no source has told the time
   */
  checkConfirmed(): void;
}

interface ClockEvidenceDeps {
  readonly clock: Pick<Clock, "now">;
  /** A clock that never goes back, in ms; it may stand still while the machine sleeps. */
  readonly monotonicMs: () => number;
  readonly holds: Pick<PublishingHolds, "hold" | "release" | "check">;
  readonly meters?: Pick<Meters, "clock"> | undefined;
}

/** Holds publishing back, for the reason `clock`, from when the clock is contradicted until it is confirmed again. */
export function clockEvidence({ clock, monotonicMs, holds, meters }: ClockEvidenceDeps): ClockEvidence {
  const sources = new Map<string, Reading>();
  let database: Reading | undefined;
  let lead = clock.now() - monotonicMs();

  function forget(): void {
    sources.clear();
    database = undefined;
  }

  function forgetAfterJump(): void {
    const before = lead;
    lead = clock.now() - monotonicMs();
    if (Math.abs(lead - before) > JUMP_MS) forget();
  }

  function take(from: Instant, to: Instant): Reading {
    forgetAfterJump();
    return { from, to, atMs: monotonicMs() };
  }

  function weigh(): Weighed {
    forgetAfterJump();
    const [now, nowMs] = [clock.now(), monotonicMs()];
    const recent = [...sources.values()].filter(({ atMs }) => nowMs - atMs <= RECENT_MS);
    return weighed(
      recent.map((reading) => ({ aheadMs: aheadOf(reading, now, nowMs), isBounded: Number.isFinite(reading.to) })),
      database && aheadOf(database, now, nowMs),
    );
  }

  function verdict(): ClockVerdict {
    const { verdict: found, detail } = weigh();
    if (found === "contradicted") holds.hold("clock", detail);
    if (found === "confirmed") holds.release("clock");
    return found;
  }

  meters?.clock(() => weigh().difference);
  return {
    note({ source, from, to }) {
      sources.set(source, take(from, to));
      verdict();
    },
    noteDatabase(at) {
      database = take(at, at);
      verdict();
    },
    forget() {
      forget();
      holds.release("clock");
    },
    verdict,
    difference: () => weigh().difference,
    checkNotHeld() {
      verdict();
      holds.check();
    },
    checkConfirmed() {
      const found = verdict();
      holds.check();
      if (found === "unknown") throw new NotEnoughDataError("no source has told the time lately");
    },
  };
}

/** What a clock showed: a moment between `from` and `to`, at `atMs` of the monotonic clock. */
interface Reading {
  readonly from: Instant;
  readonly to: Instant;
  readonly atMs: number;
}

/** How far a clock that shows `now` is ahead of another, in ms; negative when it is behind. */
function aheadOf({ from, to, atMs }: Reading, now: Instant, nowMs: number): number {
  const elapsed = nowMs - atMs;
  if (now < from + elapsed) return now - from - elapsed;
  return Math.max(0, now - to - elapsed);
}

interface Opinion {
  /** How far this machine's clock is ahead of a source's. */
  readonly aheadMs: number;
  /** Whether it is known that the time is no later than the source says: else it can contradict and not agree. */
  readonly isBounded: boolean;
}

interface Weighed {
  readonly verdict: ClockVerdict;
  readonly difference: ClockDifference;
  /** What is contradicted, for anyone to read. */
  readonly detail: string;
}

function weighed(opinions: readonly Opinion[], aheadOfDatabase: number | undefined): Weighed {
  const against = opinions.filter(({ aheadMs }) => Math.abs(aheadMs) > CLOCK_TOLERANCE_MS);
  const agreeing = opinions.filter((each) => each.isBounded && !against.includes(each));
  const isContradicted = against.length > 0 && against.length >= agreeing.length;
  const aheadMs = median((isContradicted ? against : agreeing).map((each) => each.aheadMs));
  const difference = { sources: aheadMs, database: aheadOfDatabase };
  if (aheadMs === undefined) return { verdict: "unknown", difference, detail: "" };
  const databaseAheadMs = aheadMs - (aheadOfDatabase ?? aheadMs);
  const isDatabaseWrong = Math.abs(databaseAheadMs) > CLOCK_TOLERANCE_MS;
  const details = [
    isContradicted ? [sentence("this machine", aheadMs)] : [],
    isDatabaseWrong ? [sentence("the database server", databaseAheadMs)] : [],
  ].flat();
  return { verdict: details.length > 0 ? "contradicted" : "confirmed", difference, detail: details.join(" ") };
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function sentence(whose: string, aheadMs: number): string {
  return `The clock of ${whose} is ${describeDifference(aheadMs)} the sources.`;
}

/** `54 h ahead of`, `130 s behind`: some of the smaller unit are said rather than few of the greater. */
export function describeDifference(aheadMs: number): string {
  const ms = Math.abs(aheadMs);
  const [unit, unitMs] = UNITS.find(([, each, least]) => ms >= least * each) ?? ["s", SECOND_MS];
  return `${Math.round(ms / unitMs)} ${unit} ${aheadMs < 0 ? "behind" : "ahead of"}`;
}

/** Name, length, and how many of it are said at least. */
const UNITS = [
  ["days", DAY_MS, 4],
  ["h", HOUR_MS, 2],
  ["min", MINUTE_MS, 3],
] as const;
