/**
 * Checks at start that pictures can show the names of the site: their font has only Latin, Greek and Cyrillic letters.
 */
import { readFile } from "node:fs/promises";
import { attributionText } from "peak-cycle-drawing";
import { ConfigError } from "../domain/errors.js";
import { systemReason } from "../platform/file-system.js";

/** The first bytes of a font file: TrueType, OpenType, or a collection of them. */
const BEGINNINGS = ["00010000", "4f54544f", "74727565", "74746366"];

/** @throws ConfigError that names each file that is not a font */
export async function checkFontFiles(paths: readonly string[]): Promise<void> {
  const faults = await Promise.all(
    paths.map(async (path) => {
      try {
        const begins = (await readFile(path)).subarray(0, 4).toString("hex");
        return BEGINNINGS.includes(begins) ? [] : [`PICTURE_FONTS ${path} is not a TrueType or OpenType font`];
      } catch (cause) {
        return [`PICTURE_FONTS ${path} cannot be read (${systemReason(cause)})`];
      }
    }),
  );
  if (faults.flat().length > 0) throw new ConfigError(faults.flat());
}

/**
 * @param lettersWithoutFont finds the letters of a text that no font has
 * @throws ConfigError that names the letters for which there is no font
 */
export async function checkNames(
  publisher: Parameters<typeof attributionText>[0],
  lettersWithoutFont: (text: string) => Promise<readonly string[]>,
): Promise<void> {
  // Every font has these letters, and checking others needs a worker thread.
  const unusual = attributionText(publisher).replace(/[\x20-\x7e·\u200e]/g, "");
  if (unusual === "") return;
  const missingLetters = await lettersWithoutFont(unusual);
  if (missingLetters.length === 0) return;
  const remedy = "add a font file that has them to PICTURE_FONTS";
  throw new ConfigError([
    `INDEX_NAME, SITE_NAME or BASE_URL has letters that pictures cannot show (${missingLetters.join(" ")}): ${remedy}`,
  ]);
}
