/** What a simulated source is: its requests, its answers, and where in these the rows and their times stand. */

import type { ContentFault, FaultOptions } from "./faults/catalogue.js";
import { type Json, type JsonPath, valueAt, withValueAt } from "./json.js";
import type { Market } from "./market/market.js";

/** One request as a source sees it: the source's own prefix is already taken off the path. */
export interface SourceRequest {
  readonly method: string;
  /** Path of the source's documentation, with a leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The simulated instant, milliseconds since 1970. */
  readonly nowMs: number;
  /** The whole address that was asked for, as a source needs it to name its next page. */
  readonly url: URL;
}

/** What a source says. A body is JSON, text of another type, or absent. */
export interface SourceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly text?: string;
}

/**
 * How the rows of a source's answer are found and changed, so that data faults act on its own wire shape.
 * An answer about one instant has one row.
 */
export interface WireShape {
  /** Rows in wire order. */
  rows(body: Json): Json[];
  /** The same answer with other rows. */
  withRows(body: Json, rows: Json[]): Json;
  /** Where the newest row stands; "every" when all rows speak of the same instant. */
  readonly newest: "first" | "last" | "every";
  /** Where a row says when it was; absent where a source does not say. */
  readonly time?: { readonly path: JsonPath; readonly unitMs: 1 | 1000 };
  /** Where a row says its numbers, the most used one first. */
  readonly values: readonly JsonPath[];
  /** Time between two rows, milliseconds; absent for answers about one instant. */
  readonly stepMs?: number;
}

/** A simulated source without its market: its name, its paging, the shape of its answers and of its errors. */
export interface SimulatedSource<Name extends string = string> {
  /** Also the first part of its paths. */
  readonly name: Name;
  /** Query parameters that say where a page begins; the page-loop fault ignores them. */
  readonly pagePosition: readonly string[];
  /** The shape of the answer to a request; undefined where it has no rows (errors, plain words). */
  shape(request: SourceRequest): WireShape | undefined;
  /** The body of an error with this status. */
  errorBody(status: number): Json;
  /** How it says "error" with status 200, where it has a way of its own. */
  readonly statusError?: Json;
  /** Faults that only it can have, or has in a way of its own: what becomes of a right answer. */
  readonly ownFaults?: Readonly<Partial<Record<ContentFault, OwnFault>>>;
  /** Answers as one market has it. */
  open(market: Market): (request: SourceRequest) => SourceResponse;
}

type OwnFault = (response: SourceResponse, request: SourceRequest, options: FaultOptions) => SourceResponse;

/** Keeps the name as a type of its own, so that the list of all sources is also the list of their names. */
export function simulatedSource<const Name extends string>(definition: SimulatedSource<Name>): SimulatedSource<Name> {
  return definition;
}

/** `{"error": "…"}`, the error of sources without a form of their own. */
export function plainError(status: number): Json {
  return { error: usualMessage(status) };
}

/** What an error says in the words of most sources. */
export function usualMessage(status: number): string {
  if (status === 429) return "Too many requests";
  return status >= 500 ? "Internal server error" : "Request failed";
}

export function jsonAnswer(json: Json, status = 200, headers: Readonly<Record<string, string>> = {}): SourceResponse {
  return { status, headers: { "content-type": "application/json; charset=utf-8", ...headers }, json };
}

export function textAnswer(text: string, type: string, status = 200): SourceResponse {
  return { status, headers: { "content-type": type }, text };
}

/** A page as edge networks send it. */
export function htmlAnswer(status: number, title: string): SourceResponse {
  const text = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return textAnswer(text, "text/html; charset=UTF-8", status);
}

/** A list shape: rows under a path of the body. */
export function rowsUnder(path: JsonPath): Pick<WireShape, "rows" | "withRows"> {
  return {
    rows: (body) => {
      const rows = valueAt(body, path);
      return Array.isArray(rows) ? rows : [];
    },
    withRows: (body, rows) => withValueAt(body, path, () => rows),
  };
}

/** A shape of one row: what stands under a path of the body. */
export function oneRowUnder(path: JsonPath): Pick<WireShape, "rows" | "withRows" | "newest"> {
  return {
    rows: (body) => {
      const row = valueAt(body, path);
      return row === undefined ? [] : [row];
    },
    withRows: (body, rows) => withValueAt(body, path, () => rows[0] ?? null),
    newest: "last",
  };
}
