import { attributionText, type Publisher } from "../attribution.js";
import type { CurrentScore } from "../chart-data.js";
import { formatMinute, formatScore, type Language, PHASE_KEYS, translate } from "../locale.js";
import { type Tree, tree } from "../markup.js";
import { textWidth } from "../svg.js";
import { LEFT_MARGIN, rightMargin } from "./cycle-axes.js";
import { fixedCycleChart } from "./cycle-chart.js";
import { type CycleColors, EMPTY_OPACITY } from "./cycle-colors.js";
import type { CycleChartData } from "./cycle-data.js";

/** What the two pictures of the whole cycle show. */
export interface CyclePictureView {
  /** Missing before the first score. */
  readonly data: CycleChartData | undefined;
  readonly now: CurrentScore | undefined;
}

export interface CyclePictureOptions {
  readonly colors: CycleColors;
  readonly language: Language;
  readonly publisher: Publisher;
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly fontSize: number;
  readonly tier: "medium" | "wide";
  /** Height of the line with score and phase. */
  readonly head: number;
}

/** px */
export const CYCLE_PICTURE = {
  width: 960,
  height: 500,
  margin: 24,
  fontSize: 12,
  tier: "wide",
  head: 34,
} as const satisfies PictureSize;
const CYCLE_CARD = {
  width: 1200,
  height: 630,
  margin: 48,
  fontSize: 19,
  tier: "medium",
  head: 84,
} as const satisfies PictureSize;

/** The long chart as a picture of its own, with score and phase above and the attribution below. */
export function cyclePicture(view: CyclePictureView, options: CyclePictureOptions): Tree {
  return pictureOf(view, options, CYCLE_PICTURE);
}

/** The same picture as a share card. */
export function cycleCard(view: CyclePictureView, options: CyclePictureOptions): Tree {
  return pictureOf(view, options, CYCLE_CARD);
}

function pictureOf(
  { data, now }: CyclePictureView,
  { colors, language, publisher }: CyclePictureOptions,
  size: PictureSize,
): Tree {
  const { width, height, margin, fontSize, tier, head } = size;
  const headline = headlineOf(now, { colors, language, publisher }, size);
  const foot = Math.round(2 * fontSize);
  const right = rightMargin(language, fontSize);
  const left = margin + LEFT_MARGIN;
  const plot = { width: width - left - right - margin + 8, height: height - margin / 2 - head - foot - margin / 2 };
  const top = margin / 2 + head;
  const drawn =
    data === undefined
      ? tree("g", { "font-size": fontSize }, ...emptyBands(plot, { colors, language }, fontSize))
      : fixedCycleChart(data, { colors, language, tier, fontSize, ...plot });
  const chart = tree("g", { transform: `translate(${left} ${top})` }, drawn);
  const address = attributionText(publisher);
  const footSize = Math.min(fontSize, (width - 2 * margin) / textWidth(address, 1.6));
  const minute =
    now === undefined
      ? []
      : [
          tree(
            "text",
            { x: width - margin, y: height - margin / 2, "text-anchor": "end" },
            formatMinute(now.updatedAt),
          ),
        ];
  const summary = headline
    .flatMap(({ children }) => children.map((each) => (typeof each === "string" ? each : "")))
    .join(" ");
  return tree(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
      "aria-label": `${publisher.indexName}. ${summary}`,
      "font-family": "system-ui,sans-serif",
      fill: colors.text,
    },
    tree("rect", { width, height, fill: colors.background }),
    ...headline,
    chart,
    tree(
      "a",
      { href: publisher.baseUrl, target: "_blank", fill: colors.muted, "font-size": Math.round(10 * footSize) / 10 },
      tree("text", { x: margin, y: height - margin / 2 }, address),
      ...minute,
    ),
  );
}

/** `65.0  Hot Zone` and the name of the index; a dash without a score, and a warning beside a stale one. */
function headlineOf(
  now: CurrentScore | undefined,
  { colors, language, publisher }: CyclePictureOptions,
  { width, margin, head }: PictureSize,
): readonly Tree[] {
  const y = Math.round(margin / 2 + 0.72 * head);
  const scoreSize = Math.round(0.86 * head);
  const nameSize = Math.round(Math.max(14, 0.3 * head));
  const name = tree(
    "text",
    { x: width - margin, y, "text-anchor": "end", "font-size": nameSize, fill: colors.muted },
    publisher.indexName,
  );
  const score = now === undefined ? "–" : formatScore(now.score, language);
  const after = margin + 1.2 * textWidth(score, scoreSize);
  const phaseSize = Math.round(Math.max(18, 0.44 * head));
  const phase = now === undefined ? translate("waiting", language) : translate(now.phase, language);
  const stale =
    now?.isStale === true
      ? [
          tree(
            "text",
            { x: after + 1.2 * textWidth(phase, phaseSize) + 12, y, "font-size": nameSize, fill: colors.accent },
            `▲ ${translate("stale", language)}`,
          ),
        ]
      : [];
  return [
    tree("text", { x: margin, y, "font-size": scoreSize, "font-weight": 600 }, score),
    tree(
      "text",
      {
        x: after,
        y,
        "font-size": phaseSize,
        "font-weight": 600,
        fill: now === undefined ? colors.muted : colors[now.phase],
      },
      phase,
    ),
    ...stale,
    name,
  ];
}

/** Before there is a line: the five phases as bands of the whole height. */
function emptyBands(
  { width, height }: { readonly width: number; readonly height: number },
  { colors, language }: Pick<CyclePictureOptions, "colors" | "language">,
  fontSize: number,
): readonly Tree[] {
  const step = Math.floor(height / PHASE_KEYS.length);
  return PHASE_KEYS.flatMap((phase, i) => {
    const y = step * (PHASE_KEYS.length - 1 - i);
    return [
      tree("rect", { y, width, height: step - 1, fill: colors.fills[phase], "fill-opacity": EMPTY_OPACITY }),
      tree("text", { x: width + 14, y: y + step / 2 + fontSize / 3, fill: colors[phase] }, translate(phase, language)),
    ];
  });
}
