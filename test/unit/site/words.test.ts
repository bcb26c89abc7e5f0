import { describe, expect, test } from "vitest";
import { fieldRows } from "../../../src/http/api-reference.js";
import { CurrentReply } from "../../../src/http/endpoints/current.js";
import { HistoryReply } from "../../../src/http/endpoints/history.js";
import { MetaReply } from "../../../src/http/endpoints/meta.js";
import { KeysReply, ProofReply } from "../../../src/http/endpoints/proof.js";
import { RevisionsReply } from "../../../src/http/endpoints/revisions.js";
import { Html } from "../../../src/site/html.js";
import { FIELD_PATHS } from "../../../src/site/locales/docs-shape.js";
import { WORDS } from "../../../src/site/locales/words.js";

/** Every text of a tree of words by its place; functions are called with a plain word. */
function textsOf(value: unknown, place = ""): ReadonlyMap<string, string> {
  if (typeof value === "string") return new Map([[place, value]]);
  if (value instanceof Html) return new Map([[place, value.text]]);
  if (typeof value === "function") return textsOf((value as (word: string) => unknown)("X"), place);
  if (typeof value !== "object" || value === null) return new Map();
  return new Map(Object.entries(value).flatMap(([name, child]) => [...textsOf(child, `${place}.${name}`)]));
}

const ENGLISH = textsOf(WORDS.en);

/** The same in every language, or in some by chance. */
const ALIKE =
  /^\W*(API|Iframe|Markdown|HTML|Text|Content Security Policy|Google Sheets|Excel, LibreOffice|WordPress|Notion|React, Vue, Svelte|API Pro|Signal|Phase|Score|Code|Caching|Cache|Status|Attribution|Source|Pages|Type|Limits|Sources|Limit|Live|neutral|no|Badge \(script\)|5 minutes|Attribution · X|Cycle X|Cycles|Verdict|Median|X|https?:.*)\W*$/;

describe.each(["es", "pt", "de", "fr"] as const)("the words in %s", (language) => {
  const texts = textsOf(WORDS[language]);

  test("are as many as in English, list by list", () => {
    const own = [...texts.keys()].filter(
      (place) => !place.startsWith(".docs.fields") && place !== ".attribution.english",
    );
    expect(own).toEqual([...ENGLISH.keys()]);
  });

  test("are translated", () => {
    const left = [...texts].filter(([place, text]) => ENGLISH.get(place) === text && !ALIKE.test(text));
    expect(left.map(([place, text]) => `${place}: ${text}`)).toEqual([]);
  });

  test("keep the code of the English ones", () => {
    const codes = (text: string) => (text.match(/<code>.*?<\/code>/g) ?? []).sort().join(" ");
    const different = [...texts].filter(
      ([place, text]) =>
        ENGLISH.has(place) && !place.endsWith("excelNote") && codes(text) !== codes(ENGLISH.get(place) ?? ""),
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

test("the fields that are described are those of the answers", () => {
  const schemas = [CurrentReply, HistoryReply, MetaReply, ProofReply, KeysReply, RevisionsReply];
  const rows = schemas.flatMap(fieldRows);
  expect([...new Set(rows.map(({ path }) => path))]).toEqual([...FIELD_PATHS]);
  expect(rows.filter(({ description, type }) => description === "" || type === "")).toEqual([]);
});
