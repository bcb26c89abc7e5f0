import type { Instant } from "peak-cycle-model";
import type { Clock } from "../platform/clock.js";
import type { Value } from "../publish/published.js";
import type { HttpDeps } from "./http-deps.js";
import { shallowMemo } from "./memoized-response.js";
import { KEY_HEADER, POLICY_HEADERS } from "./problems.js";
import {
  type Content,
  JSON_HEADERS,
  type ResponseHeaders,
  type ResponseVariants,
  withHeaders,
} from "./response-variants.js";

/**
 * A metered response: its bytes are made when one of the published values is put that it shows, never on a request. A
 * value that breaks the public contract is refused by whoever puts it, and what was answered before stays.
 *
 * @param values what it is made of
 * @param makeContent gives what to answer at a moment, or `undefined` before there is an answer; throws when the values
 * break the public contract
 */
export function preparedResponse(
  { clock, pro }: Pick<HttpDeps, "clock" | "pro">,
  values: readonly Pick<Value<unknown>, "subscribe">[],
  makeContent: () => ContentAt | undefined,
): () => ResponseVariants | undefined {
  let response: (() => ResponseVariants) | undefined;
  const prepare = (): void => {
    const contentAt = makeContent();
    response = contentAt && timedResponse(clock, contentAt, pro === undefined ? METERED_HEADERS : KEYED_HEADERS);
  };
  prepare();
  for (const value of values) value.subscribe(prepare);
  return () => response?.();
}

/** The content of a response at a moment: fresh or stale, and how long it may be kept. */
export type ContentAt = (now: Instant) => Content;

const METERED_HEADERS: ResponseHeaders = { ...JSON_HEADERS, extra: POLICY_HEADERS };

/** Where keys have an effect, no cache that others share may answer a request with a key by a copy from one without. */
const KEYED_HEADERS: ResponseHeaders = { ...METERED_HEADERS, vary: [KEY_HEADER] };

/** A response whose content depends on the time. Its headers are rebuilt only when something in them changes. */
function timedResponse(
  clock: Pick<Clock, "now">,
  contentAt: ContentAt,
  headers: ResponseHeaders,
): () => ResponseVariants {
  let checkedAt: Instant | undefined;
  let variants: ResponseVariants | undefined;
  const variantsOf = shallowMemo((content: Content) => withHeaders(content, headers));
  return () => {
    const now = clock.now();
    if (variants !== undefined && now === checkedAt) return variants;
    checkedAt = now;
    variants = variantsOf(contentAt(now));
    return variants;
  };
}
