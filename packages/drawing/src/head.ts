/**
 * The head of badge and chart: the mark and the name, the warnings, the score with its phase, and a second line, or the
 * reason why there is no score. Also the ruler of badge and share picture.
 */
import type { BadgeView, CurrentScore } from "./chart-data.js";
import { iconSteps } from "./icon.js";
import {
  formatScore,
  formatShortDate,
  type Language,
  nameOf,
  PHASE_KEYS,
  phaseName,
  pickTranslation,
} from "./locale.js";
import * as words from "./locales/words.js";
import { type Tree, tree } from "./markup.js";
import { fitText, isSmall, padding, rect, roundToTenth, semiBoldWidth, text } from "./svg.js";

/**
 * @param lines candidates below the phase, longest first; the first that fits is shown, unless the score is old
 * @param usual sizes from 300 px on
 * @param aside width in px that is taken to the right of the number
 */
export function head(
  view: BadgeView,
  width: number,
  language: Language,
  lines: readonly string[],
  usual = USUAL,
  aside = 0,
): readonly Tree[] {
  const small = isSmall(width);
  const sizes = width < 200 ? SMALLEST : small ? SMALL : usual;
  const left = padding(width);
  const end = width - left;
  const [top, nameSize] = small ? [21.6, 12] : [26.4, 13];
  const warnings = warningsOf(view, width, language);
  const warning = small ? undefined : warnings.shown[0];
  const nameX = left + nameSize + 7;
  const warningWidth = semiBoldWidth(warning ?? "", 12);
  const room = end - nameX - (warning ? warningWidth + 26 : 0);
  const names = [nameOf(view.asset, language), nameOf(view.asset, language, true)];
  const below = view.now
    ? withScore(view, view.now, left, end - aside, sizes, language, lines, small ? warnings : undefined)
    : withoutScore(view, left, end, sizes, language);
  return [
    tree("g", { transform: `translate(${left} ${top - 12.6})scale(${small ? 0.4 : 0.44})` }, ...iconSteps()),
    fitText(nameX, top, room, names, nameSize, "ink", 600),
    ...(warning
      ? [
          warningSign(end - warningWidth - 14.4, top - 11.2, 1),
          withLabel(text(end, top, warning, 12, "mark", 600, "end", warningWidth), warnings.spoken),
        ]
      : []),
    ...below,
  ];
}

/** Baselines and sizes of the texts, in px. */
type HeadSizes = readonly [base: number, size: number, phaseY: number, phaseSize: number, lineSize: number];

const SMALLEST: HeadSizes = [60.8, 28, 42.8, 15, 11];
const SMALL: HeadSizes = [60.8, 34, 42.8, 15, 11];
export const USUAL: HeadSizes = [73, 44, 54, 20, 12];
/** For the largest badge. */
export const LARGE: HeadSizes = [79, 52, 59, 24, 13];

/** @param warnings for the second line, the only place for them in the smallest badge */
function withScore(
  view: BadgeView,
  now: CurrentScore,
  left: number,
  end: number,
  [base, size, phaseY, phaseSize, lineSize]: HeadSizes,
  language: Language,
  lines: readonly string[],
  warnings: Warnings = { shown: [], spoken: "" },
): readonly Tree[] {
  const score = formatScore(now.score, language);
  const numberWidth = widthOfNumber(score, size);
  const x = left - 1 + numberWidth + roundToTenth(size * 0.32);
  const old = oldTexts(view, language);
  const fill = old[0] ? "soft" : undefined;
  const markTexts = old[0] ? old : warnings.shown;
  const phases = [phaseName(now.phase, language), phaseName(now.phase, language, true)];
  const sign = roundToTenth(lineSize * 0.85);
  const markX = x + sign + 4;
  return [
    text(left - 1, base, score, size, fill, 700, 0, numberWidth),
    fitText(x, phaseY, end - x, phases, phaseSize, fill ?? now.phase, 700),
    ...(markTexts[0]
      ? [
          warningSign(x, base - 0.81 * lineSize, sign / 12),
          withLabel(fitText(markX, base, end - markX, markTexts, lineSize, "mark", 600), old[0] ? "" : warnings.spoken),
        ]
      : [fitText(x, base, end - x, lines, lineSize, "soft")]),
  ];
}

/** The reason why there is no score; while loading, gray boxes in its place. */
function withoutScore(
  view: BadgeView,
  left: number,
  end: number,
  [base, size, phaseY, phaseSize, lineSize]: HeadSizes,
  language: Language,
): readonly Tree[] {
  if (view.state === "loading") {
    return [
      rect(left, base - 0.7 * size, 2.1 * size, 0.7 * size, 6, "line"),
      rect(left + 2.5 * size, phaseY - 0.7 * phaseSize, 6 * phaseSize, 0.7 * phaseSize, 4, "line"),
    ];
  }
  const [title, detail] = absence(view, language);
  return [
    fitText(left, phaseY + 6, end - left, [title], phaseSize, "ink", 600),
    fitText(left, base + 5, end - left, [detail], lineSize, "soft"),
  ];
}

/** The width in px of a bold number in common system fonts; drawings stretch it to this width in any other. */
export function widthOfNumber(score: string, size: number): number {
  const digits = score.replace(/\D/g, "").length;
  return roundToTenth(size * (0.64 * digits + (score.length > digits ? 0.287 : 0)));
}

/** The two lines shown in place of a score. */
export function absence({ state, wanted = "" }: BadgeView, language: Language): readonly [string, string] {
  const pick = (texts: string) => pickTranslation(texts, language);
  if (state === "soon") return [pick(words.SOON), ""];
  if (state === "unknown") return [pick(words.UNKNOWN), wanted];
  return state === "unreachable"
    ? [pick(words.UNREACHABLE), pick(words.NEXT_TRY)]
    : [pick(words.AWAITED), pick(words.BY_ITSELF)];
}

/** The sign for warnings and old scores: a filled triangle with an exclamation mark, 12 px wide at scale 1. */
export function warningSign(x: number, y: number, scale: number, fill = "var(--mark)"): Tree {
  const d = "M6 .6 11.7 11H.3zM5.4 4.2v3.4h1.2V4.2zM5.4 8.5v1.3h1.2V8.5z";
  const transform = `translate(${roundToTenth(x)} ${roundToTenth(y)})scale(${Math.round(100 * scale) / 100})`;
  return tree("path", { transform, d, fill, "fill-rule": "evenodd" });
}

/** A text with a longer form for screen readers. */
function withLabel(node: Tree, label = ""): Tree {
  if (!label) return node;
  return { ...node, attributes: { ...node.attributes, role: "img", "aria-label": label } };
}

/** What a drawing shows of the warnings, longest first, and their names for screen readers. */
export interface Warnings {
  readonly shown: readonly string[];
  readonly spoken: string;
}

/** The active warning, in a long or short form as the width allows; for two, their number. */
export function warningsOf({ now }: BadgeView, width: number, language: Language): Warnings {
  const both = [
    ...(now?.descentGuard ? [[words.DESCENT_GUARD, words.SHORT_DESCENT_GUARD] as const] : []),
    ...(now?.topRisk ? [[words.TOP_RISK, words.SHORT_TOP_RISK] as const] : []),
  ];
  const pick = (texts: string) => pickTranslation(texts, language);
  const [first, second] = both;
  return {
    shown: second ? [pick(words.BOTH_WARNINGS)] : first ? [pick(first[width < 400 ? 1 : 0]), pick(words.WARNING)] : [],
    spoken: both.map(([long]) => pick(long)).join(", "),
  };
}

/** How old the score is, or that nothing newer could be fetched; longest first. */
function oldTexts({ now, state }: BadgeView, language: Language): readonly string[] {
  if (!now) return [];
  const age = ageText(now, language);
  const time = clockText(now);
  if (state === "unreachable") {
    const when = isDaysOld(now) ? age : time;
    return [pickTranslation(words.OFFLINE, language) + when, when];
  }
  return now.isStale ? [`${age}${isDaysOld(now) ? "," : ":"} ${time}`, age] : [];
}

/** After a day, a date is clearer than an age in hours. */
function isDaysOld({ isStale, ageHours = isStale ? 24 : 0 }: CurrentScore): boolean {
  return ageHours >= 24;
}

/** `3 h old`, and from a day on the date. */
export function ageText(now: CurrentScore, language: Language): string {
  if (isDaysOld(now)) return formatShortDate(now.updatedAt.slice(0, 10), language);
  return pickTranslation(words.OLD, language).replace("{}", `${now.ageHours}`);
}

/** `22:33 UTC` */
export function clockText(now: BadgeView["now"]): string {
  return now ? `${now.updatedAt.slice(11, 16)}\u00a0UTC` : "";
}

/** Where the five segments of a ruler are, in px. */
export interface RulerPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly gap: number;
}

/** The x of a score on the ruler, in px. */
export function rulerX({ left, width, gap }: RulerPlace, score: number): number {
  const step = (width + gap) / 5;
  const segment = Math.min(4, Math.floor(score / 20));
  return roundToTenth(left + segment * step + (score / 20 - segment) * (step - gap));
}

/**
 * Five segments, and a thumb at the score that never leaves them: a ring filled with the background, so that it stands
 * out on any color.
 *
 * @param radius of the thumb, with its stroke, in px
 */
export function ruler({ now }: BadgeView, place: RulerPlace, radius: number, labels: readonly Tree[] = []): Tree {
  const { left, top, width, height, gap } = place;
  const segments = PHASE_KEYS.map((key, i) =>
    rect(
      rulerX(place, 20 * i),
      top,
      roundToTenth((width + gap) / 5 - gap),
      height,
      height / 2,
      `fill-${key}`,
      key !== now?.phase && "var(--pale)",
    ),
  );
  const at = Math.max(left + radius, Math.min(left + width - radius, rulerX(place, now?.score ?? 0)));
  const stroke = roundToTenth(radius * 0.38);
  const thumb = {
    ...{ cx: roundToTenth(at), cy: top + height / 2, r: roundToTenth(radius - stroke / 2) },
    ...{ fill: "var(--background)", stroke: "var(--ink)", "stroke-width": stroke },
  };
  return tree("g", { "aria-hidden": "true" }, ...segments, ...labels, ...(now ? [tree("circle", thumb)] : []));
}
