/**
 * The head of badge, chart and cycle picture: the mark and the name, the warnings, the number with its phase, a second
 * line, and the ruler.
 */
import type { BadgeView, CurrentScore } from "./chart-data.js";
import { iconSteps } from "./icon.js";
import { formatScore, type Language, nameOf, PHASE_KEYS, phaseName, pickTranslation } from "./locale.js";
import * as words from "./locales/words.js";
import { type Tree, tree } from "./markup.js";
import { fitted, isSmall, line, padding, rect, roundToTenth, shape, text, textWidth } from "./svg.js";

/**
 * @param lines candidates below the phase, longest first; the first that fits is shown, unless there is a warning
 * @param isLarge for the largest badge
 */
export function head(
  view: BadgeView,
  width: number,
  language: Language,
  lines: readonly string[],
  isLarge?: boolean,
): readonly Tree[] {
  const { now } = view;
  const small = isSmall(width);
  const left = padding(width);
  const end = width - left;
  const [top, base, phaseY, size, phaseSize] = small ? [22, 58, 44, 34, 15] : [27, 71, 54, isLarge ? 48 : 44, 20];
  const score = now ? formatScore(now.score, language) : "";
  const numberWidth = Math.round(size * (0.645 * score.length - 0.34));
  const x = now ? left + numberWidth + size / 4 : left;
  const name = nameOf(view.asset, language);
  const old = oldText(view, language);
  const warnings = warningTexts(view, width, language);
  const beside = warnings.find((each) => !small && textWidth(name + each, 13) < end - left - 41);
  const warning = old ? [old] : beside ? [] : warnings;
  const fill = old ? "soft" : undefined;
  return [
    tree("g", { transform: `translate(${left} ${top - 13})scale(.5)` }, ...iconSteps()),
    fitted(left + 23, top, end - left - 23, [name], 13, "ink", 600),
    text(end, top, beside ?? "", 13, "mark", 600, "end"),
    text(left, base, [score], size, fill, 700, 0, now && numberWidth),
    fitted(x, phaseY, end - x, phaseTexts(view, language), phaseSize, fill ?? now?.phase, 700),
    warning[0] ? fitted(x, base, end - x, warning, 12, "mark", 600) : fitted(x, base, end - x, lines, 12, "soft"),
  ];
}

function phaseTexts({ now, notice }: BadgeView, language: Language): readonly string[] {
  if (!now) return [notice ?? pickTranslation(words.WAITING, language)];
  return [phaseName(now.phase, language), phaseName(now.phase, language, true)];
}

/** Lower edge in px of the ruler's segments. */
export function headBottom(width: number): number {
  return isSmall(width) ? 83 : 103;
}

/** The x of a score on the ruler, in px. */
export function rulerX(width: number, score: number): number {
  const left = padding(width) - 1.5;
  return roundToTenth(left + (score * (width - 2 * left)) / 100);
}

/** Five segments with gaps, and a marker whose line crosses no word. @param labels drawn below */
export function ruler({ now }: BadgeView, width: number, labels: readonly Tree[]): Tree {
  const bottom = headBottom(width);
  const segments = PHASE_KEYS.map((key, i) =>
    rect(
      rulerX(width, 20 * i) + 1.5,
      bottom - 9,
      roundToTenth((width - 2 * padding(width)) / 5 - 2.4),
      9,
      3,
      `fill-${key}`,
      key !== now?.phase && "var(--pale)",
    ),
  );
  const at = now ? rulerX(width, now.score) : -99;
  const mark = `M${at} ${bottom - 11}v14`;
  const triangle = shape(`M${at - 6} ${bottom - 18}h12l-6 8z`, "ink");
  return tree(
    "g",
    { "aria-hidden": "true" },
    ...segments,
    ...labels,
    line(mark, "background", 6),
    line(mark, "ink", 3),
    triangle,
  );
}

/** The warnings that are up, longest text first, or their number if there is little room. */
function warningTexts({ now }: BadgeView, width: number, language: Language): readonly string[] {
  const pick = (texts: string) => `▲ ${pickTranslation(texts, language)}`;
  const up = [
    ...(now?.descentGuard ? [pick(words.DESCENT_GUARD)] : []),
    ...(now?.topRisk ? [pick(words.TOP_RISK)] : []),
  ];
  return up[1] ? [...(width < 460 ? [] : [up.join(" · ")]), pick(words.WARNINGS).replace("{}", "2")] : up;
}

/** The age of a stale score, or the time of the last one fetched. */
function oldText({ now, isUnreachable }: BadgeView, language: Language): string | false | undefined {
  return now?.isStale ? ageText(now, language) : now && isUnreachable && `▲ ${clockText(now)}`;
}

/** `▲ 3 h old` */
export function ageText({ ageHours }: CurrentScore, language: Language): string {
  return `▲ ${ageHours ? pickTranslation(words.OLD, language).replace("{}", `${ageHours}`) : "> 2 h"}`;
}

/** `22:33 UTC` */
export function clockText(now: BadgeView["now"]): string {
  return now ? `${now.updatedAt.slice(11, 16)} UTC` : "";
}
