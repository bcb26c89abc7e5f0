/** Instants and UTC days as numbers that the compiler keeps apart, with parsing and formatting. */

/** An instant: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly __is: "instant" };

/** A calendar day in UTC: days since 1970-01-01. */
export type UtcDay = number & { readonly __is: "utc-day" };

/** Durations in milliseconds. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The day that contains an instant. */
export function dayOf(at: Instant): UtcDay {
  return Math.floor(at / DAY_MS) as UtcDay;
}

/** 00:00 UTC at the beginning of a day. */
export function startOf(day: UtcDay): Instant {
  return (day * DAY_MS) as Instant;
}

/** 24:00 UTC: the end of a day, which is the start of the next one. */
export function endOf(day: UtcDay): Instant {
  return ((day + 1) * DAY_MS) as Instant;
}

/** The start of the UTC hour that contains an instant. */
export function hourOf(at: Instant): Instant {
  return (Math.floor(at / HOUR_MS) * HOUR_MS) as Instant;
}

/** The day `count` days later; earlier if negative. */
export function addDays(day: UtcDay, count: number): UtcDay {
  return (day + count) as UtcDay;
}

/** The instant `ms` milliseconds later. */
export function plus(at: Instant, ms: number): Instant {
  return (at + ms) as Instant;
}

/** `2026-11-21` */
export function formatDay(day: UtcDay): string {
  return formatInstant(startOf(day)).slice(0, 10);
}

/** `2026-11-21T04:12:10.000Z` */
export function formatInstant(at: Instant): string {
  return new Date(at).toISOString();
}

/** Parses an ISO 8601 text: 00:00 UTC for a day, NaN for anything else. Use it on text that is already validated. */
export function instantOf(text: string): Instant {
  return Date.parse(text) as Instant;
}

/** @returns the day, or `undefined` for anything but a real date written `YYYY-MM-DD` */
export function parseDay(text: string): UtcDay | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  const isReal = new Date(at).getUTCDate() === Number(text.slice(8)); // some engines roll 2026-02-30 over
  return isReal ? dayOf(at as Instant) : undefined;
}

/** @throws RangeError for anything but a real date written `YYYY-MM-DD`: use it for constants in code */
export function utcDay(text: string): UtcDay {
  const day = parseDay(text);
  if (day === undefined) throw new RangeError(`not a UTC day: ${text}`);
  return day;
}

/** The calendar year of a day. */
export function yearOf(day: UtcDay): number {
  return new Date(startOf(day)).getUTCFullYear();
}
