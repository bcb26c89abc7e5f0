import type { RenderState } from "../chart/pictures.js";
import type { Instant } from "../domain/instant.js";
import type { Clock } from "../operations/ports.js";
import {
  FAST_BROTLI,
  type Representation,
  type ResponseHeaders,
  type ResponseVariants,
  representationOf,
  unencoded,
  withHeaders,
  withSameHeaders,
} from "./response-variants.js";

/** For responses that change only with the configuration and the program. */
export const STATIC_CACHE = "public, max-age=3600";

/** A response whose text is made from one source, and made again when the source is replaced. */
interface Memoized<Source> {
  readonly headers: ResponseHeaders;
  /** The same object as long as nothing changes; `undefined` before there is any. */
  readonly source: (now: Instant) => Source | undefined;
  readonly text: (source: Source) => string;
  readonly cacheControl: (source: Source, now: Instant) => string;
  /** Sent uncompressed to every client, so it is held once. For ASCII texts that compress badly. */
  readonly isUnencoded?: boolean | undefined;
}

/** @returns the response as it is now; its bytes are made on the first request after the source has changed */
export function memoizedResponse<Source>(clock: Clock, memoized: Memoized<Source>): () => ResponseVariants | undefined {
  let made: { readonly of: Source; readonly representation: Representation } | undefined;
  const variantsOf = withSameHeaders(memoized.headers);
  return () => {
    const now = clock.now();
    const source = memoized.source(now);
    if (source === undefined) return undefined;
    if (made?.of !== source) {
      const text = memoized.text(source);
      const representation = memoized.isUnencoded ? unencoded(text) : representationOf(text, FAST_BROTLI);
      made = { of: source, representation };
    }
    return variantsOf({ representation: made.representation, cacheControl: memoized.cacheControl(source, now) });
  };
}

/** A response that stays the same while the service runs; made on the first request for it. */
export function staticResponse(headers: ResponseHeaders, text: () => string): () => ResponseVariants {
  let made: ResponseVariants | undefined;
  const make = () =>
    withHeaders({ representation: representationOf(text(), FAST_BROTLI), cacheControl: STATIC_CACHE }, headers);
  return () => {
    made ??= make();
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
