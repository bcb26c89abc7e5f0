import type { Language } from "../language.js";
import type { Manner } from "../manner.js";
import { priceText } from "../numbers.js";
import { type Tree, tree } from "../tree.js";
import { HALVINGS } from "./halvings.js";
import type { RecordPlot } from "./record-plot.js";
import { recordWord } from "./record-words.js";

/** Powers of ten as lines with their price, the years below, and the halvings. */
export function scales(plot: RecordPlot, { ink, language }: Manner): readonly Tree[] {
  const { left, right, priceTop, scoreTop, scoreBottom } = plot;
  const decades = plot.decades.flatMap((power) => {
    const y = plot.price(10 ** power);
    const label = { x: left - 5, y: y + 4, "text-anchor": "end", fill: ink.soft };
    const line = tree("path", { d: `M${left} ${y}H${right}`, stroke: ink.line });
    return [line, tree("text", label, priceLabel(power, language))];
  });
  const every = plot.isNarrow ? 4 : right - left < 700 ? 2 : 1;
  const years = plot.years.flatMap((year) => {
    const x = plot.x(`${year}-01-01`);
    const tick = tree("path", { d: `M${x} ${scoreBottom}v${year % every === 0 ? 5 : 3}`, stroke: ink.soft });
    const label = { x, y: scoreBottom + 17, "text-anchor": "middle", fill: ink.soft };
    return year % every === 0 && x < right - 10 ? [tick, tree("text", label, `${year}`)] : [tick];
  });
  const shown = HALVINGS.filter((day) => plot.x(day) > left && plot.x(day) < right);
  const halvings = shown.map(
    (day) => `M${plot.x(day)} ${priceTop}V${plot.priceBottom}M${plot.x(day)} ${scoreTop}V${scoreBottom}`,
  );
  const dashes = { d: halvings.join(""), stroke: ink.soft, "stroke-dasharray": "2 3", "stroke-opacity": 0.8 };
  const title = tree("text", { x: 2, y: priceTop - 10, fill: ink.soft }, recordWord("price", language));
  return [title, ...decades, ...years, tree("path", dashes)];
}

/** `0.1`, `10`, `100k`: short enough for the margin in every language. */
function priceLabel(power: number, language: Language): string {
  if (power >= 6) return `${10 ** (power - 6)}M`;
  return power >= 3 ? `${10 ** (power - 3)}k` : priceText(10 ** power, language);
}
