import { chartHead, chartHeight, headHeight } from "../chart.js";
import type { ChartView } from "../chart-data.js";
import { BAND_OPACITY, fillOf } from "../colors.js";
import { type Tree, tree } from "../markup.js";
import { PHASES } from "../phases.js";
import { PADDING, plainSvg, type RenderOptions, summarize, text } from "../svg.js";
import { NAME_DISTANCE, phaseName, rightMargin } from "./cycle-axes.js";
import { type FixedCycleOptions, fixedCycleChart } from "./cycle-chart.js";
import type { CycleChartData } from "./cycle-data.js";
import type { LabelTier } from "./cycle-scale.js";

/** The long chart as a picture, below the head of a chart. */
export function cyclePicture({ data, ...view }: CycleView, options: RenderOptions): Tree {
  const { width, colors, language } = options;
  const top = chartHead(view, options);
  const tier: LabelTier = width < 560 ? "narrow" : "medium";
  const fontSize = tier === "narrow" ? 11 : 11.5;
  const [left, y] = [PADDING, headHeight(width) + 10];
  const right = PADDING + rightMargin(language, fontSize, tier);
  const height = chartHeight(width) - y - 4;
  const plot = { colors, language, tier, fontSize, width: width - left - right, height };
  const body = data === undefined ? emptyPlot(plot) : [fixedCycleChart(data, plot)];
  const placed = tree("g", { transform: `translate(${left} ${y})` }, ...body);
  return plainSvg([...top, placed], summarize(top), { width, height: chartHeight(width), fontSize: 12, colors });
}

interface CycleView extends ChartView {
  /** Missing before there is a record. */
  readonly data: CycleChartData | undefined;
}

/** The five phases as bands, before there is a line. */
function emptyPlot({ width, height, tier, fontSize, colors, language }: FixedCycleOptions): readonly Tree[] {
  const step = Math.floor(height / PHASES.length);
  const bands = PHASES.toReversed().flatMap(({ key }, i) => [
    tree("rect", { y: i * step, width, height: step - 1, fill: colors[fillOf(key)], "fill-opacity": BAND_OPACITY }),
    text(width + NAME_DISTANCE, (i + 0.5) * step + 4, phaseName(key, language, tier), { fill: colors[key] }),
  ]);
  return [tree("g", { "font-size": fontSize }, ...bands)];
}
