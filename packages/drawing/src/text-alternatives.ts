/** What a chart shows, in words for those who do not see it. */

import type { Asset, ShownDay } from "./chart-data.js";
import {
  formatLongDay,
  formatPrice,
  formatScore,
  formatShortDay,
  type Language,
  titleOf,
  translate,
} from "./locale.js";
import { type Tree, tree } from "./markup.js";

/** One day, for a tooltip and for screen readers: `November 21, 2026 UTC · Daily 72.4 · Smoothed 70.2 · Hot Zone · 83,237 USD` */
export function dayText({ date, score, smoothed, phase, priceUsd }: ShownDay, language: Language): string {
  return [
    `${formatLongDay(date, language)} UTC`,
    `${translate("daily", language)} ${formatScore(score, language)}`,
    smoothed !== undefined && `${translate("smoothed", language)} ${formatScore(smoothed, language)}`,
    translate(phase, language),
    priceUsd !== undefined && `${formatPrice(priceUsd, language)} USD`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The days as an HTML `<table>` for screen readers, oldest first. */
export function daysTable(days: readonly ShownDay[], language: Language, asset?: Asset): Tree {
  const ofBitcoin = (...values: readonly string[]) => (asset === "crypto" ? [] : values);
  const columns = ["UTC", translate("daily", language), ...ofBitcoin(translate("smoothed", language), "USD")];
  const rows = days.map(({ date, score, phase, smoothed, priceUsd }) => [
    tree("th", { scope: "row" }, formatLongDay(date, language)),
    ...[
      `${formatScore(score, language)} ${translate(phase, language)}`,
      ...ofBitcoin(formatScore(Number(smoothed), language), formatPrice(Number(priceUsd), language)),
    ].map((text) => tree("td", {}, text)),
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
export function changeText(days: readonly ShownDay[], language: Language): string {
  const ends = [...days.slice(0, 1), ...days.slice(-1)].map(
    ({ date, score }) => `${formatShortDay(date, language)} ${formatScore(score, language)}`,
  );
  return ends.length > 0 ? `. ${ends.join(" → ")} UTC` : "";
}
