import { describe, expect, test } from "vitest";
import { sentencesOf } from "../../../../../tools/sentences.js";
import { html } from "../../../src/pages/html.js";
import { inEnglish, localeOf } from "../../../src/pages/locales/locales.js";

const ENGLISH = sentencesOf(localeOf("en"));

/** The same in every language, or in some by chance. */
const ALIKE =
  /^\W*(API|Asset|Badge|Chart|Content Security Policy|Cycle|Feed|Iframe|MVRV|Menu|Neutral|PNG|Pages|Phase|Questions|Score|Source|Status|WordPress, Notion, GitHub, React|X)\W*$/;

describe.each(["es", "pt", "de", "fr"] as const)("the words in %s", (language) => {
  const texts = sentencesOf(localeOf(language));

  test("are translated", () => {
    const left = [...texts].filter(([place, text]) => ENGLISH.get(place) === text && !ALIKE.test(text));
    expect(left.map(([place, text]) => `${place}: ${text}`)).toEqual([]);
  });

  test("keep the code of the English ones", () => {
    const codes = (text: string) => (text.match(/<code>.*?<\/code>/g) ?? []).sort().join(" ");
    const different = [...texts].filter(
      ([place, text]) => ENGLISH.has(place) && codes(text) !== codes(ENGLISH.get(place) ?? ""),
    );
    expect(different).toEqual([]);
  });

  test("keep the numbers of the English ones", () => {
    const numbers = (text: string) =>
      (text.replace(/<[^>]*>/g, "").match(/\d+([.,]\d+)?/g) ?? [])
        .map((each) => each.replace(",", "."))
        .sort()
        .join(" ");
    const different = [...texts].filter(
      ([place, text]) => ENGLISH.has(place) && numbers(text) !== numbers(ENGLISH.get(place) ?? ""),
    );
    expect(different.map(([place, text]) => `${place}: ${text}`)).toEqual([]);
  });

  test("leave no sign before which a line must not break alone", () => {
    const loose = [...texts.values()].filter(
      (text) => /\d %/.test(text) || (language === "fr" && / [;:?!»]/.test(text)),
    );
    expect(loose).toEqual([]);
  });
});

test("English is marked as such on a page in another language alone", () => {
  expect(inEnglish("yes", "en")).toBe("yes");
  expect(html`${inEnglish("yes", "de")}`.text).toBe('<span lang="en">yes</span>');
});
