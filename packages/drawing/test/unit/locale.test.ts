import { PHASES, SIGNAL_KEYS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import * as locale from "../../src/locale.js";
import {
  formatLongDay,
  formatScore,
  formatShortDay,
  LANGUAGES,
  languageOf,
  pickTranslation,
  translate,
} from "../../src/locale.js";
import { PHASES as DRAWN_PHASES, PHASE_KEYS, PHASE_NAMES } from "../../src/phases.js";

test("the phases are those of the model, and their English words are its labels", () => {
  const labels = DRAWN_PHASES.map(({ key, from }) => ({ key, label: translate(key, "en"), from }));
  expect(labels).toEqual(PHASES);
  expect(DRAWN_PHASES.map(({ to }) => to)).toEqual([20, 40, 60, 80, 100]);
  expect(PHASE_KEYS).toEqual(PHASES.map(({ key }) => key));
});

test("a text is picked by the place of its language", () => {
  const texts = LANGUAGES.map((_, place) => `text ${place}`);
  expect(LANGUAGES.map((language) => pickTranslation(texts.join("|"), language))).toEqual(texts);
});

test("every text of a drawing is there in each language", () => {
  const tables = [...Object.values(locale), PHASE_NAMES].filter((each) => !Array.isArray(each));
  const texts = tables
    .flatMap((table): unknown[] => (typeof table === "object" ? Object.values(table) : [table]))
    .filter((text) => typeof text === "string");
  expect(texts.length).toBeGreaterThan(20);
  for (const text of texts) {
    expect(text.split("|"), text).toHaveLength(LANGUAGES.length);
    expect(text.split("|")).not.toContain("");
  }
});

describe.each(LANGUAGES)("in %s", (language) => {
  const phases = PHASE_KEYS.map((phase) => translate(phase, language));
  const signals = SIGNAL_KEYS.map((signal) => translate(signal, language));

  test("no two phases and no two signals share a word", () => {
    expect(new Set(phases).size).toBe(5);
    expect(new Set(signals).size).toBe(4);
  });
});

test("a score has one decimal and the decimal separator of the language", () => {
  expect(formatScore(8, "en")).toBe("8.0");
  for (const language of LANGUAGES.slice(1)) expect(formatScore(8, language)).toBe("8,0");
});

test("a day is the same in every time zone, and long where there is room", () => {
  expect((["en", "es", "pt", "de", "fr"] as const).map((language) => formatShortDay("2026-03-01", language))).toEqual([
    "Mar 1",
    "1 mar",
    "1 mar.",
    "1. März",
    "1 mars",
  ]);
  expect(formatLongDay("2026-11-21", "de")).toBe("21. November 2026");
});

test("a day that is none is refused", () => {
  expect(() => formatShortDay("2026-99-99", "en")).toThrow(RangeError);
});

test("a language tag gives its language, and English when it is none of ours", () => {
  expect(["pt-BR", "DE", "fr", "es-419", "ja", "", undefined, null].map(languageOf)).toEqual([
    "pt",
    "de",
    "fr",
    "es",
    "en",
    "en",
    "en",
    "en",
  ]);
});
