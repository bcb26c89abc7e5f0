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

/**
 * The day that contains an instant.
 *
 * @example
 * ```ts
 * formatDay(dayOf(instantOf("2026-11-21T23:59:59Z"))); // "2026-11-21"
 * ```
 */
export function dayOf(at: Instant): UtcDay {
  return Math.floor(at / DAY_MS) as UtcDay;
}

/**
 * 00:00 UTC at the beginning of a day.
 *
 * @example
 * ```ts
 * formatInstant(startOf(utcDay("2026-11-21"))); // "2026-11-21T00:00:00.000Z"
 * ```
 */
export function startOf(day: UtcDay): Instant {
  return (day * DAY_MS) as Instant;
}

/**
 * 24:00 UTC: the end of a day, which is the start of the next one.
 *
 * @example
 * ```ts
 * formatInstant(endOf(utcDay("2026-11-21"))); // "2026-11-22T00:00:00.000Z"
 * ```
 */
export function endOf(day: UtcDay): Instant {
  return ((day + 1) * DAY_MS) as Instant;
}

/**
 * The start of the UTC hour that contains an instant.
 *
 * @example
 * ```ts
 * formatInstant(hourOf(instantOf("2026-11-21T07:05:00Z"))); // "2026-11-21T07:00:00.000Z"
 * ```
 */
export function hourOf(at: Instant): Instant {
  return (Math.floor(at / HOUR_MS) * HOUR_MS) as Instant;
}

/**
 * The day `count` days later; earlier if negative.
 *
 * @example
 * ```ts
 * formatDay(addDays(utcDay("2026-11-21"), -30)); // "2026-10-22"
 * ```
 */
export function addDays(day: UtcDay, count: number): UtcDay {
  return (day + count) as UtcDay;
}

/**
 * The instant `ms` milliseconds later.
 *
 * @example
 * ```ts
 * formatInstant(plus(instantOf("2026-11-21T07:05:00Z"), HOUR_MS)); // "2026-11-21T08:05:00.000Z"
 * ```
 */
export function plus(at: Instant, ms: number): Instant {
  return (at + ms) as Instant;
}

/**
 * `2026-11-21`
 *
 * @example
 * ```ts
 * formatDay(utcDay("2026-11-21")); // "2026-11-21"
 * ```
 */
export function formatDay(day: UtcDay): string {
  return formatInstant(startOf(day)).slice(0, 10);
}

/**
 * `2026-11-21T04:12:10.000Z`
 *
 * @example
 * ```ts
 * formatInstant(instantOf("2026-11-21T04:12:10Z")); // "2026-11-21T04:12:10.000Z"
 * ```
 */
export function formatInstant(at: Instant): string {
  return new Date(at).toISOString();
}

/**
 * Parses an ISO 8601 text: 00:00 UTC for a day, NaN for anything else. Only for text that is already validated.
 *
 * @example
 * ```ts
 * instantOf("1970-01-02"); // 86400000
 * instantOf("yesterday"); // NaN
 * ```
 */
export function instantOf(text: string): Instant {
  return Date.parse(text) as Instant;
}

/**
 * @returns the day, or `undefined` for anything but a real date written `YYYY-MM-DD`
 * @example
 * ```ts
 * parseDay("1970-01-02"); // 1
 * parseDay("2026-02-30"); // undefined
 * ```
 */
export function parseDay(text: string): UtcDay | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  const isReal = new Date(at).getUTCDate() === Number(text.slice(8)); // some engines roll 2026-02-30 over
  return isReal ? dayOf(at as Instant) : undefined;
}

/**
 * @throws RangeError for anything but a real date written `YYYY-MM-DD`: use it for constants in code
 * @example
 * ```ts
 * utcDay("1970-01-02"); // 1
 * ```
 */
export function utcDay(text: string): UtcDay {
  const day = parseDay(text);
  if (day === undefined) throw new RangeError(`not a UTC day: ${text}`);
  return day;
}

/**
 * The calendar year of a day.
 *
 * @example
 * ```ts
 * yearOf(utcDay("2026-11-21")); // 2026
 * ```
 */
export function yearOf(day: UtcDay): number {
  return new Date(startOf(day)).getUTCFullYear();
}
