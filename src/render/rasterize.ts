import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { palettePng } from "./palette-png.js";

const FAMILY = "Inter";

/** Weights that pictures use, as files of the font's package, wherever it is installed. */
const FONT_FILES = [
  import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
].map((url) => fileURLToPath(url));

/**
 * Draws an SVG as PNG, always with the same font, whatever the machine has.
 *
 * @param scale pixels for one px of the drawing
 */
export function rasterize(svg: string, scale: number): Uint8Array {
  const drawing = new Resvg(svg, {
    font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY },
    fitTo: { mode: "zoom", value: scale },
  });
  const { width, height, pixels } = drawing.render();
  return palettePng({ width, height, rgba: pixels });
}
