/** The long chart as a picture, below the head of a chart. */
import type { AttributionParts } from "../attribution.js";
import { chartFrame, secondLines } from "../chart.js";
import type { ChartView } from "../chart-data.js";
import { head, headBottom, ruler } from "../head.js";
import { type Language, PHASES, phaseName } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { padding, rect, text } from "../svg.js";
import { NAME_DISTANCE, rightMargin } from "./cycle-axes.js";
import { type FixedCycleOptions, fixedCycleChart } from "./cycle-chart.js";
import type { CycleChartData } from "./cycle-data.js";
import type { LabelTier } from "./cycle-scale.js";

/** @param data missing until there is a record */
export function cyclePicture(
  view: ChartView,
  data: CycleChartData | undefined,
  width: number,
  language: Language,
  credit: AttributionParts,
): Tree {
  const tier: LabelTier = width < 560 ? "narrow" : "medium";
  const fontSize = tier === "narrow" ? 11 : 11.5;
  const [left, y] = [padding(width), headBottom(width) + 24];
  const right = padding(width) + rightMargin(language, fontSize, tier);
  const height = width < 900 ? 330 : 420;
  const plot = { language, tier, fontSize, width: width - left - right, height };
  const body = data === undefined ? emptyPlot(plot) : [fixedCycleChart(data, plot)];
  const drawn = [
    ...head(view, width, language, secondLines(view, language)),
    ruler(view, width, []),
    tree("g", { transform: `translate(${left} ${y})`, "aria-hidden": "true" }, ...body),
  ];
  return chartFrame(view, drawn, width, language, credit, y + height + 8);
}

/** The five phases as bands, before there is a line. */
function emptyPlot({ width, height, tier, fontSize, language }: FixedCycleOptions): readonly Tree[] {
  const step = Math.floor(height / PHASES.length);
  return PHASES.toReversed().flatMap(({ key }, i) => [
    rect(0, i * step, width, step - 1.5, 2, `fill-${key}`, "var(--band)"),
    text(width + NAME_DISTANCE, (i + 0.5) * step + 4, phaseName(key, language, tier !== "medium"), fontSize, key),
  ]);
}
