import { LANGUAGES, SIZES, type Variant, variantKey } from "peak-cycle-drawing";
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
  (["light", "dark"] as const).flatMap((theme) => [
    ...SIZES.flatMap((size) =>
      (["badge", "chart", "cycle"] as const).map((picture) => ({ picture, size, theme, language })),
    ),
  ]),
);
