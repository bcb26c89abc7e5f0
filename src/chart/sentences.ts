import type { ChartView } from "./chart.js";
import { chartWord } from "./chart-words.js";
import { longDay, shortDay } from "./day-words.js";
import { wordOf } from "./labels.js";
import type { Language } from "./language.js";
import { priceText, scoreText } from "./numbers.js";
import type { Day } from "./reading.js";

/** From the first day to the last: `. Oct 23 65.1 → Nov 21 72.4 UTC`; empty without days. */
export function changeText({ days }: ChartView, language: Language): string {
  const told = [...days.slice(0, 1), ...days.slice(-1)].map(
    ({ date, score }) => `${shortDay(date, language)} ${scoreText(score, language)}`,
  );
  return told.length > 0 ? `. ${told.join(" → ")} UTC` : "";
}

/** One day, for whoever points at it or hears it: `November 21, 2026 UTC · Daily 72.4 · Smoothed 70.2 · Hot Zone · 83,237 USD` */
export function dayText(day: Day, language: Language): string {
  return [
    `${longDay(day.date, language)} UTC`,
    `${chartWord("daily", language)} ${scoreText(day.score, language)}`,
    `${chartWord("smoothed", language)} ${scoreText(day.smoothed, language)}`,
    wordOf(day.phase, language),
    `${priceText(day.priceUsd, language)} USD`,
  ].join(" · ");
}
