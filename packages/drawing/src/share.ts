/**
 * The picture that chats and social networks show with a link: score, phase, signal and warning, and the whole past of
 * the score in its five bands. They show it as small as 300 px, so no text is under 26 px.
 */
import { attributionParts, linkTo, type Publisher } from "./attribution.js";
import { type ChartDay, type ChartView, type CurrentScore, withCurrent } from "./chart-data.js";
import { fillOf } from "./colors.js";
import { absence, ageText, clockText, warningSign, warningsOf, widthOfNumber } from "./head.js";
import { iconSteps } from "./icon.js";
import { formatScore, formatShortDate, type Language, PHASE_KEYS, phaseName, pickTranslation } from "./locale.js";
import { HISTORY_AWAITED, SCORE_SINCE, SIGNAL, SIGNAL_NAMES } from "./locales/words.js";
import { type Tree, tree } from "./markup.js";
import { bandPaths, fitText, LIKELY, line, pictureRoot, rect, roundToTenth, text, textWidth } from "./svg.js";

/** In px, as link previews expect. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** In px: the left and right edge of the content, the right edge of mark and name, and the panel of the score. */
const [LEFT, RIGHT, NAME_X] = [64, 1136, 124];
const PANEL = { top: 336, height: 220 } as const;
/** Baselines of the row below the panel, and of a second one above it, in px. */
const [FOOT, ABOVE_FOOT] = [600, 560];

const LEAST_SIZE = 26;
/** Space in px between two texts in a row. */
const GAP = 40;

export function sharePicture(view: ChartView, language: Language, publisher: Publisher): Tree {
  const { now } = view;
  const [names, host, href] = attributionParts(publisher);
  // The picture may be kept for years, so it has the date of its score.
  const date = now ? `\u00a0· ${formatShortDate(now.updatedAt.slice(0, 10), language)}` : "";
  const siteSize = Math.min(LEAST_SIZE, (RIGHT - LEFT) / typical(host + date, 1));
  const siteWidth = typical(host + date, siteSize);
  const fitsNextToSite = (words: string) => typical(words, LEAST_SIZE) + GAP + siteWidth <= RIGHT - LEFT;
  const byline = names.slice(publisher.indexName.length + 1).replace(/ · $/, "");
  const title = titleOf(publisher.indexName, byline, siteWidth);
  const { row } = title;
  const hasLabel = row === "with site" || (row === "with publisher" && fitsNextToSite(since(view, language)));
  const hasBylineRow = row === "alone";
  const isLow = hasBylineRow && !fitsNextToSite(byline);
  return pictureRoot(
    SHARE_SIZE.width,
    SHARE_SIZE.height,
    rect(0, 0, SHARE_SIZE.width, SHARE_SIZE.height, 0, "background"),
    tree("g", { transform: `translate(${LEFT} 56)scale(1.35)` }, ...iconSteps()),
    title.drawn,
    ...(now ? scoreRows(view, now, language) : absenceRows(view, language)),
    ...panel(view, language, PANEL.height - (isLow ? FOOT - ABOVE_FOOT : 0)),
    ...(hasLabel ? [text(LEFT, FOOT, since(view, language), LEAST_SIZE, "soft")] : []),
    ...(row === "with site" ? years(view, language) : []),
    ...(hasBylineRow ? [text(LEFT, isLow ? ABOVE_FOOT : FOOT, byline, LEAST_SIZE, "soft")] : []),
    text(RIGHT, row === "with site" ? 90 : FOOT, [linkTo(href, host), date], roundToTenth(siteSize), "soft", 0, "end"),
  );
}

/** The first row: the name of the index with as much as fits next to it; long names get the row to themselves. */
function titleOf(indexName: string, byline: string, siteWidth: number) {
  const [nameEm, bylineEm] = [typical(indexName, 1.08), typical(` ${byline}`, BYLINE)];
  const room = RIGHT - NAME_X;
  const sizeIn = (px: number, em: number) => roundToTenth(Math.min(32, px / em));
  const withByline = [
    { row: "with site", size: sizeIn(room - GAP - siteWidth, nameEm + bylineEm) },
    { row: "with publisher", size: sizeIn(room, nameEm + bylineEm) },
  ] as const;
  const { row, size } = withByline.find((each) => BYLINE * each.size >= LEAST_SIZE) ?? {
    row: "alone",
    size: sizeIn(room, nameEm),
  };
  const style = { "font-size": roundToTenth(BYLINE * size), "font-weight": 400, fill: "var(--soft)" };
  const parts = [indexName, ...(row === "alone" ? [] : [tree("tspan", style, `\u00a0${byline}`)])];
  return { row, drawn: text(NAME_X, 90, parts, size, "ink", 700) };
}

/** The size of the publisher relative to the name of the index. */
const BYLINE = 0.9;

/** The width in px of a text in Inter, which PNGs are drawn with. */
function typical(words: string, size: number): number {
  return 0.85 * textWidth(words, size);
}

function scoreRows(view: ChartView, now: CurrentScore, language: Language): readonly Tree[] {
  const score = formatScore(now.score, language);
  // In Inter a 1 is a fifth of an em narrower than other digits.
  const width = roundToTenth(widthOfNumber(score, 208) - 0.2 * 208 * (score.split("1").length - 1));
  const x = LEFT - 8 + width + 44;
  const room = RIGHT - x;
  const age = now.isStale ? ageText(now, language) : "";
  const fill = age ? "soft" : undefined;
  const markTexts = age
    ? [`${age} · ${clockText(now)}`, age]
    : warningsOf(view, SHARE_SIZE.width, language).shown.slice(0, 1);
  const [phaseY, signalY] = markTexts[0] ? [188, 238] : [204, 264];
  const signal = now.signal
    ? `${pickTranslation(SIGNAL, language)} ${pickTranslation(SIGNAL_NAMES[now.signal], language)}`
    : "";
  return [
    text(LEFT - 8, 284, score, 208, fill, 700, 0, width),
    fitText(x, phaseY, room, [phaseName(now.phase, language)], 76, fill ?? now.phase, 700),
    ...(signal ? [fitText(x + 2, signalY, room, [signal], 36, "soft", 500)] : []),
    ...(markTexts[0]
      ? [warningSign(x + 2, 256, 2.7), fitText(x + 46, 286, room - 46, markTexts, 36, "mark", 600)]
      : []),
  ];
}

function absenceRows(view: ChartView, language: Language): readonly Tree[] {
  return [fitText(LEFT, 240, RIGHT - LEFT, [absence(view, language)[0]], 76, "ink", 700)];
}

/**
 * The five bands with their names, the score of every week in the color of the band it is in, and a ring at the newest.
 *
 * @param height in px
 */
function panel(view: ChartView, language: Language, height: number): readonly Tree[] {
  const points = pointsOf(view);
  const names = PHASE_KEYS.map((key) => phaseName(key, language));
  const right = plotRight(language);
  const x = xOf(points, language);
  const y = (score: number) => roundToTenth(PANEL.top + height * (1 - score / 100));
  const current = view.now?.phase ?? points.at(-1)?.phase;
  const bands = PHASE_KEYS.flatMap((key, i) => [
    rect(LEFT, y(20 * i + 20) + 1, right - LEFT, height / 5 - 2, 0, fillOf(key), "var(--band)"),
    text(right + 28, y(20 * i + 10) + 9, names[i] ?? "", LEAST_SIZE, key, key === current ? 700 : 500),
  ]);
  const last = points.at(-1);
  if (!last || !points[1]) return bands;
  const lines = bandPaths(points.map(({ score }, i) => [x(i), score])).flatMap(([phase, runs]) => {
    const d = runs.map((run) => `M${run.map(([px, score]) => `${px} ${y(score)}`).join("L")}`).join("");
    return d ? [line(d, fillOf(phase), 4)] : [];
  });
  const ring = { cx: x(points.length - 1), cy: y(last.score), r: 12, fill: "var(--background)" };
  return [...bands, ...lines, tree("circle", { ...ring, stroke: "var(--ink)", "stroke-width": 6 })];
}

/** The score of every week, or of every day until there is a record, ending with the newest score. */
function pointsOf({ now, weekly, days }: ChartView): readonly ChartDay[] {
  return withCurrent(weekly?.weeks ?? days, now);
}

/** The right edge of the bands, in px. */
function plotRight(language: Language): number {
  const widths = PHASE_KEYS.map((key) => LIKELY * textWidth(phaseName(key, language), LEAST_SIZE));
  return RIGHT - 28 - Math.ceil(Math.max(...widths));
}

/** The x of the point with an index, in px. */
function xOf(points: readonly ChartDay[], language: Language): (index: number) => number {
  const step = (plotRight(language) - 12 - LEFT) / (points.length - 1 || 1);
  return (index) => roundToTenth(LEFT + index * step);
}

/** `Score since 2012`, or that there is no past yet. */
function since(view: ChartView, language: Language): string {
  const [first, second] = pointsOf(view);
  if (!first || !second) return view.now ? pickTranslation(HISTORY_AWAITED, language) : "";
  const from = view.weekly ? first.date.slice(0, 4) : formatShortDate(first.date, language);
  return pickTranslation(SCORE_SINCE, language).replace("{}", from);
}

/** The January of every other year, to the right of the label. */
function years(view: ChartView, language: Language): readonly Tree[] {
  const points = pointsOf(view);
  const x = xOf(points, language);
  const half = typical("2000", LEAST_SIZE) / 2;
  const from = LEFT + typical(since(view, language), LEAST_SIZE) + GAP + half;
  const to = x(points.length - 1) - 10;
  return points.flatMap(({ date }, i) => {
    const year = date.slice(0, 4);
    const isNew = year !== points[i - 1]?.date.slice(0, 4) && Number(year) % 2 === 0;
    return isNew && x(i) > from && x(i) < to ? [text(x(i), FOOT, year, LEAST_SIZE, "soft", 0, "middle")] : [];
  });
}
