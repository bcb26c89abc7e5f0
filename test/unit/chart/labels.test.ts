import { describe, expect, test } from "vitest";
import { chartWord, SIGNAL_KEYS } from "../../../src/chart/chart-words.js";
import { PHASE_KEYS, pick, wordOf } from "../../../src/chart/labels.js";
import { LANGUAGES } from "../../../src/chart/language.js";
import { PHASES } from "../../../src/domain/score.js";

const NOTES = ["stale", "waiting", "unreachable"] as const;
const CHART = [...SIGNAL_KEYS, "signal", "topRisk", "descentGuard", "smoothed", "daily"] as const;

test("the phases are those of the API, each 20 points, and their English words are its labels", () => {
  expect(PHASE_KEYS.map((key, index) => ({ key, label: wordOf(key, "en"), from: 20 * index }))).toEqual(PHASES);
});

test("the signals are those of the API, the calmest first", () => {
  expect(SIGNAL_KEYS).toEqual(["ACCUMULATE", "HOLD", "CAUTION", "REDUCE"]);
});

test("phases, signals and notes have the words a reader of the language knows", () => {
  expect(wordOf("HOT", "de")).toBe("Heiße Zone");
  expect(wordOf("FONDO", "es")).toBe("Fondo");
  expect(wordOf("unreachable", "fr")).toBe("Non actualisé");
  expect(chartWord("HOLD", "fr")).toBe("Conserver");
  expect(chartWord("REDUCE", "pt")).toBe("Reduzir");
});

test("a word is picked by the place of its language", () => {
  expect(LANGUAGES.map((language) => pick("one|uno|um|eins|un", language))).toEqual(["one", "uno", "um", "eins", "un"]);
});

describe.each(LANGUAGES)("in %s", (language) => {
  const phases = PHASE_KEYS.map((phase) => wordOf(phase, language));
  const signals = SIGNAL_KEYS.map((signal) => chartWord(signal, language));

  test("every word is there and none is empty", () => {
    const others = [...NOTES.map((note) => wordOf(note, language)), ...CHART.map((word) => chartWord(word, language))];
    for (const word of [...phases, ...others]) expect(word).toMatch(/^\p{L}.*\p{L}$/u);
  });

  test("no two phases and no two signals share a word", () => {
    expect(new Set(phases).size).toBe(5);
    expect(new Set(signals).size).toBe(4);
  });
});
