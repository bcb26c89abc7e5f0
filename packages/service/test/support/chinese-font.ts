/** A font with a letter that the font of pictures lacks. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tempFolder } from "./temp-sqlite.js";

const INTER = fileURLToPath(import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"));

/** A Chinese letter that the font of pictures lacks. */
export const LETTER = "\u{20000}";

/** A font file with that letter: the pictures' own font with the code of its last letter changed. @returns its path */
export function fontWithLetter(): string {
  const font = readFileSync(INTER);
  const table = font.readUInt32BE(font.indexOf("cmap") + 8);
  const count = font.readUInt16BE(table + 2);
  for (let i = 0; i < count; i++) {
    const subtable = table + font.readUInt32BE(table + 4 + 8 * i + 4);
    if (font.readUInt16BE(subtable) !== 12) continue; // the format for codes beyond 16 bits, in groups in their order
    const last = subtable + 16 + 12 * (font.readUInt32BE(subtable + 12) - 1);
    for (const at of [last, last + 4]) font.writeUInt32BE(0x20000, at);
    break;
  }
  const path = join(tempFolder(), "chinese.ttf");
  writeFileSync(path, font);
  return path;
}
