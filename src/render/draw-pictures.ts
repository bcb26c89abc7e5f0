import { setImmediate as nextTurn } from "node:timers/promises";
import type { Publisher } from "../chart/attribution.js";
import type { ChartDay, ChartView, CurrentScore } from "../chart/chart-data.js";
import { isDefaultVariant, PNG_VARIANTS, renderSvg, type Variant } from "../chart/pictures.js";
import type { Instant } from "../domain/instant.js";
import { rasterize } from "./rasterize.js";

/** Everything that stands on the pictures. It can be sent to another process. */
export interface PictureOrder {
  /** `undefined` before the first score: pictures say so, and only the usual ones are drawn. */
  readonly score: { readonly computedAt: Instant; readonly now: CurrentScore } | undefined;
  /** Oldest first; may be empty. */
  readonly days: readonly ChartDay[];
  readonly publisher: Publisher;
}

/** One variant as PNG, as it is now and as it will be once the score is stale; without a score both are the same. */
export interface DrawnPicture {
  readonly variant: Variant;
  readonly fresh: Uint8Array;
  readonly stale: Uint8Array;
}

/** Draws variants one after the other and gives each away; rejects with the signal's reason when aborted. */
export type DrawPictures = (
  order: PictureOrder,
  give: (picture: DrawnPicture) => Promise<void> | void,
  signal: AbortSignal,
) => Promise<void>;

/** Pixels for one px of a picture, so that it is sharp on a good screen. */
const SCALE = 2;
/** Sites that show a share card expect 1200 by 630. */
const CARD_SCALE = 1;

export const drawPictures: DrawPictures = drawSome(PNG_VARIANTS);

/** Draws these variants alone. */
export function drawSome(variants: readonly Variant[]): DrawPictures {
  return async ({ score, days, publisher }, give, signal) => {
    for (const variant of score === undefined ? variants.filter(isDefaultVariant) : variants) {
      const draw = async (isStale: boolean): Promise<Uint8Array> => {
        // Others get a turn, and what the drawing before took outside of the heap can be given back: else 600 MB.
        await nextTurn();
        signal.throwIfAborted();
        return png(variant, { now: score && { ...score.now, isStale }, days }, publisher);
      };
      const fresh = await draw(false);
      await give({ variant, fresh, stale: score === undefined ? fresh : await draw(true) });
    }
  };
}

function png(variant: Variant, view: ChartView, publisher: Publisher): Uint8Array {
  return rasterize(renderSvg(variant, view, publisher), variant.picture === "card" ? CARD_SCALE : SCALE);
}
