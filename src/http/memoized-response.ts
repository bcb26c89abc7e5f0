import type { RenderState } from "../chart/pictures.js";
import type { Instant } from "../domain/instant.js";
import type { Clock } from "../operations/ports.js";
import {
  type Content,
  FAST_BROTLI,
  type Representation,
  type ResponseHeaders,
  type ResponseVariants,
  representationOf,
  unencoded,
  withHeaders,
} from "./response-variants.js";

/** For responses that change only with the configuration and the program. */
export const STATIC_CACHE = "public, max-age=3600";

/** A response whose content depends on the time. Its headers are rebuilt only when something in them changes. */
export function timedResponse(
  clock: Clock,
  headers: ResponseHeaders,
  contentAt: (now: Instant) => Content,
): () => ResponseVariants {
  let checkedAt: Instant | undefined;
  const withHeaders = withSameHeaders(headers);
  let variants: ResponseVariants | undefined;
  return () => {
    const now = clock.now();
    if (variants !== undefined && now === checkedAt) return variants;
    checkedAt = now;
    variants = withHeaders(contentAt(now));
    return variants;
  };
}

/** A response whose text is made from one source, and made again when the source is replaced. */
interface Memoized<Source> {
  readonly headers: ResponseHeaders;
  /** The same object as long as nothing changes; `undefined` before there is any. */
  readonly source: (now: Instant) => Source | undefined;
  readonly text: (source: Source) => string;
  readonly cacheControl: (source: Source, now: Instant) => string;
  /** Sent uncompressed to every client, so it is held once. For ASCII texts that compress badly. */
  readonly isUnencoded?: boolean;
}

/** @returns the response as it is now; its bytes are made on the first request after the source has changed */
export function memoizedResponse<Source>(clock: Clock, memoized: Memoized<Source>): () => ResponseVariants | undefined {
  let made: { readonly of: Source; readonly representation: Representation } | undefined;
  const withHeaders = withSameHeaders(memoized.headers);
  return () => {
    const now = clock.now();
    const source = memoized.source(now);
    if (source === undefined) return undefined;
    if (made?.of !== source) {
      const text = memoized.text(source);
      const isUnencoded = memoized.isUnencoded === true;
      made = { of: source, representation: isUnencoded ? unencoded(text) : representationOf(text, FAST_BROTLI) };
    }
    return withHeaders({ representation: made.representation, cacheControl: memoized.cacheControl(source, now) });
  };
}

/** Returns the last variants as long as the content is the same. */
function withSameHeaders(headers: ResponseHeaders): (content: Content) => ResponseVariants {
  let last: { readonly content: Content; readonly variants: ResponseVariants } | undefined;
  return (content) => {
    const isSame =
      last?.content.representation === content.representation && last.content.cacheControl === content.cacheControl;
    if (last === undefined || !isSame) last = { content, variants: withHeaders(content, headers) };
    return last.variants;
  };
}

/** A response that stays the same while the service runs; made on the first request for it. */
export function staticResponse(headers: ResponseHeaders, text: () => string): () => ResponseVariants {
  let made: ResponseVariants | undefined;
  return () => {
    const content = () => ({ representation: representationOf(text(), FAST_BROTLI), cacheControl: STATIC_CACHE });
    made ??= withHeaders(content(), headers);
    return made;
  };
}

/**
 * Returns the last object as long as every member of the next one is identical: for a `source` made of several objects.
 */
export function shallowMemo<T extends object>(): (next: T) => T {
  let last: T | undefined;
  return (next) => {
    const keys = Object.keys(next) as (keyof T)[];
    const before = last;
    if (before === undefined || keys.some((key) => before[key] !== next[key])) last = next;
    return last as T;
  };
}

/** Returns what was made under a name for this state, or makes it. */
type RenderCache<T> = (state: RenderState, name: string, make: () => T) => T;

/** Keeps what was drawn on the first request for it, until another state is shown. */
export function renderCache<T>(): RenderCache<T> {
  const cache = new Map<string, T>();
  let of: RenderState | undefined;
  return (state, name, make) => {
    if (of !== state) cache.clear();
    of = state;
    const known = cache.get(name);
    if (known !== undefined) return known;
    const made = make();
    cache.set(name, made);
    return made;
  };
}
