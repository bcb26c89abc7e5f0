import { defaultVariant, type Variant, variantKey } from "../chart/pictures.js";
import type { Instant } from "../domain/instant.js";
import { isStale } from "../domain/score.js";
import { type Representation, unencoded } from "./response-variants.js";

/** One picture as it is now and as it will be once its score is stale. */
interface PngPair {
  /** Of the score it shows; `undefined` where it shows none. */
  readonly computedAt: Instant | undefined;
  /** Whether it shows all that it will show. */
  readonly isWhole: boolean;
  readonly fresh: Uint8Array;
  readonly stale: Uint8Array;
}

interface Png {
  readonly representation: Representation;
  /** Of the score it shows; `undefined` where it shows none. */
  readonly computedAt: Instant | undefined;
  /** Whether it stands in for the one that was asked for, or does not show all yet. */
  readonly isProvisional: boolean;
}

/** The last good PNG of every variant. They are drawn elsewhere and put here; a request never waits for one. */
export interface PngCache {
  put(variant: Variant, pair: PngPair): void;
  /**
   * @returns the fresh or stale form, whichever is true now; for a variant that was never drawn, the default variant of
   * that picture; `undefined` when that was never drawn either, as in the first tenths of a second after a start
   */
  get(variant: Variant, now: Instant): Png | undefined;
}

export function pngCache(): PngCache {
  const pairs = new Map<
    string,
    Omit<PngPair, "fresh" | "stale"> & Readonly<Record<"fresh" | "stale", Representation>>
  >();
  return {
    put(variant, { computedAt, isWhole, fresh, stale }) {
      pairs.set(variantKey(variant), { computedAt, isWhole, fresh: unencoded(fresh), stale: unencoded(stale) });
    },
    get(variant, now) {
      const own = pairs.get(variantKey(variant));
      const pair = own ?? pairs.get(variantKey(defaultVariant(variant.picture)));
      if (pair === undefined) return undefined;
      const { computedAt, fresh, stale } = pair;
      const isOld = computedAt !== undefined && isStale(computedAt, now);
      return { representation: isOld ? stale : fresh, computedAt, isProvisional: own === undefined || !pair.isWhole };
    },
  };
}
