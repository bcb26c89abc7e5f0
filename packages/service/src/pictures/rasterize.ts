/** Renders SVG as PNG, in the service's worker thread and in the build. */
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { escapeMarkup } from "peak-cycle-drawing";

const FONT_FAMILY = "Inter";

/** The font weights that pictures use, as files of the font's package. */
const FONT_FILES = [
  import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  import.meta.resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf"),
].map((url) => fileURLToPath(url));

/**
 * Renders an SVG as PNG, with the same font on every machine.
 *
 * @param scale device pixels per CSS pixel @param fonts files for letters that the font lacks, best first
 */
export function rasterize(svg: string, scale: number, fonts: readonly string[] = []): Uint8Array {
  // A score of a badge or chart looks best as the font has it: Inter's 1 is narrower than the width reserved for it.
  // The texts of a README's badge are stretched like everywhere, since its padding depends on it.
  const text = svg.replaceAll(/ textLength="[\d.]+" lengthAdjust="\w+">(?=[\d.,]+<)/g, ">");
  return new Resvg(text, { font: fontsWith(fonts), fitTo: { mode: "zoom", value: scale } }).render().asPng();
}

function fontsWith(fonts: readonly string[]) {
  return {
    loadSystemFonts: false,
    fontFiles: [...FONT_FILES, ...fonts],
    defaultFontFamily: FONT_FAMILY,
    sansSerifFamily: FONT_FAMILY,
  };
}

/**
 * The letters of a text that pictures would show as boxes, or not at all: each is drawn and compared with a letter that
 * no font has.
 */
export function lettersWithoutFont(text: string, fonts: readonly string[]): readonly string[] {
  const letters = [...new Set(text)].filter(
    (letter) => !/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(letter),
  );
  const cells = [NO_LETTER, ...letters].map(
    (letter, i) =>
      `<text x="${CELL * i + 4}" y="${0.75 * CELL}" font-size="${CELL / 2}">${escapeMarkup(letter)}</text>`,
  );
  const size = `width="${CELL * cells.length}" height="${CELL}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" ${size}>${cells.join("")}</svg>`;
  const { pixels, width } = new Resvg(svg, { font: fontsWith(fonts) }).render();
  const rowsOf = (i: number) =>
    Buffer.concat(
      Array.from({ length: CELL }, (_, y) => pixels.subarray(4 * (y * width + i * CELL)).subarray(0, 4 * CELL)),
    );
  const box = rowsOf(0);
  return letters.filter((_, i) => {
    const rows = rowsOf(i + 1);
    return rows.equals(box) || rows.every((value) => value === 0);
  });
}

/** A private-use character in the last plane, which no font has. */
const NO_LETTER = "\u{10fffd}";

/** Side of the square that a letter is drawn in, in px. */
const CELL = 40;
