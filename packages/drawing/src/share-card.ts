import { formatDay, utcDay, yearOf } from "peak-cycle-model";
import { attributionText, type CreditedStyle } from "./attribution.js";
import type { ChartView } from "./chart-data.js";
import { fillOf, SEGMENT_OPACITY } from "./colors.js";
import { pathsByPhase, runsOf } from "./cycle/cycle-chart.js";
import type { CycleChartData, CyclePoint } from "./cycle/cycle-data.js";
import { labelBoxes } from "./cycle/cycle-labels.js";
import {
  CARD_TEXT,
  formatBriefDate,
  formatScore,
  formatUsd,
  type Language,
  pickTranslation,
  translate,
  translateNote,
} from "./locale.js";
import { type Attributes, type Tree, tree } from "./markup.js";
import { PHASES } from "./phases.js";
import { BOLD, type DrawingStyle, halo, type Point, pathData, plainSvg, roundToTenth, textWidth } from "./svg.js";

/**
 * The picture that other sites show for a link, to be read at 360 px: number, phase, price and day, the ruler, the price in the
 * colors of the phases, the source. Before there is a record the line is that of the 30 days.
 */
export function shareCard(view: CardView, options: CreditedStyle): Tree {
  const { colors, publisher } = options;
  const head = headOf(view, options);
  const content = [
    tree("rect", { ...CARD_SIZE, fill: colors.background }),
    ...head,
    ...rulerOf(view, options),
    ...lineOf(view, options),
    ...footOf(view, options),
  ];
  const summary = head.map(({ children }) => children.join(" ")).join(". ");
  return plainSvg(content, `${publisher.indexName}. ${summary}`, { ...CARD_SIZE, colors });
}

/** px; what sites expect of a picture for links. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

interface CardView extends ChartView {
  /** Missing before there is a record. */
  readonly data: CycleChartData | undefined;
}

/** Left and right edge of all that stands on the card, in px. */
const [LEFT, RIGHT] = [48, 1152];

const LARGE = { "font-weight": 700, "letter-spacing": "-0.02em" };

/** The largest size up to `size` in px with which a text fits. */
function fitting(text: string, size: number, room: number): number {
  return Math.min(size, Math.floor(room / textWidth(text, BOLD)));
}

/** Number, phase, price and day. What a reader has to be warned of stands in the place of the caption; an old number is dimmed. */
function headOf({ now }: CardView, { colors, language }: CreditedStyle): readonly Tree[] {
  const score = now === undefined ? "–" : formatScore(now.score, language);
  const x = Math.round(LEFT + BOLD * textWidth(score, 124) + 12);
  const price = now?.priceUsd === undefined ? undefined : formatUsd(now.priceUsd, language);
  const room = RIGHT - x - 40 - (price === undefined ? 0 : BOLD * textWidth(price, 38));
  const flags = (["topRisk", "descentGuard"] as const).filter((flag) => now?.[flag]);
  const old = now?.isStale ? [translateNote("stale", language)] : [];
  const warnings = [...old, ...flags.map((each) => translate(each, language))];
  const caption = warnings.length > 0 ? `▲ ${warnings.join(" · ")}` : pickTranslation(CARD_TEXT, language);
  const captionFill = warnings.length > 0 ? colors.accent : colors.muted;
  const phase = now ? translate(now.phase, language) : translateNote("waiting", language);
  const end = { x: RIGHT, "text-anchor": "end" };
  const phaseStyle = { "font-size": fitting(phase, 60, room), fill: now ? colors[now.phase] : colors.accent, ...LARGE };
  return [
    tree("text", { x: LEFT, y: 138, "font-size": 124, ...LARGE, opacity: now?.isStale ? 0.5 : undefined }, score),
    tree("text", { x, y: 62, "font-size": fitting(caption, 28, RIGHT - x), fill: captionFill }, caption),
    tree("text", { x, y: 134, ...phaseStyle }, phase),
    ...(now === undefined || price === undefined
      ? []
      : [
          tree("text", { ...end, y: 100, "font-size": 38, "font-weight": 700 }, price),
          tree("text", { ...end, y: 135, "font-size": 26, fill: colors.muted }, briefDay(now.updatedAt, language)),
        ]),
  ];
}

function briefDay(instant: string, language: Language): string {
  return formatBriefDate(instant.slice(0, 10), language, { dateStyle: "medium" });
}

/** Five named segments, the one of the phase filled, and a marker above the score. */
function rulerOf({ now }: CardView, { colors, language }: CreditedStyle): readonly Tree[] {
  const px = (score: number) => LEFT + ((RIGHT - LEFT) * score) / 100;
  const segments = PHASES.flatMap(({ key, from, to }) => {
    const isNow = key === now?.phase;
    const [x, width, name] = [px(from), px(to) - px(from) - 4, translate(key, language)];
    const fill = isNow ? { fill: colors[key] } : { fill: colors[fillOf(key)], "fill-opacity": SEGMENT_OPACITY };
    const font = { "font-size": fitting(name, 24, width - 16), "font-weight": isNow ? 700 : 500 };
    const at = { x: roundToTenth(x + width / 2), y: 229, "text-anchor": "middle" };
    return [
      tree("rect", { x, y: 198, width, height: 46, rx: 6, ...fill }),
      tree("text", { ...at, ...font, fill: isNow ? colors.background : colors[key] }, name),
    ];
  });
  if (now === undefined) return segments;
  const marker = tree("path", { d: `M${roundToTenth(px(now.score))} 196l-15-21h30z`, fill: colors.text });
  return [...segments, marker];
}

/** Where the line lies, with room for labels above and below. */
const PLOT = { left: LEFT, right: 1136, top: 318, bottom: 490 } as const;

/** The price on a log scale in the colors of the phases, with the prices of its main turns, and the years. */
function lineOf({ data, days, now }: CardView, { colors, language }: CreditedStyle): readonly Tree[] {
  const points: readonly CyclePoint[] =
    data?.points ?? days.map(({ priceUsd = 0, ...each }) => ({ ...each, priceUsd, day: utcDay(each.date) }));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  const logs = points.map(({ priceUsd }) => Math.log10(priceUsd));
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const px = (day: number) => PLOT.left + ((PLOT.right - PLOT.left) * (day - first.day)) / (last.day - first.day);
  const py = (usd: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * (Math.log10(usd) - low)) / (high - low || 1);
  const place = ({ day, priceUsd }: Pick<CyclePoint, "day" | "priceUsd">): Point => [px(day), py(priceUsd)];
  const colorOf = (phase: CyclePoint["phase"]) => (phase === undefined ? colors.muted : colors[fillOf(phase)]);
  const stroke = { fill: "none", "stroke-width": 4.5, "stroke-linejoin": "round", "stroke-linecap": "round" };
  const lines = pathsByPhase(runsOf(points), (run) => pathData(run.points.map(place)));
  const [x, y] = place(last);
  const dot = now?.isStale
    ? { r: 7, fill: colors.background, stroke: colorOf(last.phase), "stroke-width": 4 }
    : { r: 9, fill: colorOf(last.phase) };
  return [
    ...lines.map(([phase, d]) => tree("path", { d, stroke: colorOf(phase), ...stroke })),
    tree("circle", { cx: roundToTenth(x), cy: roundToTenth(y), ...dot }),
    ...turnLabels(data?.turns ?? [], { line: points.map(place), place, colors, language }),
    ...timeLabels(first.day, last.day, px, { fill: colors.muted, language }),
  ];
}

const LABEL_SIZE = 24;
const MAX_LABELS = 7;

/** The prices of main turns from the newest on, each where it touches neither line nor another. */
function turnLabels(
  turns: CycleChartData["turns"],
  {
    line,
    place,
    colors,
    language,
  }: DrawingStyle & { line: readonly Point[]; place: (turn: CycleChartData["turns"][number]) => Point },
): readonly Tree[] {
  const boxes = labelBoxes({ left: LEFT, right: RIGHT, top: 262, bottom: 530 }, line);
  const labels = turns.toReversed().flatMap((turn) => {
    if (!turn.isMain) return [];
    const [text, [x, y]] = [formatUsd(turn.priceUsd, language, true), place(turn)];
    const half = (BOLD * textWidth(text, LABEL_SIZE)) / 2;
    const candidates = [10, 18, 26].map((lift) => {
      const base = turn.kind === "high" ? y - lift : y + lift + 0.76 * LABEL_SIZE;
      const middle = Math.max(LEFT + half, Math.min(RIGHT - half, x));
      const sides = { left: middle - half, right: middle + half, top: base - 0.76 * LABEL_SIZE, bottom: base + 5 };
      return { ...sides, middle, base };
    });
    const box = boxes.take(candidates);
    if (box === undefined) return [];
    const at = { x: roundToTenth(box.middle), y: roundToTenth(box.base), "text-anchor": "middle" };
    return [tree("text", { ...at, "font-size": LABEL_SIZE, "font-weight": 600, ...halo(colors) }, text)];
  });
  return labels.slice(0, MAX_LABELS);
}

/** Every year or, of many, every second one; of less than two years the first and the last day. */
function timeLabels(
  from: number,
  to: number,
  px: (day: number) => number,
  { fill, language }: { readonly fill: string; readonly language: Language },
): readonly Tree[] {
  const label = (x: number, anchor: string, text: string): Tree =>
    tree("text", { x: roundToTenth(x), y: 556, "text-anchor": anchor, "font-size": 22, fill }, text);
  const day = (at: number) => formatBriefDate(formatDay(at as CyclePoint["day"]), language, { dateStyle: "medium" });
  if (to - from < 731) return [label(PLOT.left, "start", day(from)), label(RIGHT, "end", day(to))];
  const [first, last] = [yearOf(from as CyclePoint["day"]) + 1, yearOf(to as CyclePoint["day"])];
  const step = Math.ceil((last - first + 1) / 8);
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter(
    (year) => (last - year) % step === 0,
  );
  return years
    .map((year) => ({ year, x: px(utcDay(`${year}-01-01`)) }))
    .filter(({ x }) => x > LEFT + 30 && x < RIGHT - 30)
    .map(({ year, x }) => label(x, "middle", `${year}`));
}

/** The attribution, and the time of the score. */
function footOf({ now }: CardView, { colors, publisher }: CreditedStyle): readonly Tree[] {
  const text = attributionText(publisher);
  const time = now && `${now.updatedAt.slice(11, 16)} UTC`;
  const style = { y: 600, fill: colors.muted } satisfies Attributes;
  return [
    tree(
      "a",
      { href: publisher.baseUrl },
      tree("text", { x: LEFT, ...style, "font-size": fitting(text, 23, 930) }, text),
    ),
    ...(time === undefined ? [] : [tree("text", { x: RIGHT, ...style, "font-size": 23, "text-anchor": "end" }, time)]),
  ];
}
