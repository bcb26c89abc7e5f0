import { attributionText, type Publisher } from "../attribution.js";
import type { CurrentScore } from "../chart-data.js";
import { BAND_OPACITY, fillOf } from "../colors.js";
import { formatMinute, formatScore, translate } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { PHASE_KEYS } from "../phases.js";
import { plainSvg, textWidth } from "../svg.js";
import { leftMargin, rightMargin } from "./cycle-axes.js";
import { fixedCycleChart } from "./cycle-chart.js";
import type { CycleChartData } from "./cycle-data.js";
import type { CycleStyle } from "./cycle-scale.js";

/** The long chart as a picture, with score and phase above it and the attribution below. */
export function cyclePicture(picture: CyclePicture, size: PictureSize): Tree {
  const { colors, language, publisher } = picture;
  const { width, height, margin, fontSize, head, tier } = size;
  const headline = headlineOf(picture, size);
  const summary = headline.map(({ children }) => children.join(" ")).join(" ");
  const [left, top, foot] = [margin + leftMargin(tier), margin / 2 + head, Math.round(2 * fontSize)];
  const plot = {
    width: width - left - rightMargin(language, fontSize, tier) - margin + 8,
    height: height - top - foot - margin / 2,
  };
  const content = [
    tree("rect", { width, height, fill: colors.background }),
    ...headline,
    tree("g", { transform: `translate(${left} ${top})` }, plotOf(picture, size, plot)),
    footOf(picture, size),
  ];
  return plainSvg(content, `${publisher.indexName}. ${summary}`, { width, height, colors });
}

/** What a picture of the whole cycle shows, and how. */
interface CyclePicture extends CycleStyle {
  /** Missing before there is a record. */
  readonly data: CycleChartData | undefined;
  /** Missing before the first score. */
  readonly now: CurrentScore | undefined;
  readonly publisher: Publisher;
}

/** px */
interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly fontSize: number;
  readonly tier: "medium" | "wide";
  /** Height of the line with score and phase. */
  readonly head: number;
}

/** The picture at an address of its own. */
export const CYCLE_PICTURE: PictureSize = { width: 960, height: 500, margin: 24, fontSize: 12, tier: "wide", head: 34 };

/** `65.0  Hot Zone` and the name of the index; a dash without a score, and a warning beside a stale one. */
function headlineOf(
  { now, colors, language, publisher }: CyclePicture,
  { width, margin, head }: PictureSize,
): readonly Tree[] {
  const y = Math.round(margin / 2 + 0.72 * head);
  const scoreSize = Math.round(0.86 * head);
  const phaseSize = Math.round(Math.max(18, 0.44 * head));
  const nameSize = Math.round(Math.max(14, 0.3 * head));
  const score = now === undefined ? "–" : formatScore(now.score, language);
  const phase = translate(now?.phase ?? "waiting", language);
  const phaseX = margin + 1.2 * textWidth(score, scoreSize);
  const staleX = phaseX + 1.2 * textWidth(phase, phaseSize) + 12;
  const bold = { "font-weight": 600 };
  const phaseStyle = { "font-size": phaseSize, ...bold, fill: now ? colors[now.phase] : colors.muted };
  const staleStyle = { "font-size": nameSize, fill: colors.accent };
  const nameStyle = { "text-anchor": "end", "font-size": nameSize, fill: colors.muted };
  return [
    tree("text", { x: margin, y, "font-size": scoreSize, ...bold }, score),
    tree("text", { x: phaseX, y, ...phaseStyle }, phase),
    ...(now?.isStale ? [tree("text", { x: staleX, y, ...staleStyle }, `▲ ${translate("stale", language)}`)] : []),
    tree("text", { x: width - margin, y, ...nameStyle }, publisher.indexName),
  ];
}

/** The long chart; before there is a line, the five phases as bands of the whole height. */
function plotOf(
  { data, colors, language }: CyclePicture,
  { tier, fontSize }: PictureSize,
  { width, height }: Pick<PictureSize, "width" | "height">,
): Tree {
  if (data !== undefined) return fixedCycleChart(data, { colors, language, tier, fontSize, width, height });
  const step = Math.floor(height / PHASE_KEYS.length);
  const bands = PHASE_KEYS.flatMap((phase, i) => {
    const y = step * (PHASE_KEYS.length - 1 - i);
    return [
      tree("rect", { y, width, height: step - 1, fill: colors[fillOf(phase)], "fill-opacity": BAND_OPACITY }),
      tree("text", { x: width + 14, y: y + step / 2 + fontSize / 3, fill: colors[phase] }, translate(phase, language)),
    ];
  });
  return tree("g", { "font-size": fontSize }, ...bands);
}

/** The attribution, as a link where the file is opened by itself, and the minute of the score. */
function footOf({ now, colors, publisher }: CyclePicture, { width, height, margin, fontSize }: PictureSize): Tree {
  const text = attributionText(publisher);
  const size = Math.min(fontSize, (width - 2 * margin) / textWidth(text, 1.6));
  const y = height - margin / 2;
  const minute = now && tree("text", { x: width - margin, y, "text-anchor": "end" }, formatMinute(now.updatedAt));
  return tree(
    "a",
    { href: publisher.baseUrl, target: "_blank", fill: colors.muted, "font-size": Math.round(10 * size) / 10 },
    tree("text", { x: margin, y }, text),
    ...(minute ? [minute] : []),
  );
}
