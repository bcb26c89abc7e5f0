/** Answers that are made on the first request after something they are made of has changed, and kept until it changes again. */
import type { Instant } from "peak-cycle-model";
import type { Clock } from "../platform/clock.js";
import {
  type Content,
  FAST_BROTLI,
  type ResponseHeaders,
  type ResponseVariants,
  representationOf,
  unencoded,
  withHeaders,
} from "./response-variants.js";

/** For responses that change only with the configuration and the program. */
export const STATIC_SECONDS = 3600;
export const STATIC_CACHE = `public, max-age=${STATIC_SECONDS}`;

/** A response whose text is made from one source, and made again when the source or a part of it is replaced. */
interface Memoized<Source> {
  readonly headers: ResponseHeaders;
  /** An object, or several in one; `undefined` before there is any. */
  readonly source: (now: Instant) => Source | undefined;
  readonly text: (source: Source) => string;
  readonly cacheControl: (source: Source, now: Instant) => string;
  /** Sent uncompressed to every client, so it is held once. For ASCII texts that compress badly. */
  readonly isUnencoded?: boolean | undefined;
}

/** @returns the response as it is now; its bytes are made on the first request after the source has changed */
export function memoizedResponse<Source extends object>(
  clock: Clock,
  { headers, source, text, cacheControl, isUnencoded = false }: Memoized<Source>,
): () => ResponseVariants | undefined {
  const representationFor = shallowMemo((of: Source) =>
    isUnencoded ? unencoded(text(of)) : representationOf(text(of), FAST_BROTLI),
  );
  const variantsOf = shallowMemo((content: Content) => withHeaders(content, headers));
  return () => {
    const now = clock.now();
    const of = source(now);
    return of && variantsOf({ representation: representationFor(of), cacheControl: cacheControl(of, now) });
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
