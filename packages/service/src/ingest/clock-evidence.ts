/** Whether this machine's clock is right, by what the sources say about the time. */

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, NotEnoughDataError, plus, SECOND_MS } from "peak-cycle-model";
import type { PublishingHolds } from "../history/publishing-holds.js";
import type { ClockDifference, Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import { askOne, sourcesFor } from "./ask-sources.js";
import type { DataRequest, Source, StatedTime } from "./data-source.js";

/**
 * Compares this machine's clock with those of the sources: the day it shows decides what is frozen, so it is not
 * believed alone. One source that agrees is enough, as long as no other contradicts it. Of three or more, a single one
 * that is wrong neither stops the service nor lets a wrong clock pass; of two that differ, nobody can tell which is
 * wrong, and nothing is published. The clock of a database server counts as this machine's: both have to be right.
 *
 * Holds publishing back, for the reason `clock`, from when the clock is contradicted until it is confirmed again.
 */
export function clockEvidence({ clock, monotonicMs, holds, meters }: ClockEvidenceDeps) {
  const sources = new Map<string, Reading>();
  let database: Reading | undefined;
  let aheadOfMonotonicMs = clock.now() - monotonicMs();

  function forget(): void {
    sources.clear();
    database = undefined;
  }

  function forgetAfterJump(): void {
    const before = aheadOfMonotonicMs;
    aheadOfMonotonicMs = clock.now() - monotonicMs();
    if (Math.abs(aheadOfMonotonicMs - before) > JUMP_MS) forget();
  }

  function take(from: Instant, to: Instant): Reading {
    forgetAfterJump();
    return { from, to, atMs: monotonicMs() };
  }

  function judgeNow(): Judgement {
    forgetAfterJump();
    const [now, nowMs] = [clock.now(), monotonicMs()];
    const recent = [...sources.values()].filter(({ atMs }) => nowMs - atMs <= RECENT_MS);
    return judge(
      recent.map((reading) => ({ aheadMs: aheadOf(reading, now, nowMs), isBounded: Number.isFinite(reading.to) })),
      database && aheadOf(database, now, nowMs),
    );
  }

  function verdict(): ClockVerdict {
    const { verdict: found, detail } = judgeNow();
    if (found === "contradicted") holds.hold("clock", detail);
    if (found === "confirmed") holds.release("clock");
    return found;
  }

  meters?.clock(() => judgeNow().difference);
  return {
    /** Records what a source says about the time; as `OnTime`. */
    note({ source, from, to }: StatedTime): void {
      sources.set(source, take(from, to));
      verdict();
    },
    /** Records what the clock of the database server showed a moment ago. */
    noteDatabase(at: Instant): void {
      database = take(at, at);
      verdict();
    },
    /** Forgets everything and ends its hold: for a process that no longer publishes. */
    forget(): void {
      forget();
      holds.release("clock");
    },
    verdict,
    difference: (): ClockDifference => judgeNow().difference,
    /**
     * To be called before something is published that holds no new number, such as a signature.
     *
     * @throws PublishingHeldError while the clock is contradicted, or publishing is held back for another reason
     */
    checkNotHeld(): void {
      verdict();
      holds.check();
    },
    /**
     * To be called before a number is stored for ever.
     *
     * @throws PublishingHeldError as `checkNotHeld`; NotEnoughDataError while no source has told the time
     */
    checkConfirmed(): void {
      const found = verdict();
      holds.check();
      if (found === "unknown") throw new NotEnoughDataError("no source has told the time lately");
    },
  };
}

/**
 * A clock that differs from a source's by more than this contradicts it. HTTP tells time to the second and an answer may
 * be under way for a minute; the price of a row may be five minutes old (`MAX_PRICE_AGE_MS`), so within two minutes no row
 * changes its day and none has a price that it could not have had anyway.
 */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/**
 * What is stored with a later time is passed over: it would look fresh until then, and newer ones would be refused. Clocks
 * of two machines may differ by as much.
 */
export function latestOf(clock: Pick<Clock, "now">): Instant {
  return plus(clock.now(), CLOCK_TOLERANCE_MS);
}

/** What a source said longer ago does not count. The hourly score asks at least three sources. */
const RECENT_MS = 2 * HOUR_MS;

/**
 * A clock that has moved by so much more or less than the monotonic one was set, or the machine slept; a clock that
 * runs strays by a second in hours. Which of the two it was cannot be told, so earlier readings are forgotten.
 */
const JUMP_MS = 10 * SECOND_MS;

/**
 * What the sources say about this machine's clock. `confirmed`: more of them agree with it than contradict it.
 * `contradicted`: at least as many contradict it. `unknown`: none was asked lately, or none said anything.
 */
type ClockVerdict = "confirmed" | "contradicted" | "unknown";

interface ClockEvidenceDeps {
  readonly clock: Pick<Clock, "now">;
  /** A clock that never goes back, in ms; it may stand still while the machine sleeps. */
  readonly monotonicMs: () => number;
  readonly holds: Pick<PublishingHolds, "hold" | "release" | "check">;
  readonly meters?: Pick<Meters, "clock"> | undefined;
}

export type ClockEvidence = ReturnType<typeof clockEvidence>;

/** Many sources have it and answer it quickly; only the time of the answer counts. */
const TIME_REQUEST: DataRequest = { kind: "prices", coins: ["btc"] };

/** An answer usually comes within a second. */
const TIME_DEADLINE_MS = 8 * SECOND_MS;

/**
 * Asks the sources of live prices, one after the other, until they confirm this machine's clock; asks nobody when it is
 * confirmed. The jobs that collect begin with it, so that none collects by a wrong clock, and a wrong clock is not
 * logged with each run.
 *
 * @param sources the sources themselves, unwrapped: their data are not used
 * @throws PublishingHeldError when the clock is contradicted. Returns when no source says anything: those that the job
 * itself asks may.
 */
export async function confirmClock(
  clock: Clock,
  evidence: ClockEvidence,
  sources: readonly Source[],
  signal: AbortSignal,
): Promise<void> {
  for (const source of sourcesFor(TIME_REQUEST, sources)) {
    if (evidence.verdict() === "confirmed") return;
    // A failure is not logged: a refusal tells the time, too.
    await askOne({ clock }, source, { request: TIME_REQUEST, deadlineMs: TIME_DEADLINE_MS }, signal);
  }
  if (evidence.verdict() === "contradicted") evidence.checkNotHeld();
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
  /** Whether the source also says that it is no later. Without that it can contradict the clock, but not confirm it. */
  readonly isBounded: boolean;
}

interface Judgement {
  readonly verdict: ClockVerdict;
  readonly difference: ClockDifference;
  /** Which clock is contradicted, in sentences that are safe to show to anyone. */
  readonly detail: string;
}

function judge(opinions: readonly Opinion[], aheadOfDatabase: number | undefined): Judgement {
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
