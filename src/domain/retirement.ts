import { type Instant, startOf, utcDay } from "./instant.js";

/** When and why a path of the public interface ends. Everything that announces it is made from this. */
export interface Retirement {
  /** UTC day, `2026-12-01`, of the first release that announces it. */
  readonly announced: string;
  /** UTC day from whose beginning on the path is 410; 12 months after the announcement or later. */
  readonly sunset: string;
  /** The path that takes its place. */
  readonly successor?: string;
  /** Why, and what to do instead: a sentence in English. */
  readonly note: string;
}

/** A path that is announced to end. */
export interface RetiredPath {
  readonly path: string;
  readonly retirement: Retirement;
}

/** The beginning of the day from which on a path is deprecated. @throws RangeError when it is not a day */
export function deprecatedAt({ announced }: Retirement): Instant {
  return startOf(utcDay(announced));
}

/** The moment from which on a path is gone. @throws RangeError when it is not a day */
export function sunsetAt({ sunset }: Retirement): Instant {
  return startOf(utcDay(sunset));
}

/** The announcement, in English. */
export function retirementText({ path, retirement }: RetiredPath): string {
  const { announced, sunset, successor, note } = retirement;
  const next = successor === undefined ? "" : ` ${successor} takes its place.`;
  return `${path} is deprecated since ${announced} and answers until ${sunset}, 00:00 UTC; then 410.${next} ${note}`;
}
