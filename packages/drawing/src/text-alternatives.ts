/** A chart in words, for screen readers. */

import type { Asset, ChartDay } from "./chart-data.js";
import { formatScore, formatShortDay, formatUsd, type Language, nameOf, phaseName } from "./locale.js";
import { type Tree, tree } from "./markup.js";

/** One day, for screen readers: `Nov 21 UTC · 72.4 · Hot Zone · $83,237` */
export function dayText(day: ChartDay, language: Language): string {
  const [date, ...words] = dayWords(day, language);
  return [`${date} UTC`, ...words].join(" · ");
}

function dayWords({ date, score, phase, priceUsd }: ChartDay, language: Language): readonly string[] {
  const words = [formatShortDay(date, language), formatScore(score, language), phaseName(phase, language)];
  return priceUsd ? [...words, formatUsd(priceUsd, language)] : words;
}

/** The days as an HTML `<table>` for screen readers, oldest first. */
export function daysTable(days: readonly ChartDay[], language: Language, asset?: Asset): Tree {
  const rows = days.map((day) => {
    const cells = dayWords(day, language).map((words, i) => tree(i ? "td" : "th", i ? {} : { scope: "row" }, words));
    return tree("tr", {}, ...cells);
  });
  return tree("table", {}, tree("caption", {}, `${nameOf(asset, language)} · UTC`), ...rows);
}
