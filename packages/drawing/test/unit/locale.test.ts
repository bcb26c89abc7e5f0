import fc from "fast-check";
import { PHASES, SIGNAL_KEYS } from "peak-cycle-model";
import { expect, test } from "vitest";
import {
  PHASES as DRAWN_PHASES,
  formatMonth,
  formatScore,
  formatShortDate,
  formatShortDay,
  formatUsd,
  LANGUAGES,
  languageOf,
  translate,
} from "../../src/locale.js";
import * as words from "../../src/locales/words.js";

test("the drawings have the model's phases, and their English names are the model's labels", () => {
  expect(PHASES).toMatchObject(DRAWN_PHASES.map(({ key, from }) => ({ key, label: translate(key, "en"), from })));
  expect(DRAWN_PHASES.map(({ to }) => to)).toEqual([20, 40, 60, 80, 100]);
});

test("every text of a drawing exists in each language", () => {
  const texts = Object.values(words).flatMap((each) => (typeof each === "string" ? [each] : Object.values(each)));
  expect(texts.length).toBeGreaterThan(20);
  for (const text of texts) expect(text.split("|").filter(Boolean), text).toHaveLength(LANGUAGES.length);
});

test.each(LANGUAGES)("in %s no two phases and no two signals share a word", (language) => {
  for (const keys of [PHASES.map(({ key }) => key), SIGNAL_KEYS])
    expect(new Set(keys.map((key) => translate(key, language))).size).toBe(keys.length);
});

test("scores and days are formatted by language, and days the same in every time zone", () => {
  const written = LANGUAGES.map((language) => [formatScore(8, language), formatShortDay("2026-03-01", language)]);
  expect(written).toEqual([
    ["8.0", "Mar 1"],
    ["8,0", "1 mar"],
    ["8,0", "1 mar."],
    ["8,0", "1. März"],
    ["8,0", "1 mars"],
  ]);
  expect(() => formatShortDay("2026-99-99", "en")).toThrow(RangeError);
});

test.each(LANGUAGES)(
  "in %s, days and months are abbreviated as browsers do, without the `de` of Spanish",
  (language) => {
    const inBrowsers = (date: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(new Date(date)).replaceAll(" de ", " ");
    const dates = Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, "0")}-0${1 + (i % 9)}`);
    const day = { day: "numeric", month: "short" } as const;
    expect(dates.map((date) => formatShortDay(date, language))).toEqual(dates.map((date) => inBrowsers(date, day)));
    expect(dates.map((date) => formatShortDate(date, language))).toEqual(
      dates.map((date) => inBrowsers(date, { ...day, year: "numeric" })),
    );
    expect(dates.map((date) => `${formatMonth(date, language)} 2026`)).toEqual(
      dates.map((date) => inBrowsers(date, { month: "short", year: "numeric" })),
    );
  },
);

test("a language tag selects its language, or English if it is not supported", () => {
  const tags = ["pt-BR", "DE", "fr", "es-419", "ja", "", undefined];
  expect(tags.map(languageOf)).toEqual(["pt", "de", "fr", "es", "en", "en", "en"]);
});

test.each([
  ["en", "$1.12K", "$93,390"],
  ["de", "1.120\u00a0$", "93.390\u00a0$"],
] as const)("prices are grouped as is usual in %s, short ones too", (language, short, long) => {
  expect(formatUsd(1120, language, true)).toBe(short);
  expect(formatUsd(93_390, language)).toBe(long);
});

test.each(LANGUAGES)("any price below a billion is written in %s as by Intl.NumberFormat", (language) => {
  const currency = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const compact = { notation: "compact", maximumSignificantDigits: 3, useGrouping: "always" } as const;
  const check = (usd: number, isShort: boolean) => {
    const digits = usd < 20 && !(isShort && Number.isInteger(usd)) ? 2 : 0;
    const plain = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const isCompact = usd >= (isShort ? 1000 : 1e6);
    const expected = new Intl.NumberFormat(language, { ...currency, ...(isCompact ? compact : plain) }).format(usd);
    expect(formatUsd(usd, language, isShort), `${usd}`).toBe(expected);
  };
  const prices = fc.double({ min: 0, max: 8.99, noNaN: true }).map((power) => 10 ** power);
  const rounded = fc.tuple(prices, fc.nat(2)).map(([usd, digits]) => Number(usd.toFixed(digits)));
  fc.assert(fc.property(fc.oneof(prices, rounded), fc.boolean(), check));
  for (const usd of [0, 999, 999.5, 1000, 9999, 10_000, 99_950, 999_499, 999_999, 1e6]) {
    check(usd, false);
    check(usd, true);
  }
});
