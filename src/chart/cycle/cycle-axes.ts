import { type Language, PHASE_KEYS, translate } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { textWidth } from "../svg.js";
import type { CycleColors } from "./cycle-colors.js";
import type { CycleChartData } from "./cycle-data.js";
import type { LabelOptions } from "./cycle-labels.js";
import { type Placing, SCORE, timeTicks } from "./cycle-scale.js";
import { formatUsd } from "./cycle-texts.js";

/** px beside the plot: left the scores, right the prices and the names of the phases. */
export const LEFT_MARGIN = 26;

/** What the longest name of a phase and the newest price need, in px at the font size. */
export function rightMargin(language: Language, fontSize: number): number {
  const names = PHASE_KEYS.map((phase) => textWidth(translate(phase, language), fontSize));
  return Math.ceil(Math.max(...names, 5.6 * fontSize) + NAME_DISTANCE);
}

/** From the plot to the names of the phases; the bracket of the range stands between. */
const NAME_DISTANCE = 14;

/** The scores at the left; at the right the names of the phases and the range of the later place as a bracket. */
export function scoreAxis(
  { points, laterPlace }: CycleChartData,
  { frame, scale }: Placing,
  { colors, language, fontSize }: LabelOptions,
): readonly Tree[] {
  const current = points.at(-1)?.phase;
  const down = Math.round(0.36 * fontSize);
  const numbers = [0, 20, 40, 60, 80, 100].map((score) =>
    tree(
      "text",
      { ...frame.at([0, scale.scoreY(score)], -6, down), "text-anchor": "end", fill: colors.muted },
      `${score}`,
    ),
  );
  const names = PHASE_KEYS.map((phase, i) => {
    const at = frame.at([1, scale.scoreY(20 * i + 10)], NAME_DISTANCE, down);
    const weight = phase === current ? 700 : undefined;
    return tree("text", { ...at, fill: colors[phase], "font-weight": weight }, translate(phase, language));
  });
  const bracket = laterPlace === undefined ? [] : bracketOf(laterPlace, { frame, scale }, colors);
  return [...numbers, ...names, ...bracket];
}

function bracketOf(
  { low, high }: { readonly low: number; readonly high: number },
  { frame, scale }: Placing,
  colors: CycleColors,
): readonly Tree[] {
  const style = { stroke: colors.text, "stroke-width": 1.25, fill: "none" };
  const end = (score: number) => frame.mark([1, scale.scoreY(score)], tree("path", { d: "M4 0h5", ...style }));
  const bar = frame.at([1, scale.scoreY(high)]);
  const height = Math.abs(scale.scoreY(high) - scale.scoreY(low));
  const line = frame.line([1, scale.scoreY(high)], [1, scale.scoreY(low)], { ...style, transform: "translate(6.5 0)" });
  return bar === undefined || height === 0 ? [] : [end(high), line, end(low)];
}

/** The prices of the axis at the right, but where the newest price stands. */
export function priceAxis(
  data: CycleChartData,
  { frame, scale }: Placing,
  { colors, language, fontSize }: LabelOptions,
): readonly Tree[] {
  const end = data.points.at(-1);
  const endY = scale.priceY(end?.priceUsd ?? 1);
  const down = Math.round(0.36 * fontSize);
  const shown = scale.prices.filter((usd) => Math.abs(scale.priceY(usd) - endY) * frame.height >= 1.35 * fontSize);
  const numbers = shown.map((usd) =>
    tree("text", { ...frame.at([1, scale.priceY(usd)], 11, down), fill: colors.muted }, formatUsd(usd, language, true)),
  );
  if (end === undefined) return numbers;
  const style = { "font-weight": 700, fill: end.phase === undefined ? colors.text : colors[end.phase] };
  return [...numbers, tree("text", { ...frame.at([1, endY], 11, down), ...style }, formatUsd(end.priceUsd, language))];
}

/** The days below both panels. */
export function timeAxis({ frame, scale }: Placing, { language, fontSize, colors }: LabelOptions): readonly Tree[] {
  return timeTicks(scale, { width: frame.width, fontSize, language }).map(({ day, text, anchor }) =>
    tree(
      "text",
      {
        ...frame.at([scale.x(day), SCORE.bottom], 0, Math.round(1.65 * fontSize)),
        "text-anchor": anchor === "start" ? undefined : anchor,
        fill: colors.muted,
      },
      text,
    ),
  );
}
