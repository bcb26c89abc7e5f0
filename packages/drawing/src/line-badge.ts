/** Badges of one line: flat, 20 px high, beside those of shields.io in a README, and a pill of 36 px for the head of a page. */

import { attributionText, type CreditedStyle } from "./attribution.js";
import type { BadgeView } from "./chart-data.js";
import { type ColorTokens, LIGHT } from "./colors.js";
import { DIMMED } from "./head.js";
import { iconSteps } from "./icon.js";
import { formatScore, type Language, LINE_TEXTS, pickTranslation, translate, translateNote } from "./locale.js";
import { type Attributes, type Tree, tree } from "./markup.js";
import { BOLD, plainSvg, textWidth } from "./svg.js";

/** As wide as its words. There is no room for the attribution: it is in the text alternative, and the badge leads to the site. */
export function lineBadge(style: LineStyle, view: BadgeView, options: CreditedStyle): Tree {
  const { colors, language, publisher } = options;
  const words = wordsOf(view, language);
  const summary = `${words.title}: ${[words.score, words.state, words.note].filter(Boolean).join(" ")}. ${attributionText(publisher)}`;
  const drawn = style === "flat" ? flat(words, view, colors) : pill(words, view, colors);
  const link = tree("a", { href: publisher.baseUrl, target: "_blank" }, ...drawn.children);
  return plainSvg([link], summary, { width: drawn.width, height: LINE_HEIGHTS[style], colors });
}

export const LINE_STYLES = ["flat", "pill"] as const;

export type LineStyle = (typeof LINE_STYLES)[number];

/** px */
export const LINE_HEIGHTS: Readonly<Record<LineStyle, number>> = { flat: 20, pill: 36 };

type Words = ReturnType<typeof wordsOf>;

interface Drawn {
  readonly width: number;
  readonly children: readonly Tree[];
}

function wordsOf({ asset = "btc", now, note }: BadgeView, language: Language) {
  return {
    title: pickTranslation(LINE_TEXTS[asset], language),
    score: now && formatScore(now.score, language),
    state: now ? translate(now.phase, language) : translateNote(note ?? "waiting", language),
    note: now?.isStale ? `▲ ${translateNote("stale", language)}` : undefined,
  };
}

/** Words on two grounds, the second one in the color of the phase. */
function flat({ title, ...words }: Words, { now }: BadgeView, colors: ColorTokens): Drawn {
  const font = 11;
  const left = Math.ceil(textWidth(title, font)) + 14;
  const value = valueText(words, { x: left + 7, y: 13.5, gap: 5, font });
  const width = Math.ceil(value.end) + 7;
  const ground = (x: number, to: number, fill: string) => tree("path", { d: `M${x} 0H${to}V20H${x}z`, fill });
  const children = [
    tree("clipPath", { id: "corners" }, tree("rect", { width, height: 20, rx: 3 })),
    tree(
      "g",
      { "clip-path": "url(#corners)" },
      ground(0, left, colors.muted),
      ground(left, width, now ? colors[now.phase] : colors.accent),
    ),
    tree(
      "g",
      { "font-family": "Verdana,DejaVu Sans,sans-serif", "font-size": font, fill: colors.background },
      tree("text", { x: 7, y: 13.5 }, title),
      ...value.texts,
    ),
  ];
  return { width, children };
}

/** The logo and the same words in a frame with round ends. */
function pill({ title, ...words }: Words, { now }: BadgeView, colors: ColorTokens): Drawn {
  const font = 13;
  const x = 38 + textWidth(title, font) + 6;
  const value = valueText(words, {
    x,
    y: 23,
    gap: 7,
    font,
    fills: [colors.text, now ? colors[now.phase] : colors.accent],
  });
  const width = Math.ceil(value.end) + 16;
  const size = { x: 0.5, y: 0.5, width: width - 1, height: 35, rx: 17.5 };
  const children = [
    tree("rect", { ...size, fill: colors.background, stroke: colors.border }),
    tree("g", { transform: "translate(14 10) scale(0.5)" }, ...iconSteps(LIGHT)),
    tree("text", { x: 38, y: 23, "font-size": font, fill: colors.muted }, title),
    tree("g", { "font-size": font, "font-weight": 600 }, ...value.texts),
  ];
  return { width, children };
}

/** Number, phase, and the note of an old score, whose number is dimmed. Room is kept for the widest common font. */
function valueText(
  { score, state, note }: Omit<Words, "title">,
  { x, y, gap, font, fills }: { x: number; y: number; gap: number; font: number; fills?: readonly [string, string] },
) {
  let end = x;
  const put = (text: string | undefined, style: Attributes): readonly Tree[] => {
    if (text === undefined) return [];
    const drawn = tree("text", { x: Math.round(end), y, ...style }, text);
    end = Math.round(end) + BOLD * textWidth(text, font) + gap;
    return [drawn];
  };
  const texts = [
    ...put(score, { "font-weight": 700, fill: fills?.[0], opacity: note && DIMMED }),
    ...put(state, { fill: fills?.[1] }),
    ...put(note, { fill: fills?.[1] }),
  ];
  return { texts, end: end - gap };
}
