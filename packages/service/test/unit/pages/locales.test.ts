import { expect, test } from "vitest";
import { sentencesOf } from "../../../../../tools/sentences.js";
import { localeOf } from "../../../src/pages/locales/locales.js";

const ENGLISH = sentencesOf(localeOf("en"));

/** The same in every language, or in some by chance. */
const ALIKE =
  "API|Asset|Badge|Chart|Content Security Policy|Cycle|Feed|Iframe|MVRV|Menu|Neutral|PNG|Pages|Phase|Questions|Score|" +
  "Source|Status|WordPress, Notion, GitHub, React|X";
const isAlike = (text: string) => ALIKE.split("|").includes(text.replace(/^\W+|\W+$/g, ""));

const codesOf = (text: string) => (text.match(/<code>.*?<\/code>/g) ?? []).sort();
const numbersOf = (text: string) =>
  (text.replace(/<[^>]*>/g, "").match(/\d+([.,]\d+)?/g) ?? []).map((each) => each.replace(",", ".")).sort();

test.each(["es", "pt", "de", "fr"] as const)("the words in %s are translated and keep code and numbers", (language) => {
  for (const [place, text] of sentencesOf(localeOf(language))) {
    const english = ENGLISH.get(place) ?? "";
    if (!isAlike(text)) expect(text, place).not.toBe(english);
    expect(codesOf(text), place).toEqual(codesOf(english));
    expect(numbersOf(text), place).toEqual(numbersOf(english));
    // A sign before which a line must not break alone.
    expect(text, place).not.toMatch(language === "fr" ? /\d %| [;:?!»]/ : /\d %/);
  }
});
