/** The interface of a simulated source: its requests and responses. */

import type { StatedFigures } from "./figures.js";

/** One request as a source sees it. */
export interface SourceRequest {
  /** Path as in the source's documentation, without the simulator's prefix. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The simulated instant, milliseconds since 1970. */
  readonly nowMs: number;
  /** The figures to report. */
  readonly market: StatedFigures;
  /**
   * Every source passes its rows through this, oldest first, before formatting them, so that faults can change them.
   */
  spoil(rows: readonly Row[]): readonly Row[];
}

/** A source's data for one instant or period. Within one response, all current rows have the same time. */
export interface Row {
  /** The instant, or the start of the period, milliseconds since 1970. */
  readonly at: number;
  /** The coin, by the source's own name; empty if the response covers only one. */
  readonly name: string;
  /** `null` if the source has none. */
  readonly numbers: readonly (number | null)[];
}

/** A source's response. A string body is sent as is, anything else as JSON. */
export interface SourceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Source {
  /** Also the first segment of its paths. */
  readonly name: string;
  /** `undefined` for a request that the real source would reject. */
  answer(request: SourceRequest): SourceResponse | undefined;
  /** The source's own error body: bad request, too many requests, or internal error. */
  error(status: 400 | 429 | 500): unknown;
}

/** The error message that most sources use. */
export function usualMessage(status: number): string {
  if (status === 429) return "Too many requests";
  return status >= 500 ? "Internal server error" : "Request failed";
}

export function json(body: unknown, status = 200, type = "application/json; charset=utf-8"): SourceResponse {
  return { status, headers: { "content-type": type }, body };
}

/** A page like an edge network's. */
export function html(status: number, title: string): SourceResponse {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, headers: { "content-type": "text/html; charset=UTF-8" }, body };
}

/** A number with fixed decimals, as most sources write it; `null` stays `null`. */
export function decimal(value: number | null | undefined, decimals: number): string | null {
  return value?.toFixed(decimals) ?? null;
}
