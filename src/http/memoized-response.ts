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
 * Makes a value again only when one of the parts it is made of is replaced: for a `source` made of several objects. The
 * parts themselves will do, `(parts) => parts`.
 */
export function shallowMemo<Parts extends object, Made>(make: (parts: Parts) => Made): (parts: Parts) => Made {
  let last: { readonly parts: Parts; readonly made: Made } | undefined;
  return (parts) => {
    const keys = Object.keys(parts) as (keyof Parts)[];
    const known = last;
    if (known !== undefined && keys.every((key) => known.parts[key] === parts[key])) return known.made;
    last = { parts, made: make(parts) };
    return last.made;
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
