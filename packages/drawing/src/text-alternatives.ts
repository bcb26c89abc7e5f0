/** What a chart shows, in words for those who do not see it. */

import type { Asset, ChartDay } from "./chart-data.js";
import {
  formatLongDay,
  formatScore,
  formatShortDay,
  formatUsd,
  type Language,
  nameOf,
  titleOf,
  translate,
} from "./locale.js";
import { type Tree, tree } from "./markup.js";

/** One day, for a tooltip and for screen readers: `November 21, 2026 UTC · 72.4 · Hot Zone · $83,237` */
export function dayText({ date, score, phase, priceUsd }: ChartDay, language: Language): string {
  const words = [formatScore(score, language), translate(phase, language)];
  if (priceUsd !== undefined) words.push(formatUsd(priceUsd, language));
  return [`${formatLongDay(date, language)} UTC`, ...words].join(" · ");
}

/** The days as an HTML `<table>` for screen readers, oldest first. */
export function daysTable(days: readonly ChartDay[], language: Language, asset?: Asset): Tree {
  const columns = ["UTC", nameOf(asset, language), ...(asset === "crypto" ? [] : ["USD"])];
  const rows = days.map(({ date, score, phase, priceUsd }) => [
    tree("th", { scope: "row" }, formatLongDay(date, language)),
    tree("td", {}, `${formatScore(score, language)} ${translate(phase, language)}`),
    ...(priceUsd === undefined ? [] : [tree("td", {}, formatUsd(priceUsd, language))]),
  ]);
  return tree(
    "table",
    {},
    tree("caption", {}, `${titleOf(asset, language)} · UTC`),
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
