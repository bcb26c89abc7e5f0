/** The head of everything that shows a score: what it measures, the number, its phase, how it moved, and where that is on the scale. */

import { dayOf, instantOf } from "peak-cycle-model";
import type { BadgeView, ChartView, CurrentScore } from "./chart-data.js";
import { iconSteps } from "./icon.js";
import {
  formatScore,
  formatShortDay,
  formatTime,
  LASTED_TEXT,
  type Language,
  type Note,
  nameOf,
  pickTranslation,
  SINCE_TEXT,
  translate,
  translateNote,
} from "./locale.js";
import { type Tree, tree } from "./markup.js";
import { PHASES } from "./phases.js";
import { rulerLine } from "./ruler.js";
import { BOLD, PADDING, type RenderOptions, roundToTenth, SEMIBOLD, text, textWidth } from "./svg.js";

/** Mark and name, the number with its phase, what is said of it, and the ruler: all of a badge, the first part of a chart. */
export function head(view: BadgeView, said: readonly string[], options: RenderOptions): readonly Tree[] {
  const { now } = view;
  const note = noteOf(view);
  const { width, colors, language } = options;
  const isNarrow = width < BESIDE_WIDTH;
  const flag = flagText(now, language);
  const score = now ? formatScore(now.score, language) : "–";
  const phase = now ? translate(now.phase, language) : translateNote(note ?? "waiting", language);
  const x = isNarrow ? PADDING : Math.round(PADDING + BOLD * textWidth(score, NUMBER_SIZE) + 10);
  const [room, y] = [width - PADDING - x, isNarrow ? 93 : 53];
  const opacity = note === "stale" ? DIMMED : undefined;
  const line = isNarrow && flag ? flag : said.find((each) => textWidth(each, 12) <= room);
  const size = Math.min(17, Math.floor(room / textWidth(phase, BOLD)));
  const fill = now ? colors[now.phase] : colors.accent;
  const [bar, top] = [width - 2 * PADDING, rulerTop(width)];
  return [
    ...nameParts(options, nameOf(view.asset, language), isNarrow ? "" : flag),
    text(PADDING, 68, score, { "font-size": NUMBER_SIZE, ...SEMIBOLD, opacity }),
    text(x, y, phase, { fill, "font-size": size, ...SEMIBOLD }),
    ...(line ? [text(x, y + 16, line, { fill: line.startsWith("▲") ? colors.accent : colors.muted })] : []),
    ...rulerLine({ x: PADDING, y: top, width: bar }, colors, now).slice(0, PHASES.length),
    ...(now
      ? [
          tree("path", {
            d: `M${roundToTenth(PADDING + (bar * now.score) / 100)} ${top - 5}l-5-8h10z`,
            fill: colors.text,
          }),
        ]
      : []),
  ];
}

/** From this width in px on there is room for the phase beside the number. */
const BESIDE_WIDTH = 300;

/** Middle of the ruler in px. */
export function rulerTop(width: number): number {
  return width < BESIDE_WIDTH ? 129 : 92;
}

const NUMBER_SIZE = 38;

/** Opacity of a number that is older than two hours, and of its phase. */
export const DIMMED = 0.6;

/** The logo, `Bitcoin cycle index` or less of it where there is no room, and at the right what there is to warn of. */
function nameParts({ width, colors }: RenderOptions, name: string, flag = ""): readonly Tree[] {
  const hasRoom = BOLD * textWidth(name + flag, 12) <= width - 56 - PADDING;
  const right = { "text-anchor": "end", fill: colors.accent, ...SEMIBOLD };
  return [
    tree("g", { transform: `translate(${PADDING} 13) scale(.44)` }, ...iconSteps(colors)),
    text(36, 26, hasRoom ? name : "Bitcoin", SEMIBOLD),
    ...(flag ? [text(width - PADDING, 26, flag, right)] : []),
  ];
}

/** The flag that is up: the model never raises both, since the descent ends the risk of a top. */
export function flagText(now: BadgeView["now"], language: Language): string {
  const flag = now?.descentGuard ? "descentGuard" : now?.topRisk ? "topRisk" : undefined;
  return flag ? `▲ ${translate(flag, language)}` : "";
}

function noteOf({ now, note = now?.isStale ? "stale" : undefined }: BadgeView): Note | undefined {
  return note;
}

/** The time of a score, and that it is old or was not refreshed: the longest of these texts that fits is shown. */
export function timeTexts(view: BadgeView, language: Language): readonly string[] {
  if (!view.now) return [];
  const [note, time] = [noteText(view, language), formatTime(view.now.updatedAt, language)];
  return note ? [`${note}: ${time}`, `${note}: ${time.slice(-9)}`, note] : [time];
}

/** How long its phase has lasted and how far it has moved, or that it is old: the longest of these texts that fits is shown. */
export function courseTexts(view: ChartView, language: Language): readonly string[] {
  const { now, days } = view;
  const note = noteText(view, language);
  if (!now) return [];
  const [lasted, moved] = [lastedText(now, language), movedText(now, days, language)];
  return note ? [note] : [[lasted, moved].filter(Boolean).join(" · "), moved || lasted].filter(Boolean);
}

/** `for 45 days`, where the score stands in its settled phase. */
function lastedText({ phase, settled, updatedAt }: CurrentScore, language: Language): string {
  const days = settled?.phase === phase ? dayOf(instantOf(updatedAt)) - settled.since + 1 : 0; // its first day counts, as on the page
  return days > 1 ? pickTranslation(LASTED_TEXT, language).replace("{}", `${days}`) : "";
}

function noteText(view: BadgeView, language: Language): string {
  const note = noteOf(view);
  return note ? `▲ ${translateNote(note, language)}` : "";
}

/** `−1.7 since Oct 24` */
export function movedText({ score }: CurrentScore, [first]: ChartView["days"], language: Language): string {
  if (!first) return "";
  const points = score - first.score;
  const sign = points > 0.04 ? "+" : points < -0.04 ? "−" : "";
  const since = pickTranslation(SINCE_TEXT, language);
  return `${sign}${formatScore(Math.abs(points), language)} ${since} ${formatShortDay(first.date, language)}`;
}
