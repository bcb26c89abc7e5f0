/**
 * The sources' figures of an ended day, and which of them to believe. Nothing here queries a source or stores anything.
 */

import { addDays, DAY_MS, endOf, type Instant, MAJORS, type Major, startOf, type UtcDay } from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import { CLOSE_MS, rowInstant } from "../domain/history.js";
import type { Quote } from "../domain/live-figures.js";
import type { Metric, PastMetric } from "../domain/observation.js";
import type { HistoryFeed } from "../sources/feeds.js";
import { IMPORT } from "../sources/order.js";
import type { Sources } from "../sources/sources.js";
import {
  type Belief,
  believe,
  isAccepted,
  type SourceAnswer,
  type SourcedFigure,
  type Yardstick,
} from "./believing.js";
import type { Inquiry } from "./inputs.js";
import type { StoredDays } from "./stored-days.js";
import { type DatedFigure, yardstickAt } from "./yardsticks.js";

/** A figure of a day: what is believed, and which sources were queried. */
export interface DayFigure {
  readonly metric: PastMetric;
  readonly day: UtcDay;
  readonly belief: Belief;
  readonly inquiry: Inquiry;
}

/** An answer that arrives later than this after its day belongs to the past, where waiting does not help. */
const PAST_AFTER_MS = 2 * DAY_MS;

/** The stored figures of some days, as known at a given instant. */
export class DayFigures {
  readonly #days: StoredDays;
  readonly #at: Instant;
  readonly #sources: Sources;
  readonly #isLeftOut: (metric: PastMetric, source: string) => boolean;
  readonly #feeds = new Map<PastMetric, readonly HistoryFeed[]>();

  /** @param isLeftOut whether a source is treated as one without the metric, because it has permanently refused */
  constructor(
    days: StoredDays,
    sources: Sources,
    at: Instant,
    isLeftOut: (metric: PastMetric, source: string) => boolean = () => false,
  ) {
    this.#days = days;
    this.#at = at;
    this.#sources = sources;
    this.#isLeftOut = isLeftOut;
  }

  /** @param ownQuote our own stored price of the minutes before the day's end */
  close(day: UtcDay, last: Yardstick | undefined, ownQuote?: Quote): DayFigure {
    return this.#believed("btc-close", day, this.#withOwnQuote(this.#answers("btc-close", day), ownQuote), last);
  }

  /**
   * The price at 06:00 UTC of a day. If a source's own price at 00:00 differs from the day's, the source quotes another
   * pair, and its price at 06:00 does not count. Until 2017 no other source has one to contradict it.
   *
   * @param opening the day's price at 00:00, USD
   * @param ownQuote our own stored price of the minutes before
   */
  priceAt06(day: UtcDay, opening: number, ownQuote?: Quote): DayFigure {
    const closes = this.#days.all("btc-close", addDays(day, -1));
    const isOther = ({ source }: SourceAnswer) => {
      const own = closes.find((each) => each.source === source)?.value ?? opening;
      return Math.abs(own / opening - 1) > OTHER_PRICE;
    };
    const sources = this.#answers("btc-hour-close", day);
    const noAnswers = sources.flatMap((each) => {
      return each.value !== undefined && isOther(each) ? { source: each.source, value: each.value } : [];
    });
    const answers = sources.map((each) => (isOther(each) ? { ...each, value: undefined } : each));
    const last = { value: opening, ageMs: CLOSE_MS };
    const figure = this.#believed("btc-hour-close", day, this.#withOwnQuote(answers, ownQuote), last);
    return { ...figure, inquiry: { ...figure.inquiry, noAnswers } };
  }

  majorClose(major: Major, day: UtcDay, last: Yardstick | undefined): DayFigure {
    const metric = `${major}-close` as const;
    return this.#believed(metric, day, this.#answers(metric, day), last);
  }

  /**
   * @param dayClose the day's close, USD
   * @param memory of the days before
   */
  mvrv(day: UtcDay, dayClose: number, memory: RealizedPrices): DayFigure {
    const { last, sourceInUse } = memory;
    const sources = this.realizedPrices(day, dayClose).map((each) => ({
      ...each,
      ownYardstick: memory.ownYardstick(each.source, day),
    }));
    return this.#believed("mvrv", day, sources, last && yardstickAt(last, endOf(day)), sourceInUse);
  }

  /** Every source's MVRV with its realized price. @param dayClose the day's close, USD */
  realizedPrices(day: UtcDay, dayClose: number): readonly SourceAnswer[] {
    const closes = this.#days.all("btc-close", day);
    return this.#answers("mvrv", day).map(({ source, value }) => {
      return mvrvAnswer(source, value, closes.find((each) => each.source === source)?.value, dayClose);
    });
  }

  fearGreed(day: UtcDay): DayFigure {
    return this.#believed("fear-greed", day, this.#answers("fear-greed", day), undefined);
  }

  /** The newest figure of the day: only what was believed is stored. */
  dominance(day: UtcDay): SourcedFigure | undefined {
    return this.#days.all("dominance", day).toSorted((one, other) => other.observedAt - one.observedAt)[0];
  }

  #believed(
    metric: PastMetric,
    day: UtcDay,
    sources: readonly SourceAnswer[],
    last: Yardstick | undefined,
    sourceInUse?: string,
  ): DayFigure {
    const arrivals = this.#days.all(metric, day).map(({ fetchedAt }) => fetchedAt);
    const standingMs = arrivals.length === 0 ? 0 : this.#at - Math.max(...arrivals);
    const isPast = arrivals.length > 0 && Math.min(...arrivals) - momentOf(metric, day) > PAST_AFTER_MS;
    const belief = believe(sources, last, { metric, standingMs, isPast, sourceInUse });
    const due = this.#feedsOf(metric).flatMap((feed) => (feed.isDue(day, this.#at) ? feed.name : []));
    return { metric, day, belief, inquiry: { sources, due, observedAt: momentOf(metric, day) } };
  }

  /** Every enabled source that could have the figure by now, and the operator's own file if it contains the figure. */
  #answers(metric: PastMetric, day: UtcDay): readonly SourceAnswer[] {
    const observations = this.#days.all(metric, day);
    const statedBy = (name: string) => observations.find(({ source }) => source === name)?.value;
    const importValue = statedBy(IMPORT);
    const answers = this.#feedsOf(metric).flatMap((feed): SourceAnswer[] => {
      const value = statedBy(feed.name);
      return value !== undefined || feed.couldHave(day, this.#at) ? [{ source: feed.name, value }] : [];
    });
    return importValue === undefined ? answers : [{ source: IMPORT, value: importValue }, ...answers];
  }

  #withOwnQuote(answers: readonly SourceAnswer[], ownQuote: Quote | undefined): readonly SourceAnswer[] {
    const sourceNames = this.#sources.prices("btc").map(({ name }) => name);
    return withOwnQuote(answers, ownQuote, sourceNames);
  }

  #feedsOf(metric: PastMetric): readonly HistoryFeed[] {
    let feeds = this.#feeds.get(metric);
    if (feeds === undefined) {
      feeds = this.#sources.histories(metric).filter(({ name }) => !this.#isLeftOut(metric, name));
      this.#feeds.set(metric, feeds);
    }
    return feeds;
  }
}

/**
 * If a source is silent, uses our own last quote from it before an instant, never in addition to it: one source must
 * not have two votes.
 *
 * @param own our own stored quote of the minutes before the instant, confirmed or believed
 * @param sourceNames the names of all enabled sources: one without closes, such as a live ticker, is added last
 */
export function withOwnQuote(
  sources: readonly SourceAnswer[],
  own: Quote | undefined,
  sourceNames: readonly string[],
): readonly SourceAnswer[] {
  if (own === undefined || !sourceNames.includes(own.source)) return sources;
  const { source, value } = own;
  if (!sources.some((each) => each.source === source)) return [...sources, { source, value }];
  return sources.map((each) => (each.source === source && each.value === undefined ? { ...each, value } : each));
}

/** A source whose own close is further than this from the day's close uses a different price. */
const OTHER_PRICE = 0.05;

/**
 * A source's MVRV as an answer; it does not count if the source's own close is not the day's. A source that derives
 * prices from the chain was off by a third for a week of January 2015, and so was its MVRV, although its realized price
 * was right.
 *
 * @param ownClose the source's own close, USD; `undefined` if it has none
 * @param dayClose the day's close, USD
 */
export function mvrvAnswer(
  source: string,
  mvrv: number | undefined,
  ownClose: number | undefined,
  dayClose: number,
): SourceAnswer {
  const close = ownClose ?? dayClose;
  if (mvrv === undefined || Math.abs(close / dayClose - 1) > OTHER_PRICE) return { source, value: undefined };
  return { source, value: mvrv, realizedPrice: close / mvrv };
}

/** The instant to which a figure of a day refers. */
function momentOf(metric: PastMetric, day: UtcDay): Instant {
  if (metric === "fear-greed") return startOf(day);
  return metric === "btc-hour-close" ? rowInstant(day) : endOf(day);
}

/** The number to freeze; `undefined` if it is only shown, or not believed at all. */
export function frozenFigure({ belief }: DayFigure): SourcedFigure | undefined {
  return isAccepted(belief) ? { value: belief.value, source: belief.source } : undefined;
}

/** An ended day with the figures that are believed. */
export interface EndedDay {
  readonly closedDay: ClosedDay;
  /** All figures but the close, which decides whether the day can be closed at all. */
  readonly figures: readonly DayFigure[];
}

/**
 * A day's inputs, as known at a given instant. A figure that is not believed is missing.
 *
 * @param close the day's close; `undefined` leaves a gap
 * @param before the frozen figures of the days before
 * @param realizedPrices `undefined` if MVRV is left out
 */
export function endedDay(
  figures: DayFigures,
  day: UtcDay,
  at: Instant,
  close: SourcedFigure | undefined,
  before: FrozenFigures,
  realizedPrices: RealizedPrices | undefined,
): EndedDay {
  const end = endOf(day);
  const majors = MAJORS.map((major) => [major, figures.majorClose(major, day, before.major(major, end))] as const);
  const mvrv = close && realizedPrices && figures.mvrv(day, close.value, realizedPrices);
  const fearGreed = figures.fearGreed(day);
  const dominance = figures.dominance(day);
  const sources: Partial<Record<Metric, string>> = {};
  const numberOf = (metric: Metric, figure: SourcedFigure | undefined): number | undefined => {
    if (figure !== undefined) sources[metric] = figure.source;
    return figure?.value;
  };
  const closedDay: ClosedDay = {
    day,
    closedAt: at,
    price: numberOf("btc-close", close),
    mvrv: numberOf("mvrv", mvrv && frozenFigure(mvrv)),
    fearGreed: numberOf("fear-greed", frozenFigure(fearGreed)),
    dominance: numberOf("dominance", dominance),
    majors: Object.fromEntries(
      majors.flatMap(([major, figure]) => {
        const value = numberOf(figure.metric, frozenFigure(figure));
        return value === undefined ? [] : [[major, value]];
      }),
    ),
    sources,
  };
  return {
    closedDay,
    figures: [...(mvrv === undefined ? [] : [mvrv]), fearGreed, ...majors.map(([, figure]) => figure)],
  };
}

/** The newest frozen figures, which the next day's are compared with. */
export class FrozenFigures {
  #close: DatedFigure | undefined;
  readonly #majors = new Map<Major, DatedFigure>();

  constructor(days: readonly ClosedDay[]) {
    for (const day of days) this.note(day);
  }

  /** @param day a day after all noted ones */
  note({ day, price, majors }: ClosedDay): void {
    const observedAt = endOf(day);
    if (price !== undefined) this.#close = { value: price, observedAt };
    for (const major of MAJORS) {
      const value = majors[major];
      if (value !== undefined) this.#majors.set(major, { value, observedAt });
    }
  }

  /** Bitcoin's newest close. @param at the instant of the figure in question */
  close(at: Instant): Yardstick | undefined {
    return this.#close && yardstickAt(this.#close, at);
  }

  major(major: Major, at: Instant): Yardstick | undefined {
    const close = this.#majors.get(major);
    return close && yardstickAt(close, at);
  }
}

/**
 * Each MVRV source's own realized price when they last agreed, and which source has been believed against another
 * since. That way a drifting source is outvoted by its own past.
 */
export class RealizedPrices {
  readonly #whenAgreed = new Map<string, DatedFigure>();
  /** The frozen one. */
  #last: DatedFigure | undefined;
  #sourceInUse: string | undefined;

  get last(): DatedFigure | undefined {
    return this.#last;
  }

  get sourceInUse(): string | undefined {
    return this.#sourceInUse;
  }

  ownYardstick(source: string, day: UtcDay): Yardstick | undefined {
    const figure = this.#whenAgreed.get(source);
    return figure && yardstickAt(figure, endOf(day));
  }

  /**
   * @param answers the sources' figures of a day after all noted ones
   * @param day that day as it was frozen
   */
  note(answers: readonly SourceAnswer[], { day, price, mvrv, sources }: ClosedDay): void {
    const observedAt = endOf(day);
    const belief = believe(answers, this.#last && yardstickAt(this.#last, observedAt), { metric: "mvrv" });
    if (price !== undefined && mvrv !== undefined) this.#last = { value: price / mvrv, observedAt };
    const agreeingSources = belief.kind === "confirmed" ? belief.agreeing : [];
    for (const { source, realizedPrice } of answers) {
      if (realizedPrice !== undefined && agreeingSources.includes(source))
        this.#whenAgreed.set(source, { value: realizedPrice, observedAt });
    }
    const isContradicted = answers.filter(({ value }) => value !== undefined).length > 1;
    if (belief.kind === "confirmed") this.#sourceInUse = undefined;
    else if (isContradicted && sources.mvrv !== undefined) this.#sourceInUse = sources.mvrv;
  }
}
