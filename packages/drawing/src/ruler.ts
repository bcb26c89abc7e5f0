/** The ruler of the score: five named segments, where it stands now, and where it stood at past highs and lows of the price. */

import type { PhaseKey } from "peak-cycle-model";
import { type ColorTokens, fillOf, SEGMENT_OPACITY } from "./colors.js";
import { elasticSvg, elasticViewport, fixedViewport, type Viewport } from "./cycle/viewport.js";
import { formatScore, type Language, pickTranslation, RULER_TEXTS, translate, translateShort } from "./locale.js";
import { type Attributes, type Tree, tree } from "./markup.js";
import { PHASES } from "./phases.js";
import { roundToTenth, textWidth } from "./svg.js";

/**
 * One drawing for all widths: it fills its host, which is to be `RULER_HEIGHT` high. The labels are there for each of
 * `RULER_WIDTHS`, as a group with a class such as `ruler536`; the style of a page shows the widest that fits.
 */
export function elasticRuler(view: RulerView, options: RulerStyle): Tree {
  const widths = RULER_WIDTHS.map((width) => {
    const drawn = labels(view, elasticViewport(width, RULER_HEIGHT), options);
    return tree("g", { class: `ruler-labels ruler${width}` }, ...drawn);
  });
  const drawn = drawing(view, elasticViewport(RULER_WIDTHS[0], RULER_HEIGHT), options);
  return elasticSvg([...drawn, ...widths], rulerText(view, options.language), textStyle(options));
}

/** Least widths in px for which labels are placed. */
export const RULER_WIDTHS = [272, 326, 536, 900] as const;

export const RULER_HEIGHT = 120;

/** For a picture, in px: a group with its upper left corner at 0,0. */
export function fixedRuler(view: RulerView, { width, ...options }: RulerStyle & { readonly width: number }): Tree {
  const viewport = fixedViewport(width, RULER_HEIGHT);
  const parts = [...drawing(view, viewport, options), ...labels(view, viewport, options)];
  return tree("g", textStyle(options), ...parts);
}

export interface RulerView {
  /** Left out where the past alone is shown. */
  readonly now?: RulerScore;
  /** Where the score stood at past highs and lows of the price; none by default. */
  readonly turns?: readonly RulerTurn[];
  /** Where days with such a score turned out to lie, 0..100. */
  readonly range?: { readonly low: number; readonly high: number } | undefined;
}

interface RulerScore {
  /** 0..100, with one decimal. */
  readonly score: number;
  /** Its segment is the filled one. */
  readonly phase: PhaseKey;
}

export interface RulerTurn {
  readonly kind: "high" | "low";
  readonly year: number;
  /** 0..100 */
  readonly score: number;
}

interface RulerStyle {
  readonly colors: ColorTokens;
  readonly language: Language;
}

/** The small form, for places without room for words: five segments and a bar at the score. @param y middle of the line in px */
export function rulerLine(
  { x, y, width }: Readonly<Record<"x" | "y" | "width", number>>,
  colors: ColorTokens,
  now?: RulerScore,
): readonly Tree[] {
  const line = (d: string, style: Attributes) => tree("path", { d, "stroke-width": 8, ...style });
  const segments = PHASES.map(({ key, from }) => {
    const opacity = key === now?.phase ? undefined : SEGMENT_OPACITY;
    const style = { stroke: colors[fillOf(key)], "stroke-opacity": opacity };
    return line(`M${x + (width * from) / 100} ${y}h${width / 5 - 2}`, style);
  });
  const marker = (at: number) => line(`M${x + at} ${y - 8}v16`, { stroke: colors.text, "stroke-width": 4 });
  return now ? [...segments, marker(Math.round((width * now.score) / 100))] : segments;
}

function segmentStyle(isCurrent: boolean, fill: string) {
  return isCurrent ? { fill } : { fill, "fill-opacity": SEGMENT_OPACITY };
}

/** Top and bottom of the segments in px; what stands above and below is measured from there. */
const [TOP, BOTTOM] = [40, 68];

const FONT_SIZE = 11.5;

function textStyle({ colors }: RulerStyle) {
  return { fill: colors.text, "font-size": FONT_SIZE };
}

/** Where a score lies at a height in px. */
function place(score: number, y: number): readonly [x: number, y: number] {
  return [score / 100, y / RULER_HEIGHT];
}

/** What is the same at every width. */
function drawing({ now, turns = [], range }: RulerView, viewport: Viewport, { colors }: RulerStyle): readonly Tree[] {
  // Strokes in the color of the background leave room between the segments, and their corners round.
  const frame = { rx: 4.5, stroke: colors.background, "stroke-width": 3 };
  const segments = PHASES.map(({ key, from, to }) => {
    const isCurrent = key === now?.phase;
    const style = segmentStyle(isCurrent, isCurrent ? colors[key] : colors[fillOf(key)]);
    return viewport.rect(place(from, TOP - 1.5), place(to, BOTTOM + 1.5), { ...style, ...frame });
  });
  const bounds = [0, ...PHASES.map(({ to }) => to)].map((score) => {
    const anchor = score === 0 ? undefined : score === 100 ? "end" : "middle";
    const at = viewport.at(place(score, BOTTOM), 0, 16);
    return tree("text", { ...at, "text-anchor": anchor, fill: colors.muted }, `${score}`);
  });
  const marks = turns.map(({ kind, score }) => {
    const [y, d] = kind === "high" ? [TOP - 2, "M-4.5-8h9l-4.5 7z"] : [BOTTOM + 29, "M-4.5 0h9l-4.5-7z"];
    return viewport.mark(place(score, y), tree("path", { d, fill: colors.muted }));
  });
  const pointer = tree("path", { d: `M0 0V${BOTTOM - TOP}`, stroke: colors.background, "stroke-width": 2.5 });
  return [
    ...segments,
    ...bounds,
    ...(range ? bracket(range, viewport, colors) : []),
    ...marks,
    ...(now === undefined ? [] : [viewport.mark(place(now.score, TOP), pointer)]),
  ];
}

function bracket(
  { low, high }: { readonly low: number; readonly high: number },
  viewport: Viewport,
  colors: ColorTokens,
) {
  const y = BOTTOM + 4.5;
  const style = { stroke: colors.muted, "stroke-width": 1.6 };
  const end = (score: number) => viewport.mark(place(score, y), tree("path", { d: "M0-3v6", ...style }));
  return [viewport.line(place(low, y), place(high, y), style), end(low), end(high)];
}

/** What depends on the width: the names of the phases, the years, and the flag of the score. */
function labels({ now, turns = [] }: RulerView, viewport: Viewport, { colors, language }: RulerStyle): readonly Tree[] {
  const room = viewport.width / PHASES.length - 8;
  const isShort = PHASES.some(({ key }) => BOLD * textWidth(translate(key, language), NAME_SIZE) > room);
  const names = PHASES.map(({ key, from, to }) => {
    const isCurrent = key === now?.phase;
    const at = viewport.at(place((from + to) / 2, (TOP + BOTTOM) / 2), 0, 4.3);
    const style = isCurrent
      ? { fill: colors.background, "font-weight": 700 }
      : { fill: colors[key], "font-weight": 500 };
    const name = isShort ? translateShort(key, language) : translate(key, language);
    return tree("text", { ...at, "text-anchor": "middle", "font-size": NAME_SIZE, ...style }, name);
  });
  const flag = now && flagOf(now, viewport, { colors, language });
  const years = (["high", "low"] as const).flatMap((kind) => {
    const own = turns.filter((turn) => turn.kind === kind);
    return yearLabels(own, {
      viewport,
      taken: kind === "high" && flag !== undefined ? [0, 1].map((row) => ({ ...flag.room, row })) : [],
    }).map(({ text, score, dx, row }) => {
      const dy = kind === "high" ? TOP - 12 - ROW * row : BOTTOM + 40 + ROW * row;
      const at = viewport.at(place(score, 0), roundToTenth(dx), dy);
      return tree("text", { ...at, "text-anchor": "middle", "font-size": YEAR_SIZE, fill: colors.muted }, text);
    });
  });
  return [...names, ...years, ...(flag === undefined ? [] : [flag.drawn])];
}

/** `Now 38.4` on a flag above the ruler, and the room in px that it takes. */
function flagOf({ score }: RulerScore, viewport: Viewport, { colors, language }: RulerStyle) {
  const text = `${pickTranslation(RULER_TEXTS.now, language)} ${formatScore(score, language)}`;
  const width = Math.ceil(BOLD * textWidth(text, NAME_SIZE)) + 16;
  const x = (score / 100) * viewport.width;
  const dx = Math.max(width / 2, Math.min(viewport.width - width / 2, x)) - x;
  const style = { "font-size": NAME_SIZE, "font-weight": 600, fill: colors.background };
  const drawn = viewport.mark(
    place(score, TOP),
    tree("path", { d: "M-7-10h14l-7 9z", fill: colors.text }),
    tree("rect", { x: roundToTenth(dx - width / 2), y: -34, width, height: 25, rx: 12.5, fill: colors.text }),
    tree("text", { x: roundToTenth(dx), y: -17, "text-anchor": "middle", ...style }, text),
  );
  return { drawn, room: { left: x + dx - width / 2, right: x + dx + width / 2 } };
}

const [NAME_SIZE, YEAR_SIZE] = [12, 11];

/** Names are set bold, which is wider than `textWidth` knows. */
const BOLD = 1.12;

/** Height in px of a row of years. */
const ROW = 12;

/** Turns whose marks are so close in px share one label. */
const MERGED = 22;

/** px, and which of the two rows of years. */
interface Taken {
  readonly left: number;
  readonly right: number;
  readonly row: number;
}

/** The years of turns of one kind, where they have room: at their mark, a little beside it, or in the second row. */
function yearLabels(turns: readonly RulerTurn[], { viewport, taken }: { viewport: Viewport; taken: readonly Taken[] }) {
  const { width } = viewport;
  const groups: RulerTurn[][] = [];
  for (const turn of turns.toSorted((one, other) => one.score - other.score)) {
    const near = groups.at(-1)?.at(-1);
    if (near !== undefined && ((turn.score - near.score) / 100) * width < MERGED) groups.at(-1)?.push(turn);
    else groups.push([turn]);
  }
  const named = groups.map((group) => {
    const years = [...new Set(group.map(({ year }) => year))].sort();
    const text = years.length > 2 ? `${years[0]}–${years.at(-1)}` : years.join(", ");
    const score = ((group[0]?.score ?? 0) + (group.at(-1)?.score ?? 0)) / 2;
    const [x, half] = [(score / 100) * width, textWidth(text, YEAR_SIZE) / 2];
    return { text, score, x, half, inside: Math.max(half, Math.min(width - half, x)) };
  });
  const boxes = [...taken];
  // Labels that the ends push aside come first: they have the least choice.
  return named
    .sort((one, other) => Math.abs(other.inside - other.x) - Math.abs(one.inside - one.x))
    .flatMap(({ text, score, x, half, inside }) => {
      const free = PLACES.map(({ aside, row }) => ({
        left: inside + aside - half,
        right: inside + aside + half,
        row,
      })).find(
        (box) =>
          box.left >= -1 &&
          box.right <= width + 1 &&
          boxes.every((other) => other.row !== box.row || box.left > other.right + 3 || box.right < other.left - 3),
      );
      if (free === undefined) return [];
      boxes.push(free);
      return [{ text, score, dx: (free.left + free.right) / 2 - x, row: free.row }];
    });
}

/** Where a label may stand, the best place first; px beside its mark. */
const PLACES = /* @__PURE__ */ [0, 1].flatMap((row) => [0, 12, -12].map((aside) => ({ aside, row })));

/** The ruler in words: `Now 38.4, Accumulation. Price tops: 2025 67, … Price bottoms: 2026 24, …` */
function rulerText({ now, turns = [] }: RulerView, language: Language): string {
  const first =
    now &&
    `${pickTranslation(RULER_TEXTS.now, language)} ${formatScore(now.score, language)}, ${translate(now.phase, language)}`;
  const past = (["high", "low"] as const).flatMap((kind) => {
    const own = turns.filter((turn) => turn.kind === kind).map(({ year, score }) => `${year} ${Math.round(score)}`);
    return own.length === 0 ? [] : [`${pickTranslation(RULER_TEXTS[kind], language)}: ${own.join(", ")}`];
  });
  return [...(first === undefined ? [] : [first]), ...past].join(". ");
}
