/** What a chart shows, in words for those who do not see it. */

import type { ChartDay } from "./chart-data.js";
import { formatLongDay, formatPrice, formatScore, formatShortDay, type Language, translate } from "./locale.js";
import { type Tree, tree } from "./markup.js";

/** One day, for a tooltip and for screen readers: `November 21, 2026 UTC · Daily 72.4 · Smoothed 70.2 · Hot Zone · 83,237 USD` */
export function dayText(day: ChartDay, language: Language): string {
  return [
    `${formatLongDay(day.date, language)} UTC`,
    `${translate("daily", language)} ${formatScore(day.score, language)}`,
    `${translate("smoothed", language)} ${formatScore(day.smoothed, language)}`,
    translate(day.phase, language),
    `${formatPrice(day.priceUsd, language)} USD`,
  ].join(" · ");
}

/** The days as an HTML `<table>` for screen readers, oldest first. */
export function daysTable(days: readonly ChartDay[], language: Language): Tree {
  const columns = ["UTC", translate("daily", language), translate("smoothed", language), "USD"];
  const rows = days.map(({ date, score, phase, smoothed, priceUsd }) => [
    tree("th", { scope: "row" }, formatLongDay(date, language)),
    tree("td", {}, `${formatScore(score, language)} ${translate(phase, language)}`),
    tree("td", {}, formatScore(smoothed, language)),
    tree("td", {}, formatPrice(priceUsd, language)),
  ]);
  return tree(
    "table",
    {},
    tree("caption", {}, "Bitcoin · UTC"),
    tree("tr", {}, ...columns.map((column) => tree("th", { scope: "col" }, column))),
    ...rows.map((row) => tree("tr", {}, ...row)),
  );
}

/** The end of a chart's text alternative, from the first day to the last: `. Oct 23 65.1 → Nov 21 72.4 UTC`; empty without days. */
export function changeText(days: readonly ChartDay[], language: Language): string {
  const ends = [...days.slice(0, 1), ...days.slice(-1)].map(
    ({ date, score }) => `${formatShortDay(date, language)} ${formatScore(score, language)}`,
  );
  return ends.length > 0 ? `. ${ends.join(" → ")} UTC` : "";
}
