/**
 * Who answers from bytes that are kept: those of the two metered endpoints are made ahead, all others on the first request
 * after something they are made of has changed.
 */
import type { Instant } from "peak-cycle-model";
import type { Clock } from "../platform/clock.js";
import type { Value } from "../published/published.js";
import type { HttpDeps } from "./http-deps.js";
import { KEY_HEADER, NOTHING_YET, POLICY_HEADERS } from "./problems.js";
import {
  type Content,
  FAST_BROTLI,
  JSON_HEADERS,
  type PreparedResponse,
  type Representation,
  type Responder,
  type ResponseHeaders,
  type ResponseVariants,
  representationOf,
  selectVariant,
  unencoded,
  withHeaders,
} from "./response-variants.js";

/** For responses that change only with the configuration and the program. */
export const STATIC_SECONDS = 3600;
export const STATIC_CACHE = `public, max-age=${STATIC_SECONDS}`;

/** Answers with what stays the same while the service runs; made on the first request for it. */
export function staticResponder(headers: ResponseHeaders, body: () => Body): Responder {
  let made: ResponseVariants | undefined;
  return respondWith(() => {
    made ??= withHeaders({ representation: representing(body()), cacheControl: STATIC_CACHE }, headers);
    return made;
  });
}

/** A text is compressed for whoever can read that; bytes are sent to everybody as they are, and held once. */
type Body = string | Uint8Array;

function representing(body: Body): Representation {
  return typeof body === "string" ? representationOf(body, FAST_BROTLI) : unencoded(body);
}

/** A response whose body is made from one source, and made again when the source or a part of it is replaced. */
interface Memoized<Source> {
  readonly headers: ResponseHeaders;
  /** An object, or several in one; `undefined` before there is any. */
  readonly source: (now: Instant) => Source | undefined;
  readonly body: (source: Source) => Body;
  readonly cacheControl: (source: Source, now: Instant) => string;
}

/** Answers with a body as it is now; its bytes are made on the first request after the source has changed. */
export function memoizedResponder<Source extends object>(
  clock: Pick<Clock, "now">,
  { headers, source, body, cacheControl }: Memoized<Source>,
): Responder {
  const representationFor = shallowMemo((of: Source) => representing(body(of)));
  const variantsOf = shallowMemo((content: Content) => withHeaders(content, headers));
  return respondWith(() => {
    const now = clock.now();
    const of = source(now);
    return of && variantsOf({ representation: representationFor(of), cacheControl: cacheControl(of, now) });
  });
}

/** The content of a response at a moment: fresh or stale, and how long it may be kept. */
export type ContentAt = (now: Instant) => Content;

interface Prepared {
  /** What it is made of. */
  readonly values: readonly Pick<Value<unknown>, "subscribe">[];
  /** What to answer, or `undefined` before there is an answer. @throws Error when the values break the public contract */
  readonly content: () => ContentAt | undefined;
  /** The answer before there is any. */
  readonly notReady: PreparedResponse;
}

/**
 * Answers a metered request: its bytes are made when one of the published values is put that it shows, never on a request. A
 * value that breaks the public contract is refused by whoever puts it, and what was answered before stays.
 */
export function preparedResponder(
  { clock, pro }: Pick<HttpDeps, "clock" | "pro">,
  { values, content, notReady }: Prepared,
): Responder {
  const headers = pro === undefined ? METERED_HEADERS : KEYED_HEADERS;
  const variantsOf = shallowMemo((whole: Content) => withHeaders(whole, headers));
  let contentAt: ContentAt | undefined;
  let variants: ResponseVariants | undefined;
  let checkedAt: Instant | undefined;
  const prepare = (): void => {
    contentAt = content();
    checkedAt = undefined;
  };
  prepare();
  for (const value of values) value.subscribe(prepare);
  return respondWith(() => {
    const now = clock.now();
    // Looked at once a millisecond; the headers are made again only when something in them changes.
    if (now !== checkedAt) variants = contentAt && variantsOf(contentAt(now));
    checkedAt = now;
    return variants;
  }, notReady);
}

const METERED_HEADERS: ResponseHeaders = { ...JSON_HEADERS, extra: POLICY_HEADERS };

/** Where keys have an effect, no cache that others share may answer a request with a key by a copy from one without. */
const KEYED_HEADERS: ResponseHeaders = { ...METERED_HEADERS, vary: [KEY_HEADER] };

/** Answers with the current response, whatever the query says. @param notReady the answer before there is any */
function respondWith(response: () => ResponseVariants | undefined, notReady = NOTHING_YET): Responder {
  return ({ headers }) => {
    const variants = response();
    return variants === undefined ? notReady : selectVariant(variants, headers);
  };
}

/** Makes a value again only when the object it is made of, or one of its parts, is replaced. */
export function shallowMemo<Parts extends object, Made>(make: (parts: Parts) => Made): (parts: Parts) => Made {
  let last: { readonly parts: Parts; readonly made: Made } | undefined;
  return (parts) => {
    if (last === undefined || !isSame(last.parts, parts)) last = { parts, made: make(parts) };
    return last.made;
  };
}

function isSame<Parts extends object>(one: Parts, other: Parts): boolean {
  if (one === other) return true;
  const keys = Object.keys(other) as (keyof Parts)[];
  return keys.length === Object.keys(one).length && keys.every((key) => one[key] === other[key]);
}
