import { formatUsd, type Language, PHASE_KEYS, translate } from "../locale.js";
import { type Tree, textWidth, tree } from "../markup.js";
import { type CyclePlot, SCORE, timeTicks } from "./cycle-scale.js";

/** px beside the plot: left the scores, right the prices and the names of the phases. */
export const LEFT_MARGIN = 26;

/** What the longest name of a phase and the newest price need, in px at the font size. */
export function rightMargin(language: Language, fontSize: number): number {
  const names = PHASE_KEYS.map((phase) => textWidth(translate(phase, language), fontSize));
  return Math.ceil(Math.max(...names, 5.6 * fontSize) + NAME_DISTANCE);
}

/** From the plot to the names of the phases; the bracket of the range stands between. */
const NAME_DISTANCE = 14;

/** From the middle of a line of text down to its base line, in px. */
function toBaseLine(fontSize: number): number {
  return Math.round(0.36 * fontSize);
}

/** The scores at the left; at the right the names of the phases and the range of the later place as a bracket. */
export function scoreAxis(plot: CyclePlot): readonly Tree[] {
  const { data, frame, scale, colors, language, fontSize } = plot;
  const current = data.points.at(-1)?.phase;
  const down = toBaseLine(fontSize);
  const numbers = [0, 20, 40, 60, 80, 100].map((score) => {
    const at = frame.at([0, scale.scoreY(score)], -6, down);
    return tree("text", { ...at, "text-anchor": "end", fill: colors.muted }, `${score}`);
  });
  const names = PHASE_KEYS.map((phase, i) => {
    const at = frame.at([1, scale.scoreY(20 * i + 10)], NAME_DISTANCE, down);
    const weight = phase === current ? 700 : undefined;
    return tree("text", { ...at, fill: colors[phase], "font-weight": weight }, translate(phase, language));
  });
  return [...numbers, ...names, ...laterPlaceBracket(plot)];
}

function laterPlaceBracket({ data: { laterPlace }, frame, scale, colors }: CyclePlot): readonly Tree[] {
  if (laterPlace === undefined || laterPlace.low === laterPlace.high) return [];
  const [low, high] = [scale.scoreY(laterPlace.low), scale.scoreY(laterPlace.high)];
  const style = { stroke: colors.text, "stroke-width": 1.25, fill: "none" };
  const end = (y: number) => frame.mark([1, y], tree("path", { d: "M4 0h5", ...style }));
  return [end(high), frame.line([1, high], [1, low], { ...style, transform: "translate(6.5 0)" }), end(low)];
}

/** The prices of the axis at the right, but where the newest price stands. */
export function priceAxis({ data, frame, scale, colors, language, fontSize }: CyclePlot): readonly Tree[] {
  const end = data.points.at(-1);
  if (end === undefined) return [];
  const endY = scale.priceY(end.priceUsd);
  const down = toBaseLine(fontSize);
  const shown = scale.prices.filter((usd) => Math.abs(scale.priceY(usd) - endY) * frame.height >= 1.35 * fontSize);
  const numbers = shown.map((usd) =>
    tree("text", { ...frame.at([1, scale.priceY(usd)], 11, down), fill: colors.muted }, formatUsd(usd, language, true)),
  );
  const style = { "font-weight": 700, fill: end.phase === undefined ? colors.text : colors[end.phase] };
  return [...numbers, tree("text", { ...frame.at([1, endY], 11, down), ...style }, formatUsd(end.priceUsd, language))];
}

/** The days below both panels. */
export function timeAxis({ frame, scale, language, fontSize, colors }: CyclePlot): readonly Tree[] {
  return timeTicks(scale, { width: frame.width, fontSize, language }).map(({ day, text, anchor }) => {
    const at = frame.at([scale.x(day), SCORE.bottom], 0, Math.round(1.65 * fontSize));
    return tree("text", { ...at, "text-anchor": anchor === "start" ? undefined : anchor, fill: colors.muted }, text);
  });
}
