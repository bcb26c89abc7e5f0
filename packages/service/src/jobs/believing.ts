/**
 * Decides which of several sources' figures to believe: the live price, the figures of a closing day, and the past.
 * Nothing here reads a clock, queries a source or writes a log.
 *
 * Why these bounds:
 *
 * - What an error costs: a price wrong by 0.43 % moves the score by 0.2 points, by 1.5 % 0.7, by 5 % 2.3, by 20 % 8.7.
 * An MVRV wrong by 5 % moves it by 0.85, by 10 % by 1.7.
 * - How far true figures move: Bitcoin's close by factors of 0.48 to 1.55 a day since 2010; DOGE rose 4.9-fold on
 *   2021-01-28. Realized price moves by factors of 0.93 to 1.17 a day since mid-2011 (8.7 % on 2017-12-07, up to 1.8 %
 *   lately), and by 2.2 on the second day of the record. Dominance moved by 10.9 points on 2014-03-29.
 * - How much honest sources differ: prices by 0.05 % in the median, 2 to 5 % in a fast crash, and in 2011 only within
 *   9 %. Two vendors' closes differed by over 1.5 % on 58 days of 2017, but on none since 2023. The two sources of MVRV
 *   differ by 0.4 %, the sources of dominance by up to 2.5 points.
 * - Since mid-2018 dominance has stayed between 35 and 73 %. It moved by over 5 points in 3 % of spans of 14 days and
 *   in 10 % of spans of 30 days, and by over 5 + 0.15 a day in about 1 %.
 */

import { DAY_MS, HOUR_MS } from "peak-cycle-model";
import type { DoubtReason } from "../domain/input-state.js";
import { isPlausible, type Metric } from "../domain/observation.js";
import { IMPORT } from "../sources/order.js";

/** How far a figure may differ or move: shares (0.01 = one percent), or points. */
interface Bounds {
  /** Differences are counted in points; otherwise they are relative. */
  readonly isInPoints?: true;
  /** Sources that differ by at most this agree. */
  readonly agree: number;
  /** A move from the last figure that needs no second source to be frozen. */
  readonly near: number;
  readonly nearPerDay?: number;
  /** The furthest move from the last figure with which a single source is still shown. */
  readonly lone: number;
  readonly lonePerDay?: number;
  /** A figure further from the last one than this factor (or this many points) is an error, even in the past. */
  readonly ever: number;
  /** Range in which a figure without anything to compare it with is believed, if no other source has one in it. */
  readonly usual?: readonly [from: number, to: number];
}

const PRICE: Bounds = { agree: 0.01, near: 0.05, lone: 0.2, ever: 2.5 };
const CLOSE: Bounds = { ...PRICE, agree: 0.015 };
const MAJOR: Bounds = { agree: 0.02, near: 0.1, lone: 0.3, ever: 6 };
const TETHER: Bounds = { agree: 0.005, near: 0.005, lone: 0.02, ever: 1.5 };
/** Bounds of realized price. */
const MVRV: Bounds = { agree: 0.03, near: 0, nearPerDay: 0.02, lone: 0.1, lonePerDay: 0.005, ever: 2.5 };
const DOMINANCE: Bounds = {
  isInPoints: true,
  agree: 3,
  near: 1,
  nearPerDay: 1,
  lone: 5,
  lonePerDay: 0.15,
  ever: 15,
  usual: [25, 80],
};

/** @returns `undefined` for Fear & Greed: one source by nature, so only its range can be checked */
function boundsOf(metric: Metric): Bounds | undefined {
  if (metric === "fear-greed") return undefined;
  if (metric === "mvrv") return MVRV;
  if (metric === "dominance") return DOMINANCE;
  if (metric === "usdt-price") return TETHER;
  if (metric === "btc-close") return CLOSE;
  return metric === "btc-price" || metric === "btc-hour-close" ? PRICE : MAJOR;
}

/**
 * How far sources may differ to agree: a share, or points of dominance.
 *
 * @throws RangeError for Fear & Greed, which has one source
 */
export function agreementOf(metric: Metric): number {
  const bounds = boundsOf(metric);
  if (bounds === undefined) throw new RangeError(`nothing is compared with ${metric}`);
  return bounds.agree;
}

/** An enabled source's answer for a figure. */
export interface SourceAnswer {
  /** The source's name, or `import`. */
  readonly source: string;
  /** `undefined` if it failed, or if its figure does not count; see `price-belief.ts` and `day-figures.ts`. */
  readonly value: number | undefined;
  /** MVRV only: the source's own close / its MVRV, in USD. This is compared instead of MVRV. */
  readonly realizedPrice?: number | undefined;
  /** MVRV and dominance: this source's own figure of the last day on which the sources agreed. */
  readonly ownYardstick?: Yardstick | undefined;
}

/** An earlier figure to measure moves from. For MVRV it is a realized price. */
export interface Yardstick {
  readonly value: number;
  /** How much older it is than the figure in question. */
  readonly ageMs: number;
}

/** The figure in question. */
export interface FigureInQuestion {
  readonly metric: Metric;
  /** The age of these answers: the time since the newest of them first arrived. 0 by default. */
  readonly standingMs?: number;
  /**
   * Whether the first answer about it arrived more than two days after its day had ended, as in a first fetch or after
   * an outage. A day that waits while the service runs does not become past.
   */
  readonly isPast?: boolean;
  /** MVRV and dominance: the source that was `believed` against another since they last agreed. */
  readonly sourceInUse?: string | undefined;
}

/** A number and the source that stated it. */
export interface SourcedFigure {
  readonly value: number;
  readonly source: string;
}

/**
 * The outcome:
 *
 * - `confirmed`: may be frozen, and is the next yardstick of a live figure
 * - `believed`: may be frozen, and is then the next yardstick of a closing; never one of the live price
 * - `shown`: only shown; neither frozen nor ever a yardstick
 * - `unsure`: not used at all; a price waits, any other figure is missing for that day
 * - `nothing`: no source answered
 */
export type Belief =
  | (Accepted & { readonly kind: "confirmed" /** Includes `source`. */; readonly agreeing: readonly string[] })
  | (Accepted & { readonly kind: "believed" })
  | (SourcedFigure & { readonly kind: "shown"; readonly doubt: Doubt })
  | { readonly kind: "unsure"; readonly doubt: Doubt }
  | { readonly kind: "nothing" };

interface Accepted extends SourcedFigure {
  /** The answers that contradict this one and are refused. */
  readonly refused: readonly SourcedFigure[];
}

/** Whether a figure may be frozen. */
export function isAccepted(belief: Belief): belief is Extract<Belief, Accepted> {
  return belief.kind === "confirmed" || belief.kind === "believed";
}

/** Why a figure is not believed, as data; `doubtSentence` puts it into words. */
export interface Doubt {
  readonly metric: Metric;
  readonly why: DoubtReason;
  /** Each source that answered. */
  readonly answers: readonly SourcedFigure[];
  /** How many enabled sources could have answered. */
  readonly enabled: number;
  /** What the answers were compared with: a realized price for MVRV. */
  readonly last: number | undefined;
}

/**
 * Decides what to believe.
 *
 * A majority of the sources that answered is believed, no matter how far the figure moved. Without one, prices are
 * compared with the last figure, MVRV and dominance with each source's own figure from when they last agreed.
 *
 * @param sources every enabled source that could have the figure of this instant or day, in order of preference; each
 *   has answered or failed
 * @param last the last figure that was `confirmed` (live) or frozen (closing, past)
 */
export function believe(
  sources: readonly SourceAnswer[],
  last: Yardstick | undefined,
  figure: FigureInQuestion,
): Belief {
  const { metric } = figure;
  const importValue = sources.find(({ source }) => source === IMPORT)?.value; // the operator is responsible for it
  if (importValue !== undefined && isPlausible(metric, importValue)) {
    return { kind: "confirmed", value: importValue, source: IMPORT, agreeing: [IMPORT], refused: [] };
  }
  const answers = sources.flatMap((each) => answerOf(each, metric) ?? []);
  const [first] = answers;
  if (first === undefined) return { kind: "nothing" };
  const bounds = boundsOf(metric);
  if (bounds === undefined) return { kind: "believed", value: first.value, source: first.source, refused: [] };
  const question = { sources, answers, last, figure, bounds };
  const belief = ofMajority(question) ?? (isPrice(metric) ? likeliestPrice(question) : steadiest(question));
  const isOpen = belief.kind === "unsure" || belief.kind === "shown";
  const ofPast = isOpen && figure.isPast ? firstPossible(question) : undefined;
  return ofPast === undefined ? belief : believeIn(question, ofPast);
}

/** A plausible answer. */
interface Answer extends SourcedFigure {
  /** The number to compare: realized price for MVRV, otherwise the value itself. */
  readonly comparedValue: number;
  readonly ownYardstick: Yardstick | undefined;
}

interface Question {
  readonly sources: readonly SourceAnswer[];
  /** At least one, in order of preference. */
  readonly answers: readonly Answer[];
  readonly last: Yardstick | undefined;
  readonly figure: FigureInQuestion;
  readonly bounds: Bounds;
}

function answerOf({ source, value, realizedPrice, ownYardstick }: SourceAnswer, metric: Metric): Answer | undefined {
  if (value === undefined || !isPlausible(metric, value)) return undefined;
  const comparedValue = metric === "mvrv" ? realizedPrice : value;
  if (comparedValue === undefined || !Number.isFinite(comparedValue) || comparedValue <= 0) return undefined;
  return { source, value, comparedValue, ownYardstick };
}

function isPrice(metric: Metric): boolean {
  return metric !== "mvrv" && metric !== "dominance";
}

/**
 * Exchanges drift apart in a fast market, so after a move sources may differ a little more and still agree: by up to a
 * quarter of the move of the nearer one. (Half of it would accept a wrong source that is 8 % off.) The first of these
 * steps that yields a majority is used. If three of four sources agree to within a percent after a crash of 45 %, the
 * fourth must not win just because it is first in order and only 8 % off.
 */
const WIDENINGS = [0, 1 / 16, 1 / 8, 1 / 4] as const;
const WIDEST = 1 / 4;

/** After a move beyond `near`, a majority of too few sources waits this long for more answers. */
const FEW_WAIT_MS = HOUR_MS;

/** The sources that agree with each other, if they are at least two and more than half of those that answered. */
function ofMajority(question: Question): Belief | undefined {
  const { answers } = question;
  const majorities = WIDENINGS.map((widening) => largestGroups(question, widening)[0] ?? []);
  const group = majorities.find(({ length }) => length >= 2 && 2 * length > answers.length);
  const [best] = group ?? [];
  if (group === undefined || best === undefined) return undefined;
  if (isTooFew(question, best)) return unsureBecause(question, "few");
  const { value, source } = best;
  const refused = answers.filter((each) => !agree(question, WIDEST, each, best)).map(sourcedFigure);
  return { kind: "confirmed", value, source, agreeing: group.map((each) => each.source), refused };
}

function isTooFew({ sources, answers, last, figure, bounds }: Question, best: Answer): boolean {
  const { isPast = false, standingMs = 0 } = figure;
  if (isPast || last === undefined || 2 * answers.length >= sources.length) return false;
  return !isAtMost(move(bounds, best.comparedValue, last.value), nearOf(bounds, last)) && standingMs < FEW_WAIT_MS;
}

/**
 * The largest groups whose members all agree with each other, in order of preference. A handful of sources has few
 * groups, so all are tried.
 */
function largestGroups(question: Question, widening: number): readonly (readonly Answer[])[] {
  let largest: (readonly Answer[])[] = [];
  const extend = (group: readonly Answer[], rest: readonly Answer[]): void => {
    const size = largest[0]?.length ?? 0;
    if (group.length > size) largest = [group];
    else if (group.length > 0 && group.length === size) largest.push(group);
    for (const [i, next] of rest.entries()) {
      if (group.every((each) => agree(question, widening, each, next))) extend([...group, next], rest.slice(i + 1));
    }
  };
  extend([], question.answers);
  return largest;
}

function agree({ bounds, last }: Question, widening: number, one: Answer, other: Answer): boolean {
  const way = (to: Answer) => (last === undefined ? 0 : wayBetween(bounds, last.value, to.comparedValue));
  const apart = bounds.isInPoints
    ? Math.abs(one.comparedValue - other.comparedValue)
    : ratio(one.comparedValue, other.comparedValue) - 1;
  return isAtMost(apart, bounds.agree + widening * Math.min(way(one), way(other)));
}

/** As a share of the larger number, so that a tenfold rise widens the bound by 22.5 % and not by 225 %. */
function wayBetween(bounds: Bounds, one: number, other: number): number {
  return bounds.isInPoints ? Math.abs(one - other) : 1 - 1 / ratio(one, other);
}

/** After this time without a contradiction, a lone close or 06:00 price counts, no matter how far it moved. */
const LONE_WAIT_MS = 2 * DAY_MS;
const WAITING: readonly Metric[] = ["btc-close", "btc-hour-close"];

/** The price to believe if no majority agrees. */
function likeliestPrice(question: Question): Belief {
  const { sources, answers, last, bounds } = question;
  const [first, second] = answers;
  if (first !== undefined && second === undefined) return lonePrice(question, first);
  const groups = largestGroups(question, WIDEST).filter(({ length }) => length >= 2);
  if (groups.length >= 2 && areDisjoint(groups)) return unsureBecause(question, "tie");
  // With two enabled sources, nothing shows which one is right.
  if (sources.length === 2 || last === undefined) return unsureBecause(question, "contradiction");
  const near = answers.filter(({ comparedValue }) =>
    isAtMost(move(bounds, comparedValue, last.value), nearOf(bounds, last)),
  );
  const [nearest] = near;
  const isMost = 2 * near.length > answers.length;
  return isMost && nearest !== undefined ? believeIn(question, nearest) : unsureBecause(question, "contradiction");
}

function areDisjoint(groups: readonly (readonly Answer[])[]): boolean {
  return new Set(groups.flat()).size === groups.flat().length;
}

function lonePrice(question: Question, lone: Answer): Belief {
  const { sources, last, figure, bounds } = question;
  const isOnly = sources.length === 1;
  if (last === undefined) return isOnly ? believeIn(question, lone) : unsureBecause(question, "unknown");
  const distance = move(bounds, lone.value, last.value);
  const isNear = isOnly ? isReachable(lone.value, last, bounds) : isAtMost(distance, nearOf(bounds, last));
  if (isNear) return believeIn(question, lone);
  const { metric, standingMs = 0 } = figure;
  const hasWaited = WAITING.includes(metric) && standingMs >= LONE_WAIT_MS;
  if (hasWaited && isPossible(bounds, lone.value, last.value)) return believeIn(question, lone);
  if (!isAtMost(distance, loneOf(bounds, last))) return unsureBecause(question, "lone");
  return { kind: "shown", ...sourcedFigure(lone), doubt: doubtOf(question, "lone") };
}

/**
 * Whether the only source is within `lone` of the last figure. After a day the bound widens, because a coin with one
 * source must be accepted after an outage in which its price doubled.
 */
function isReachable(value: number, last: Yardstick, { lone }: Bounds): boolean {
  const spread = Math.sqrt(Math.max(1, last.ageMs / DAY_MS)); // prices spread with the square root of time
  return value >= last.value * (1 - lone) ** spread && value <= last.value * (1 + lone) ** spread;
}

/**
 * MVRV and dominance if no majority agrees: the source that moved less from its own figure of the last day on which
 * they agreed. That way a drifting source of two is outvoted by its own past. It is kept until they agree again.
 */
function steadiest(question: Question): Belief {
  const { sources, answers, last, figure, bounds } = question;
  const all = answers.flatMap((answer): Move[] => {
    const from = answer.ownYardstick ?? last;
    return from === undefined ? [] : [{ answer, from, distance: move(bounds, answer.comparedValue, from.value) }];
  });
  const [only] = answers;
  if (all.length === 0 && only !== undefined && sources.length === 1) return believeIn(question, only);
  const [usual, other] = answers.filter(({ comparedValue }) => isUsual(bounds, comparedValue));
  if (all.length === 0 && usual !== undefined && other === undefined) return believeIn(question, usual);
  const moving = all.filter((each) => !isStuck(each, all, bounds));
  const steady = moving.toSorted((one, other) => one.distance - other.distance)[0]; // stable: the first of equals wins
  const current = moving.find(({ answer }) => answer.source === figure.sourceInUse);
  const choice = current ?? steady;
  if (choice === undefined) return unsureBecause(question, "unknown");
  // While the source in use is silent, a refused one is used only if it still agrees with its past.
  const isSilent =
    current === undefined && sources.some(({ source, value }) => source === figure.sourceInUse && value === undefined);
  const bound = isSilent ? bounds.agree : loneOf(bounds, choice.from);
  if (!isAtMost(choice.distance, bound) && !(choice === current && isWithinLast(question, current.answer))) {
    return unsureBecause(question, answers.length === 1 ? "lone" : "moved");
  }
  return believeIn(question, choice.answer, levelShift(question, choice.answer));
}

/** Without this, a first start during an outage of one of two sources would show nothing. */
function isUsual({ usual }: Bounds, value: number): boolean {
  return usual !== undefined && value >= usual[0] && value <= usual[1];
}

/**
 * The source in use may continue from the last frozen figure. Otherwise a true figure is lost in a long rise: since
 * June 2014 realized price moved by more than 10 % + 0.5 % a day in one of 12 spans of 60 days, and in one of 56 spans
 * of 14 days.
 */
function isWithinLast({ last, bounds }: Question, { comparedValue }: Answer): boolean {
  return last !== undefined && isAtMost(move(bounds, comparedValue, last.value), loneOf(bounds, last));
}

interface Move {
  readonly answer: Answer;
  readonly from: Yardstick;
  readonly distance: number;
}

/** Realized price always changes by more than a millionth. */
const STANDSTILL = 1e-6;

/** A source that repeats its old figure has moved least, but only because it is stuck. */
function isStuck({ distance }: Move, all: readonly Move[], { agree }: Bounds): boolean {
  return distance < STANDSTILL && all.some((other) => other.distance > agree);
}

/** Vendors' levels of dominance differ: another source's figure is shifted to the level of the first one. */
function levelShift({ sources, figure }: Question, { source, ownYardstick }: Answer): number {
  const level = sources.find((each) => each.ownYardstick !== undefined);
  if (figure.metric !== "dominance" || level?.ownYardstick === undefined || ownYardstick === undefined) return 0;
  return level.source === source ? 0 : level.ownYardstick.value - ownYardstick.value;
}

/**
 * Doubts about the past do not resolve with time: use the first in order that is not far from the last figure,
 * otherwise the first that is possible at all. Of two real vendors' closes since 2010 this always takes the first;
 * without the bound, a source at twice the price could win by its rank. (The nearest to the last figure was wrong by up
 * to 32 %, the first in order by 8 %; leaving such days open moved scores of 2013 by 22 points.)
 */
function firstPossible({ answers, last, bounds }: Question): Answer | undefined {
  if (last === undefined) return answers[0];
  const far = PAST_REACH * bounds.lone;
  return (
    answers.find(({ comparedValue }) => isAtMost(move(bounds, comparedValue, last.value), far)) ??
    answers.find(({ comparedValue }) => isPossible(bounds, comparedValue, last.value))
  );
}

/** Three times `lone` covers every day of Bitcoin's past (-52 to +55 %), and no doubling. */
const PAST_REACH = 3;

function isPossible({ isInPoints, ever }: Bounds, value: number, last: number): boolean {
  return (isInPoints ? Math.abs(value - last) : ratio(value, last)) <= ever;
}

/** Rounding must not decide: 102 is two percent from 100. */
function isAtMost(value: number, bound: number): boolean {
  return value <= bound + 1e-9;
}

function move({ isInPoints }: Bounds, value: number, from: number): number {
  return isInPoints ? Math.abs(value - from) : Math.abs(value / from - 1);
}

/** The factor between two positive numbers, at least 1. */
function ratio(one: number, other: number): number {
  return Math.max(one / other, other / one);
}

function nearOf({ near, nearPerDay = 0 }: Bounds, { ageMs }: Yardstick): number {
  return near + (nearPerDay * ageMs) / DAY_MS;
}

function loneOf({ lone, lonePerDay = 0 }: Bounds, { ageMs }: Yardstick): number {
  return lone + (lonePerDay * ageMs) / DAY_MS;
}

function believeIn(question: Question, answer: Answer, shift = 0): Belief {
  const refused = question.answers.filter((each) => !agree(question, WIDEST, each, answer)).map(sourcedFigure);
  return { kind: "believed", value: answer.value + shift, source: answer.source, refused };
}

function unsureBecause(question: Question, why: DoubtReason): Belief {
  return { kind: "unsure", doubt: doubtOf(question, why) };
}

function doubtOf({ sources, answers, last, figure }: Question, why: DoubtReason): Doubt {
  return {
    metric: figure.metric,
    why,
    answers: answers.map(sourcedFigure),
    enabled: sources.length,
    last: last?.value,
  };
}

function sourcedFigure({ value, source }: SourcedFigure): SourcedFigure {
  return { value, source };
}

/** The doubt in one sentence for the log, the status and the pages. */
export function doubtSentence({ metric, why, answers, enabled, last }: Doubt): string {
  const name = figureName(metric);
  const figures = answers.map(({ source, value }) => `${source} ${numberText(value)}`).join(", ");
  const before =
    last === undefined ? "" : `; the last ${metric === "mvrv" ? "realized price" : "one"} was ${numberText(last)}`;
  const reasons: Readonly<Record<DoubtReason, string>> = {
    tie: `the sources are split evenly on ${name}`,
    contradiction: `no majority of the sources agrees on ${name}`,
    lone: `only one of ${enabled} sources has ${name}, and it moved too far to be believed alone`,
    few: `${name} moved far, and only ${answers.length} of ${enabled} sources have answered`,
    moved: `the sources disagree on ${name}, and each is far from its figure when they last agreed`,
    unknown: `there is nothing to compare ${name} with yet`,
  };
  return `${reasons[why]}: ${figures}${before}`;
}

export function figureName(metric: Metric): string {
  if (metric === "mvrv") return "MVRV";
  if (metric === "dominance") return "Bitcoin dominance";
  if (metric === "fear-greed") return "Fear & Greed";
  if (metric === "btc-hour-close") return "the price at 06:00 UTC";
  const [coin = "", kind] = metric.split("-");
  const owner = coin === "btc" ? "Bitcoin" : coin === "usdt" ? "tether" : coin.toUpperCase();
  return kind === "close" ? `the close of ${owner}` : `the price of ${owner}`;
}

/** Seven digits, enough to see a difference. */
function numberText(value: number): string {
  return String(Number(value.toPrecision(7)));
}
