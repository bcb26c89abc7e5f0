/**
 * The picture that chats and social networks show with a link: score, phase, signal and warning, and the whole past of
 * the score in its five bands. They show it as small as 300 px, so no text is under 26 px.
 */
import { attributionParts, linkTo, type Publisher } from "./attribution.js";
import type { ChartDay, ChartView, CurrentScore } from "./chart-data.js";
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

const LEAST_SIZE = 26;

export function sharePicture(view: ChartView, language: Language, publisher: Publisher): Tree {
  const { now } = view;
  const [names, host, href] = attributionParts(publisher);
  // The picture may be kept for years, so it has the date of its score.
  const date = now ? `\u00a0· ${formatShortDate(now.updatedAt.slice(0, 10), language)}` : "";
  const site = host + date;
  const siteSize = Math.min(LEAST_SIZE, 760 / typical(site, 1));
  const byline = names.slice(publisher.indexName.length).replace(/^ (.*) · $/, "\u00a0$1");
  const nameWidth = typical(publisher.indexName, 1.08) + typical(byline, 0.9);
  const beside = (RIGHT - NAME_X - 40 - typical(site, siteSize)) / nameWidth;
  // Long names get the first row to themselves.
  const isBeside = beside >= LEAST_SIZE;
  const nameSize = roundToTenth(Math.min(32, isBeside ? beside : (RIGHT - NAME_X) / nameWidth));
  const small = { "font-size": roundToTenth(0.9 * nameSize), "font-weight": 400, fill: "var(--soft)" };
  const nameParts = [publisher.indexName, tree("tspan", small, byline)];
  return pictureRoot(
    SHARE_SIZE.width,
    SHARE_SIZE.height,
    rect(0, 0, SHARE_SIZE.width, SHARE_SIZE.height, 0, "background"),
    tree("g", { transform: `translate(${LEFT} 56)scale(1.35)` }, ...iconSteps()),
    text(NAME_X, 90, nameParts, nameSize, "ink", 700),
    ...(now ? scoreRows(view, now, language) : absenceRows(view, language)),
    ...panel(view, language, isBeside),
    text(RIGHT, isBeside ? 90 : 600, [linkTo(href, host), date], roundToTenth(siteSize), "soft", 0, "end"),
  );
}

/** The width in px of a text in Inter, which PNGs are drawn with. */
function typical(words: string, size: number): number {
  return 0.85 * textWidth(words, size);
}

function scoreRows(view: ChartView, now: CurrentScore, language: Language): readonly Tree[] {
  const score = formatScore(now.score, language);
  const width = widthOfNumber(score, 208);
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
 * Until there is a record, the chart shows the days.
 */
function panel({ now, weekly, days }: ChartView, language: Language, hasYears: boolean): readonly Tree[] {
  const past = weekly?.weeks ?? days;
  const date = now?.updatedAt.slice(0, 10) ?? "";
  const points: readonly ChartDay[] =
    now && past[0] ? [...past.filter((day) => day.date < date), { ...now, date }] : past;
  const names = PHASE_KEYS.map((key) => phaseName(key, language));
  const right = RIGHT - 28 - Math.ceil(Math.max(...names.map((name) => LIKELY * textWidth(name, LEAST_SIZE))));
  const x = (i: number) => roundToTenth(LEFT + (i * (right - 12 - LEFT)) / (points.length - 1 || 1));
  const y = (score: number) => roundToTenth(PANEL.top + PANEL.height * (1 - score / 100));
  const current = now?.phase ?? points.at(-1)?.phase;
  const bands = PHASE_KEYS.flatMap((key, i) => [
    rect(LEFT, y(20 * i + 20) + 1, right - LEFT, PANEL.height / 5 - 2, 0, fillOf(key), "var(--band)"),
    text(right + 28, y(20 * i + 10) + 9, names[i] ?? "", LEAST_SIZE, key, key === current ? 700 : 500),
  ]);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || !points[1]) {
    return [...bands, text(LEFT, 600, now ? pickTranslation(HISTORY_AWAITED, language) : "", LEAST_SIZE, "soft")];
  }
  const lines = bandPaths(points.map(({ score }, i) => [x(i), score])).flatMap(([phase, runs]) => {
    const d = runs.map((run) => `M${run.map(([px, score]) => `${px} ${y(score)}`).join("L")}`).join("");
    return d ? [line(d, fillOf(phase), 4)] : [];
  });
  const from = weekly ? first.date.slice(0, 4) : formatShortDate(first.date, language);
  const newest = x(points.length - 1);
  const ring = { cx: newest, cy: y(last.score), r: 12, fill: "var(--background)" };
  const januaries = points.flatMap(({ date: day }, i) => {
    const year = day.slice(0, 4);
    const isNew = year !== points[i - 1]?.date.slice(0, 4);
    return isNew && Number(year) % 2 === 0 && x(i) > LEFT + 340 && x(i) < newest - 10 ? [[x(i), year] as const] : [];
  });
  return [
    ...bands,
    ...lines,
    tree("circle", { ...ring, stroke: "var(--ink)", "stroke-width": 6 }),
    text(LEFT, 600, pickTranslation(SCORE_SINCE, language).replace("{}", from), LEAST_SIZE, "soft"),
    ...(hasYears ? januaries : []).map(([at, year]) => text(at, 600, year, LEAST_SIZE, "soft", 0, "middle")),
  ];
}
