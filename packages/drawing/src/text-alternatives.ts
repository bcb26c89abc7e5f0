/** A chart in words, for screen readers. */

import type { Asset, ChartDay } from "./chart-data.js";
import { formatScore, formatShortDate, formatShortDay, formatUsd, type Language, nameOf, phaseName } from "./locale.js";
import { type Tree, tree } from "./markup.js";

/** One point, for screen readers: `Nov 21 UTC · 72.4 · Hot Zone · $83,237`; a week has its year. */
export function dayText(day: ChartDay, language: Language, isWeek = false): string {
  const [date, ...words] = dayWords(day, language, isWeek);
  return [`${date} UTC`, ...words].join(" · ");
}

function dayWords(day: ChartDay, language: Language, isWeek = false): readonly string[] {
  const { date, phase, priceUsd } = day;
  const when = isWeek ? formatShortDate(date, language) : formatShortDay(date, language);
  const words = [when, pointScore(day, isWeek, language), phaseName(phase, language)];
  return priceUsd ? [...words, formatUsd(priceUsd, language)] : words;
}

/** Scores of weeks are known only as whole numbers. */
export function pointScore({ score }: ChartDay, isWeek: boolean, language: Language): string {
  return isWeek && Number.isInteger(score) ? `${score}` : formatScore(score, language);
}

/** The days as an HTML `<table>` for screen readers, oldest first. */
export function daysTable(days: readonly ChartDay[], language: Language, asset?: Asset): Tree {
  const rows = days.map((day) => {
    const cells = dayWords(day, language).map((words, i) => tree(i ? "td" : "th", i ? {} : { scope: "row" }, words));
    return tree("tr", {}, ...cells);
  });
  return tree("table", {}, tree("caption", {}, `${nameOf(asset, language)} · UTC`), ...rows);
}
