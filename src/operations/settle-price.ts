import { DAY_MS, HOUR_MS } from "../domain/instant.js";
import type { Quote } from "../domain/snapshot.js";

/** Two sources agree when they differ by no more than this; also how far one alone may move unquestioned. */
export const AGREEMENT = 0.01;

/** One source alone is not believed when it moved further than this from the last accepted price. */
export const LONE_MOVE = 0.2;

/** How many sources are asked at most: two, and a third where they differ. */
const OPINIONS = 3;

/** The last accepted price, to compare with. */
export interface Reference {
  /** USD. */
  readonly value: number;
  /** How long before the quotes it was true. */
  readonly ageMs: number;
}

/**
 * The factors within which even agreeing sources are believed: a whole market that halves between two looks is a
 * common fault of the sources, not a price.
 */
export interface Temper {
  readonly withinHours: number;
  readonly withinDays: number;
}

/** Bitcoin: at most a third in an hour since 2013; 0.51 to 1.55 in a day since 2010. */
export const BITCOIN: Temper = { withinHours: 1.6, withinDays: 2.5 };

/** The majors are wilder: DOGE rose more than fourfold on 2021-01-28. */
export const MAJOR: Temper = { withinHours: 2.5, withinDays: 6 };

/** Up to this age of the reference, the narrower factor holds ... */
const HOURS_MS = 6 * HOUR_MS;

/** ... and up to this one the wider; an older reference says nothing about a market. */
const DAYS_MS = 7 * DAY_MS;

export interface Doubt {
  /** `undefined` when there never was an accepted price. */
  readonly last: Reference | undefined;
  readonly temper: Temper;
  /** Whether no further source can be asked. */
  readonly complete: boolean;
}

/**
 * Chooses the price to believe.
 *
 * @param quotes one a source, in chain order
 * @returns the quote to accept; `more` when a further source is to be asked; `none` when nothing can be believed
 */
export function settlePrice(quotes: readonly Quote[], { last, temper, complete }: Doubt): Quote | "more" | "none" {
  const possible = quotes.filter((quote) => isPossible(quote.value, last, temper));
  const agreed = firstAgreed(possible);
  if (agreed !== undefined) return agreed;
  if (!complete && quotes.length < OPINIONS) return "more";
  if (last === undefined) return "none";
  const candidate = quotes.length >= OPINIONS ? median(quotes) : nearest(quotes, last.value);
  return candidate !== undefined && distance(candidate.value, last.value) <= LONE_MOVE ? candidate : "none";
}

/** Relative difference, 0.01 = one percent of the second. */
export function distance(value: number, from: number): number {
  return Math.abs(value / from - 1);
}

function isPossible(value: number, last: Reference | undefined, temper: Temper): boolean {
  if (last === undefined || last.ageMs > DAYS_MS) return true;
  const factor = last.ageMs <= HOURS_MS ? temper.withinHours : temper.withinDays;
  return Math.max(value / last.value, last.value / value) <= factor;
}

function firstAgreed(quotes: readonly Quote[]): Quote | undefined {
  return quotes.find((quote) =>
    quotes.some((other) => other.source !== quote.source && distance(quote.value, other.value) <= AGREEMENT),
  );
}

function median(quotes: readonly Quote[]): Quote | undefined {
  return quotes.toSorted((a, b) => a.value - b.value)[Math.floor(quotes.length / 2)];
}

function nearest(quotes: readonly Quote[], last: number): Quote | undefined {
  return quotes.toSorted((a, b) => distance(a.value, last) - distance(b.value, last))[0];
}
