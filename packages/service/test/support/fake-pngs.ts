import { LANGUAGES, sizesOf, type Variant, variantKey } from "peak-cycle-drawing";
import type { DrawnPng, PngPictures } from "../../src/pictures/png-pictures.js";

export interface FakePngs extends Pick<PngPictures, "get"> {
  put(variant: Variant, png: DrawnPng): void;
}

/** PNG pictures that the test puts there; there are none at first. */
export function fakePngs(): FakePngs {
  const pngs = new Map<string, DrawnPng>();
  return {
    get: async (variant) => pngs.get(variantKey(variant)),
    put: (variant, png) => void pngs.set(variantKey(variant), png),
  };
}

/** Every variant that can be asked for as PNG: badge, chart and whole cycle. */
export const PNG_VARIANTS: readonly Variant[] = LANGUAGES.flatMap((language) =>
  (["light", "dark"] as const).flatMap((theme) =>
    (["badge", "chart", "cycle"] as const).flatMap((picture) =>
      sizesOf(picture).map((size) => ({ picture, size, theme, language })),
    ),
  ),
);
