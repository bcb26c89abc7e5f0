import { describe, expect, test } from "vitest";
import { sentencesOf } from "../../../../../tools/sentences.js";
import { Html, html, plainText } from "../../../src/pages/html.js";
import { completed, inEnglish, localeOf, TRANSLATIONS } from "../../../src/pages/locales/locales.js";

const ENGLISH = sentencesOf(localeOf("en"));

/** The same in every language, or in some by chance. */
const ALIKE =
  /^\W*(API|Iframe|Markdown|HTML|Text|Signal|Phase|Score|Code|Caching|Cache|Status|Cycle|Attribution|Source|Pages|Menu|Type|Limits|Sources|Limit|Live|neutral|no|Badge \(script\)|5 minutes|Attribution · X|Cycle X|Cycles|Verdict|Median|X|https?:.*)\W*$/;

describe.each(Object.entries(TRANSLATIONS))("the words in %s", (language, translation) => {
  const texts = sentencesOf(translation);

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

describe("a sentence that a language lacks", () => {
  const { advice: _, ...common } = TRANSLATIONS.de.common ?? {};
  const german = completed({ ...TRANSLATIONS.de, common, status: {} });

  test("is shown in English, and says so", () => {
    expect(german.common.advice).toBeInstanceOf(Html);
    expect(html`${german.common.advice}`.text).toBe('<span lang="en">Nothing here is financial advice.</span>');
    expect(html`${german.status.asOf("<now>")}`.text).toBe('<span lang="en">As of &lt;now&gt;.</span>');
    expect(html`${german.status.served.columns[1]}`.text).toMatch(/^<span lang="en">[^<]+<\/span>$/);
  });

  test("is plain English where no markup can stand", () => {
    expect(html`<a title="${german.common.advice}">`.text).toBe('<a title="Nothing here is financial advice.">');
    expect(plainText(german.status.title("A & B"))).toBe("Status of the A & B");
  });

  test("leaves the others as they are, and the order of English", () => {
    expect(german.common.skip).toBe(TRANSLATIONS.de.common?.skip);
    expect(german.home).toEqual(localeOf("de").home);
    expect([...sentencesOf(german).keys()]).toEqual([...ENGLISH.keys()]);
  });
});

test("English is not marked on an English page", () => {
  expect(inEnglish("yes", "en")).toBe("yes");
  expect(html`${inEnglish("yes", "de")}`.text).toBe('<span lang="en">yes</span>');
});
