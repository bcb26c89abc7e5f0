import type { Instant } from "../domain/instant.js";
import { isStale } from "../domain/score.js";
import { type Variant, variantName } from "../picture/variants.js";
import { type Form, formOf } from "./representation.js";

/** One picture as it is now and as it will be once its score is stale. */
interface PngPair {
  readonly computedAt: Instant;
  readonly fresh: Uint8Array;
  readonly stale: Uint8Array;
}

interface Png {
  readonly form: Form;
  /** Of the score it shows. */
  readonly computedAt: Instant;
}

/** The last good PNG of every variant. They are drawn elsewhere and put here; a request never waits for one. */
export interface PngShelf {
  put(variant: Variant, pair: PngPair): void;
  /** @returns the form that is true now; `undefined` when it was never drawn */
  get(variant: Variant, now: Instant): Png | undefined;
}

export function pngShelf(): PngShelf {
  const pairs = new Map<string, { computedAt: Instant; fresh: Form; stale: Form }>();
  return {
    put(variant, { computedAt, fresh, stale }) {
      pairs.set(variantName(variant), { computedAt, fresh: formOf(fresh), stale: formOf(stale) });
    },
    get(variant, now) {
      const pair = pairs.get(variantName(variant));
      if (pair === undefined) return undefined;
      const { computedAt, fresh, stale } = pair;
      return { form: isStale(computedAt, now) ? stale : fresh, computedAt };
    },
  };
}
