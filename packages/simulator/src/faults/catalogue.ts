/** Every fault that a simulated source can have, by name. */

/**
 * Faults of the connection: the answer itself is right, the way it arrives is not.
 *
 * - `hang`: the request is taken and never answered. `reset`: a right head, half the body, then a reset of the connection.
 * - `no-date`, `date-ahead`, `date-behind`: without a Date header, or with one that is 54 hours off; the body is right.
 * - `gzip-bomb`: 64 MB of white space behind 64 kB, then the right body, sent no faster than it is read.
 */
const CONNECTION_FAULTS = [
  "hang",
  "reset",
  "200-truncated-json",
  "gzip-bomb",
  "no-date",
  "date-ahead",
  "date-behind",
] as const;

/** Faults that put another answer in place of the right one. */
export const ANSWER_FAULTS = [
  "101-upgrade",
  "200-html",
  "200-empty",
  "204",
  "304",
  "400-body",
  "401-range",
  "402",
  "403-html-waf",
  "403-forbidden-metric",
  "404",
  "405-post",
  "414",
  "418+Retry-After",
  "429+Retry-After secs",
  "429+Retry-After HTTP-date",
  "429 bare",
  "429 hour-quota",
  "451-binance",
  "500",
  "522 html",
  "200-error-array",
  "200-status-error",
  "200-throttled",
  "nested-brackets",
  "redirect-302",
] as const;

/**
 * Faults inside a well-formed answer, in the source's own wire shape. A fault that finds nothing to act on (a list fault on a bare number,
 * a page fault on an answer of one page) leaves the answer right.
 */
export const CONTENT_FAULTS = [
  "200-wrong-shape",
  "200-warning-array",
  "empty-rows",
  "stale-timestamp",
  "future-timestamp",
  "open-last-row",
  "duplicate-row",
  "disputed-row",
  "bad-row",
  "wrong-pair",
  "named-pair",
  "gap-day",
  "unsorted",
  "null-tail",
  "null-hole",
  "missing-key",
  "type-flip",
  "zero-price",
  "10x-spike",
  "revised-history",
  "page-loop",
  "json-as-html",
  "refused-metric",
  "shifted-start",
  "redeploy",
] as const;

type ConnectionFault = (typeof CONNECTION_FAULTS)[number];
export type AnswerFault = (typeof ANSWER_FAULTS)[number];
export type ContentFault = (typeof CONTENT_FAULTS)[number];
export type Fault = ConnectionFault | AnswerFault | ContentFault;

export const FAULTS: readonly Fault[] = [...CONNECTION_FAULTS, ...ANSWER_FAULTS, ...CONTENT_FAULTS];

export function isAnswerFault(fault: Fault): fault is AnswerFault {
  return (ANSWER_FAULTS as readonly Fault[]).includes(fault);
}

export function isContentFault(fault: Fault): fault is ContentFault {
  return (CONTENT_FAULTS as readonly Fault[]).includes(fault);
}

/** Details of a fault; each fault reads the few that concern it. */
export interface FaultOptions {
  /** Path below the source. Default: every path. */
  readonly path?: string;
  /** Retry-After (default 30), or how far a timestamp or the Date header is moved. */
  readonly seconds?: number;
  /** zero-price, 10x-spike: which rows (default the newest). */
  readonly rows?: "newest" | "history" | "all";
  /** What prices are multiplied by in a 10x-spike. */
  readonly factor?: number;
  /** The metric of refused-metric (default CapMVRVCur). */
  readonly key?: string;
}
