/** The ruler of the score: five named segments, where it stands now, and where it stood at past highs and lows of the price. */

import type { PhaseKey } from "peak-cycle-model";
import { type ColorTokens, fillOf, SEGMENT_OPACITY } from "./colors.js";
import { elasticSvg, elasticViewport, type Viewport } from "./cycle/viewport.js";
import { formatScore, type Language, pickTranslation, RULER_TEXTS, translate, translateShort } from "./locale.js";
import { type Attributes, type Tree, tree } from "./markup.js";
import { PHASES } from "./phases.js";
import { BOLD, type DrawingStyle, roundToTenth, textWidth } from "./svg.js";

/**
 * One drawing for all widths: it fills its host, which is to be `RULER_HEIGHT` high. The labels are there for each of
 * `RULER_WIDTHS`, as a group with a class such as `ruler536`; the style of a page shows the widest that fits.
 */
export function elasticRuler(view: RulerView, options: DrawingStyle): Tree {
  const widths = RULER_WIDTHS.map((width) => {
    const drawn = labels(view, elasticViewport(width, RULER_HEIGHT), options);
    return tree("g", { class: `ruler-labels ruler${width}` }, ...drawn);
  });
  const drawn = drawing(view, elasticViewport(RULER_WIDTHS[0], RULER_HEIGHT), options);
  const style = { fill: options.colors.text, "font-size": FONT_SIZE };
  return elasticSvg([...drawn, ...widths], rulerText(view, options.language), style);
}

/** Least widths in px for which labels are placed. */
export const RULER_WIDTHS = [272, 326, 536, 900] as const;

export const RULER_HEIGHT = 120;

export interface RulerView {
  /** Left out where the past alone is shown. */
  readonly now?: RulerScore;
  /** Where the score stood at past highs and lows of the price; none by default. */
  readonly turns?: readonly RulerTurn[];
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

/** Where a score lies at a height in px. */
function place(score: number, y: number): readonly [x: number, y: number] {
  return [score / 100, y / RULER_HEIGHT];
}

/** What is the same at every width. */
function drawing({ now, turns = [] }: RulerView, viewport: Viewport, { colors }: DrawingStyle): readonly Tree[] {
  // Strokes in the color of the background leave room between the segments, and their corners round.
  const frame = { rx: 4.5, stroke: colors.background, "stroke-width": 3 };
  const segments = PHASES.map(({ key, from, to }) => {
    const isCurrent = key === now?.phase;
    const style = segmentStyle(isCurrent, isCurrent ? colors[key] : colors[fillOf(key)]);
    const { x: width, y: height } = viewport.at(place(to - from, BOTTOM - TOP + 3));
    return tree("rect", { ...viewport.at(place(from, TOP - 1.5)), width, height, ...style, ...frame });
  });
  const bounds = [0, ...PHASES.map(({ to }) => to)].map((score) => {
    const anchor = score === 0 ? undefined : score === 100 ? "end" : "middle";
    const at = viewport.at(place(score, BOTTOM), 0, 16);
    return tree("text", { ...at, "text-anchor": anchor, fill: colors.muted }, `${score}`);
  });
  const marks = turns.map(({ kind, score }) => {
    const [y, d] = kind === "high" ? [TOP - 2, "-8h9l-4.5 7z"] : [BOTTOM + 29, " 0h9l-4.5-7z"];
    // A mark at an end stays inside.
    const x = (score / 100) * viewport.width;
    const aside = Math.max(HALF_MARK, Math.min(viewport.width - HALF_MARK, x)) - x;
    const path = tree("path", { d: `M${roundToTenth(aside - HALF_MARK)}${d}`, fill: colors.muted });
    return viewport.mark(place(score, y), path);
  });
  return [...segments, ...bounds, ...marks];
}

/** Of a mark's width, in px. */
const HALF_MARK = 4.5;

/** What depends on the width: the names of the phases, the years, and the marker and the flag of the score. */
function labels(
  { now, turns = [] }: RulerView,
  viewport: Viewport,
  { colors, language }: DrawingStyle,
): readonly Tree[] {
  const room = viewport.width / PHASES.length - 8;
  const widthOf = (name: string) => BOLD * textWidth(name, NAME_SIZE);
  const isShort = PHASES.some(({ key }) => widthOf(translate(key, language)) > room);
  const nameOf = (key: PhaseKey) => (isShort ? translateShort(key, language) : translate(key, language));
  const names = PHASES.map(({ key, from, to }) => {
    const isCurrent = key === now?.phase;
    const at = viewport.at(place((from + to) / 2, (TOP + BOTTOM) / 2), 0, 4.3);
    const style = isCurrent
      ? { fill: colors.background, "font-weight": 700 }
      : { fill: colors[key], "font-weight": 500 };
    return tree("text", { ...at, "text-anchor": "middle", "font-size": NAME_SIZE, ...style }, nameOf(key));
  });
  const current = PHASES.find(({ key }) => key === now?.phase);
  const marker =
    now &&
    current &&
    markerAt(now.score, (current.from + current.to) / 2, widthOf(nameOf(current.key)), viewport, colors);
  const [highs, lows] = [groupsOf(turns, "high", viewport), groupsOf(turns, "low", viewport)];
  // The flag gives way to as many years as it can.
  const flags = now === undefined ? [undefined] : flagsOf(now, viewport, { colors, language });
  const placed = flags.map((flag) => ({ flag, years: yearLabels(highs, viewport, flag?.room) }));
  const most = Math.max(...placed.map(({ years }) => years.length));
  const { flag, years: above = [] } = placed.find(({ years }) => years.length === most) ?? {};
  const year = ({ text, score, dx }: YearLabel, y: number) => {
    const at = viewport.at(place(score, 0), roundToTenth(dx), y);
    return tree("text", { ...at, "text-anchor": "middle", "font-size": YEAR_SIZE, fill: colors.muted }, text);
  };
  return [
    ...(marker === undefined ? [] : [marker]),
    ...names,
    ...above.map((each) => year(each, TOP - 12 - ROW * each.row)),
    ...yearLabels(lows, viewport).map((each) => year(each, BOTTOM + 40 + ROW * each.row)),
    ...(flag === undefined ? [] : [flag.drawn]),
  ];
}

/** A bar through the segment at the score, which stops above and below the name that it would cut. @param middle of the segment */
function markerAt(score: number, middle: number, nameWidth: number, viewport: Viewport, colors: ColorTokens): Tree {
  const isClear = (Math.abs(score - middle) / 100) * viewport.width > nameWidth / 2 + 3;
  const height = BOTTOM - TOP;
  const d = isClear ? `M0 0V${height}` : `M0 0V6.5M0 ${height - 6.5}V${height}`;
  return viewport.mark(place(score, TOP), tree("path", { d, stroke: colors.background, "stroke-width": 2.5 }));
}

/** `Now 38.4` on a flag above the ruler, over its point, to the left or to the right of it, and the room in px that each takes. */
function flagsOf({ score }: RulerScore, viewport: Viewport, { colors, language }: DrawingStyle) {
  const text = `${pickTranslation(RULER_TEXTS.now, language)} ${formatScore(score, language)}`;
  const width = Math.ceil(BOLD * textWidth(text, NAME_SIZE)) + 16;
  const x = (score / 100) * viewport.width;
  const style = { "font-size": NAME_SIZE, "font-weight": 600, fill: colors.background };
  const aside = width / 2 - 20;
  return [0, -aside / 2, aside / 2, -aside, aside].map((moved) => {
    const dx = Math.max(width / 2, Math.min(viewport.width - width / 2, x + moved)) - x;
    const drawn = viewport.mark(
      place(score, TOP),
      tree("path", { d: "M-7-10h14l-7 9z", fill: colors.text }),
      tree("rect", { x: roundToTenth(dx - width / 2), y: -34, width, height: 25, rx: 12.5, fill: colors.text }),
      tree("text", { x: roundToTenth(dx), y: -17, "text-anchor": "middle", ...style }, text),
    );
    return { drawn, room: { left: x + dx - width / 2, right: x + dx + width / 2 } };
  });
}

const [NAME_SIZE, YEAR_SIZE] = [12, 11];

/** Height in px of a row of years. */
const ROW = 12;

/** Turns whose marks are so close in px share one label. */
const MERGED = 22;

/** px */
interface Room {
  readonly left: number;
  readonly right: number;
}

/** Turns of one kind that share a label, with the places of their marks and half the width of the label in px. */
interface YearGroup {
  readonly text: string;
  readonly score: number;
  readonly x: number;
  readonly marks: readonly number[];
  readonly half: number;
}

interface YearLabel {
  readonly text: string;
  readonly score: number;
  /** From the middle of its marks, in px. */
  readonly dx: number;
  readonly row: number;
}

/** From the lowest score on. */
function groupsOf(turns: readonly RulerTurn[], kind: RulerTurn["kind"], { width }: Viewport): readonly YearGroup[] {
  const groups: RulerTurn[][] = [];
  const own = turns.filter((turn) => turn.kind === kind);
  for (const turn of own.toSorted((one, other) => one.score - other.score)) {
    const near = groups.at(-1)?.at(-1);
    if (near !== undefined && ((turn.score - near.score) / 100) * width < MERGED) groups.at(-1)?.push(turn);
    else groups.push([turn]);
  }
  return groups.map((group) => {
    const years = [...new Set(group.map(({ year }) => year))].sort();
    const text = years.length > 2 ? `${years[0]}–${`${years.at(-1)}`.slice(-2)}` : years.join(", ");
    const score = ((group[0]?.score ?? 0) + (group.at(-1)?.score ?? 0)) / 2;
    const marks = group.map((turn) => (turn.score / 100) * width);
    return { text, score, x: (score / 100) * width, marks, half: textWidth(text, YEAR_SIZE) / 2 };
  });
}

/**
 * The years of turns of one kind, where they have room: over their marks, as far beside them as still touches one, or in the
 * second row. None stands in the first row over the mark of another, whose year it would seem to be.
 */
function yearLabels(groups: readonly YearGroup[], { width }: Viewport, flag?: Room): readonly YearLabel[] {
  const boxes = flag === undefined ? [] : [0, 1].map((row) => ({ ...flag, row }));
  const marksOf = (others: readonly YearGroup[]) => others.flatMap(({ marks }) => marks);
  const named = groups.map((group) => {
    const inside = Math.max(group.half, Math.min(width - group.half, group.x));
    return { ...group, inside, otherMarks: marksOf(groups.filter((other) => other !== group)) };
  });
  // Labels that the ends push aside come first: they have the least choice.
  return named
    .sort((one, other) => Math.abs(other.inside - other.x) - Math.abs(one.inside - one.x))
    .flatMap(({ text, score, x, half, inside, otherMarks }) => {
      const free = PLACES.map(({ aside, row }) => ({
        left: inside + aside - half,
        right: inside + aside + half,
        row,
      })).find(
        (box) =>
          box.left >= -1 &&
          box.right <= width + 1 &&
          box.left <= x + 1 &&
          box.right >= x - 1 &&
          (box.row > 0 || otherMarks.every((mark) => mark < box.left - 2 || mark > box.right + 2)) &&
          boxes.every((other) => other.row !== box.row || box.left > other.right + 3 || box.right < other.left - 3),
      );
      if (free === undefined) return [];
      boxes.push(free);
      return [{ text, score, dx: (free.left + free.right) / 2 - x, row: free.row }];
    });
}

/** Where a label may stand, the best place first; px beside its mark. */
const PLACES = /* @__PURE__ */ [0, 1].flatMap((row) =>
  [0, 6, -6, 12, -12, 18, -18, 24, -24, 30, -30].map((aside) => ({ aside, row })),
);

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
