import { chartWord } from "./chart-words.js";
import { longDay } from "./day-words.js";
import { wordOf } from "./labels.js";
import type { Language } from "./language.js";
import { priceText, scoreText } from "./numbers.js";
import type { Day } from "./reading.js";
import { type Tree, tree } from "./tree.js";

/** The days as an HTML `<table>`, oldest first, for whoever does not see the chart. */
export function daysTable(days: readonly Day[], language: Language): Tree {
  const columns = ["UTC", chartWord("daily", language), chartWord("smoothed", language), "USD"];
  const rows = days.map(({ date, score, phase, smoothed, priceUsd }) => [
    tree("th", { scope: "row" }, longDay(date, language)),
    tree("td", {}, `${scoreText(score, language)} ${wordOf(phase, language)}`),
    tree("td", {}, scoreText(smoothed, language)),
    tree("td", {}, priceText(priceUsd, language)),
  ]);
  return tree(
    "table",
    {},
    tree("caption", {}, "Bitcoin · UTC"),
    tree("tr", {}, ...columns.map((column) => tree("th", { scope: "col" }, column))),
    ...rows.map((row) => tree("tr", {}, ...row)),
  );
}
