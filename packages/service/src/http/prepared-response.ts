import type { Instant } from "peak-cycle-model";
import type { Clock } from "../platform/clock.js";
import type { Value } from "../publish/published.js";
import { shallowMemo } from "./memoized-response.js";
import { POLICY_HEADERS } from "./problems.js";
import { type Content, JSON_HEADERS, type ResponseVariants, withHeaders } from "./response-variants.js";

/**
 * A metered response: its bytes are made when one of the published values is put that it shows, never on a request. A
 * value that breaks the public contract is refused by whoever puts it, and what was answered before stays.
 *
 * @param values what it is made of
 * @param makeContent gives what to answer at a moment, or `undefined` before there is an answer; throws when the values
 * break the public contract
 */
export function preparedResponse(
  clock: Clock,
  values: readonly Pick<Value<unknown>, "subscribe">[],
  makeContent: () => ContentAt | undefined,
): () => ResponseVariants | undefined {
  let response: (() => ResponseVariants) | undefined;
  const prepare = (): void => {
    const contentAt = makeContent();
    response = contentAt && timedResponse(clock, contentAt);
  };
  prepare();
  for (const value of values) value.subscribe(prepare);
  return () => response?.();
}

/** The content of a response at a moment: fresh or stale, and how long it may be kept. */
export type ContentAt = (now: Instant) => Content;

const METERED_HEADERS = { ...JSON_HEADERS, extra: POLICY_HEADERS };

/** A response whose content depends on the time. Its headers are rebuilt only when something in them changes. */
function timedResponse(clock: Clock, contentAt: ContentAt): () => ResponseVariants {
  let checkedAt: Instant | undefined;
  let variants: ResponseVariants | undefined;
  const variantsOf = shallowMemo((content: Content) => withHeaders(content, METERED_HEADERS));
  return () => {
    const now = clock.now();
    if (variants !== undefined && now === checkedAt) return variants;
    checkedAt = now;
    variants = variantsOf(contentAt(now));
    return variants;
  };
}
