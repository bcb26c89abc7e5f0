import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkFontFiles, checkNames } from "../../../src/pictures/fonts.js";
import { lettersWithoutFont, rasterize } from "../../../src/pictures/rasterize.js";
import { fontWithLetter, LETTER } from "../../support/chinese-font.js";
import { tempFolder } from "../../support/temp-sqlite.js";

describe("the font of pictures", () => {
  test("has every letter of Latin, Greek and Cyrillic names, and lacks letters of other scripts", () => {
    expect(lettersWithoutFont("Índice für Ærø, Łódź & Ευρώ, Москва ’·–…€", [])).toEqual([]);
    for (const name of ["بيتكوين", "बिटकॉइन", "บิตคอยน์", "比特币", "ビットコイン", "🚀"])
      expect(lettersWithoutFont(name, []), name).not.toEqual([]);
    expect(lettersWithoutFont(`a${LETTER}b`, [])).toEqual([LETTER]);
  });

  test("is completed by the files of PICTURE_FONTS, with which the same letters are drawn", () => {
    const fonts = [fontWithLetter()];
    expect(lettersWithoutFont(`a${LETTER}b`, fonts)).toEqual([]);
    const svg = (text: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">${text}</text></svg>`;
    const draw = (text: string, files: readonly string[]) => Buffer.from(rasterize(svg(text), 1, files));
    expect(draw(LETTER, fonts)).not.toEqual(draw(LETTER, []));
    expect(draw("Peak", fonts)).toEqual(draw("Peak", []));
  });
});

describe("a service at its start", () => {
  const publisher = { indexName: `Peak ${LETTER}`, siteName: "Peak", baseUrl: "https://peak.example/" };

  test("refuses names that its pictures cannot show, and says which letters", async () => {
    const refused = checkNames(publisher, async (text) => lettersWithoutFont(text, []));
    await expect(refused).rejects.toThrow(`(${LETTER}): add a font file that has them to PICTURE_FONTS`);
    const host = { ...publisher, indexName: "Peak", host: `${LETTER}.example` };
    await expect(checkNames(host, async (text) => lettersWithoutFont(text, []))).rejects.toThrow(LETTER);
    await checkNames(publisher, async (text) => lettersWithoutFont(text, [fontWithLetter()]));
  });

  test("checks no font if the names have only letters that every font has", async () => {
    const looked = checkNames({ ...publisher, indexName: "Peak" }, () => Promise.reject(new Error("looked")));
    await expect(looked).resolves.toBeUndefined();
  });

  test("looks for no font for the mark after a right-to-left name", async () => {
    const looked: string[] = [];
    await checkNames({ ...publisher, indexName: "Peak", siteName: "قمة" }, async (text) => {
      looked.push(text);
      return [];
    });
    expect(looked).toEqual(["قمة"]);
  });

  test("refuses a font file that is missing or not a font", async () => {
    const other = join(tempFolder(), "not-a-font.ttf");
    writeFileSync(other, "hello");
    await expect(checkFontFiles(["/nowhere.ttf"])).rejects.toThrow("PICTURE_FONTS /nowhere.ttf cannot be read");
    await expect(checkFontFiles([other])).rejects.toThrow("is not a TrueType or OpenType font");
    await checkFontFiles([fontWithLetter()]);
  });
});
