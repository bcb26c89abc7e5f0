/** Renders SVG as PNG, in the service's worker thread and in the build. */
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";

const FONT_FAMILY = "Inter";

/** The font weights that pictures use, as files of the font's package. */
const FONT_FILES = [
  import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  import.meta.resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf"),
].map((url) => fileURLToPath(url));

/** Renders an SVG as PNG, with the same font on every machine. @param scale device pixels per CSS pixel */
export function rasterize(svg: string, scale: number): Uint8Array {
  // Inter is narrower than the width reserved for other fonts, and a number would be stretched to it.
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
