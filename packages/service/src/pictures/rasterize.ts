/** Draws an SVG as PNG, in the worker thread of the service and in the build. */
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";

const FONT_FAMILY = "Inter";

/** The weights that pictures use, as files of the font's package, wherever it is installed. */
const FONT_FILES = [
  import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  import.meta.resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf"),
].map((url) => fileURLToPath(url));

/** An SVG as PNG, always with the same font, whatever the machine has installed. @param scale pixels for one px */
export function rasterize(svg: string, scale: number): Uint8Array {
  // Inter is narrower than the room that a number keeps for other fonts, and would be spread over it.
  const drawing = new Resvg(svg.replaceAll(/ textLength="[\d.]+"/g, ""), {
    font: {
      loadSystemFonts: false,
      fontFiles: FONT_FILES,
      defaultFontFamily: FONT_FAMILY,
      sansSerifFamily: FONT_FAMILY,
    },
    fitTo: { mode: "zoom", value: scale },
  });
  return drawing.render().asPng();
}
