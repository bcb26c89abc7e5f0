import { expect, test } from "vitest";
import { Html } from "../../../src/pages/html.js";
import { localeOf } from "../../../src/pages/locales/locales.js";

/** Every sentence of a language by its key, such as `home.now.stale`; functions get `X` for each argument. */
function sentencesOf(words: unknown, place = ""): ReadonlyMap<string, string> {
  if (typeof words === "string") return new Map([[place, words]]);
  if (words instanceof Html) return new Map([[place, words.text]]);
  if (typeof words === "function") return sentencesOf(Reflect.apply(words, undefined, ["X", "X", "X"]), place);
  const below = Object.entries(words ?? {});
  return new Map(below.flatMap(([name, each]) => [...sentencesOf(each, place === "" ? name : `${place}.${name}`)]));
}

const ENGLISH = sentencesOf(localeOf("en"));

/** Words that are the same in every language, or in some by chance. */
const ALIKE =
  "API|Asset|Badge|Chart|Content Security Policy|Cycle|Feed|Iframe|MVRV|Markdown|Menu|Neutral|PNG|Pages|Phase|" +
  "Questions|Score|" +
  "Script|Signal|Source|Status|WordPress, Notion, GitHub, React|X";
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
    // Punctuation that must not begin a line.
    expect(text, place).not.toMatch(language === "fr" ? /\d %| [;:?!»]/ : /\d %/);
  }
});
