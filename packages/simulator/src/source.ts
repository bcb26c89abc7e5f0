/** What a simulated source is: what it is asked, and what it answers. */

/** One request as a source sees it. */
export interface SourceRequest {
  /** Path of the source's documentation, without the simulator's own prefix. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The simulated instant, milliseconds since 1970. */
  readonly nowMs: number;
  /** Every source passes its rows through here, oldest first, before it writes them its own way: faults change them. */
  spoil(rows: readonly Row[]): readonly Row[];
}

/** What a source says of one moment or period. Rows of one answer that speak of now all have the same time. */
export interface Row {
  /** The moment, or where the period opens, milliseconds since 1970. */
  readonly at: number;
  /** Which coin it is about, by the source's own name; empty where the answer is about one. */
  readonly name: string;
  /** `null` where the source has none. */
  readonly numbers: readonly (number | null)[];
}

/** What a source says. A text is sent as it is, anything else as JSON. */
export interface SourceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Source<Name extends string = string> {
  /** Also the first part of its paths. */
  readonly name: Name;
  /** `undefined` to a request that the real one would refuse. */
  answer(request: SourceRequest): SourceResponse | undefined;
  /** The body of an error in the source's own words: a bad request, too many of them, or trouble inside. */
  error(status: 400 | 429 | 500): unknown;
}

/** Keeps the name as a type, so that the list of all sources is also the list of their names. */
export function source<const Name extends string>(definition: Source<Name>): Source<Name> {
  return definition;
}

/** What an error says in the words of most sources. */
export function usualMessage(status: number): string {
  if (status === 429) return "Too many requests";
  return status >= 500 ? "Internal server error" : "Request failed";
}

export function json(body: unknown, status = 200, type = "application/json; charset=utf-8"): SourceResponse {
  return { status, headers: { "content-type": type }, body };
}

/** A page as edge networks send it. */
export function html(status: number, title: string): SourceResponse {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, headers: { "content-type": "text/html; charset=UTF-8" }, body };
}

/** A number with so many decimals, as most sources write it; `null` stays. */
export function decimal(value: number | null | undefined, decimals: number): string | null {
  return value?.toFixed(decimals) ?? null;
}
