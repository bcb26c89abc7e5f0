/** Values as dots over a logarithmic line, stacked where they are close, with one value marked by name. */
import type { PhaseKey } from "peak-cycle-model";
import { type ColorTokens, fillOf } from "./colors.js";
import { elasticSvg, elasticViewport, type Place, roundHalo } from "./cycle/viewport.js";
import { type Attributes, type Tree, tree } from "./markup.js";
import { textWidth } from "./svg.js";

/** Fills the width of its host, at least `MIN_WIDTH`; as high as its stacks. */
export function dotStrip(view: DotStripView, colors: ColorTokens, textAlternative: string): Tree {
  const { dots, ticks, mark } = view;
  const x = shareScale(view);
  const placed = stack(dots.map((dot) => ({ ...dot, x: x(dot.value) })));
  const axis = TOP + ROW * Math.max(...placed.map(({ row }) => row + 1));
  const height = axis + 20;
  const viewport = elasticViewport(MIN_WIDTH, height);
  const at = (value: number, y: number): Place => [x(value), y / height];
  const circles = placed.map(({ value, row, phase, isFilled }) => {
    const color = phase === undefined ? colors.muted : colors[fillOf(phase)];
    const { x: cx, y: cy } = viewport.at(at(value, axis - ROW * (row + 0.5) - 2));
    return tree("circle", { cx, cy, r: 4, stroke: color, fill: isFilled === true ? color : colors.background });
  });
  const labels = clearTicks(view, x).map(({ value, text }) =>
    tree("text", { ...viewport.at(at(value, height - 4)), "text-anchor": "middle", fill: colors.muted }, text),
  );
  const isLeft = x(mark.value) > 0.5;
  const name: Attributes = {
    ...viewport.at(at(mark.value, 11), isLeft ? -6 : 6),
    "text-anchor": isLeft ? "end" : undefined,
  };
  const zero = ticks.includes(0) ? [viewport.line(at(0, TOP), at(0, axis), {})] : [];
  const content = [
    tree("g", { stroke: colors.border }, viewport.line([0, axis / height], [1, axis / height], {}), ...zero),
    // Behind the dots, so that it cuts through none.
    viewport.line(at(mark.value, 0), at(mark.value, axis), { stroke: colors.text, "stroke-width": 2 }),
    tree("g", { "stroke-width": 1.8 }, ...circles),
    ...labels,
    tree("text", { ...name, "font-weight": 600, ...roundHalo(colors) }, mark.text),
  ];
  return elasticSvg(content, textAlternative, { width: "100%", height, fill: colors.text, "font-size": FONT_SIZE });
}

export interface DotStripView {
  readonly dots: readonly {
    readonly value: number;
    /** In whose color; none by default. */
    readonly phase?: PhaseKey | undefined;
    /** Hollow otherwise. */
    readonly isFilled?: boolean;
  }[];
  /** Values of the axis, the most important first: those that are in the way of it are left out. */
  readonly ticks: readonly number[];
  readonly write: (value: number) => string;
  /** The value of which the logarithm is taken is so much greater: 1 for returns, 0 for days. */
  readonly offset: 0 | 1;
  readonly mark: { readonly value: number; readonly text: string };
}

/** px; dots and labels are placed for the least width. */
const MIN_WIDTH = 200;
const FONT_SIZE = 11.5;
/** Room for the name of the marked value. */
const TOP = 20;
/** Least distance of two dots, which are 9.8 wide with their stroke. */
const ROW = 11;

function shareScale({ dots, mark, offset }: DotStripView): (value: number) => number {
  const log = (value: number) => Math.log(value + offset);
  const logs = [...dots.map(({ value }) => value), mark.value].map(log);
  const [least, most] = [Math.min(...logs), Math.max(...logs)];
  const room = 0.04 * Math.max(most - least, 0.1);
  return (value) => (log(value) - least + room) / (most - least + 2 * room);
}

/** Puts each dot into the lowest row in which no other is in its way. */
function stack<Dot extends { readonly x: number }>(dots: readonly Dot[]): readonly (Dot & { readonly row: number })[] {
  const ends: number[] = [];
  return dots
    .toSorted((one, other) => one.x - other.x)
    .map((dot) => {
      const free = ends.findIndex((end) => (dot.x - end) * MIN_WIDTH >= ROW);
      const row = free === -1 ? ends.length : free;
      ends[row] = dot.x;
      return { ...dot, row };
    });
}

/** The ticks whose labels, centered below them, lie inside and apart from more important ones. */
function clearTicks({ ticks, write }: DotStripView, x: (value: number) => number) {
  const shown: { readonly value: number; readonly text: string; readonly px: number; readonly half: number }[] = [];
  for (const value of ticks) {
    const [text, px] = [write(value), MIN_WIDTH * x(value)];
    const half = textWidth(text, FONT_SIZE) / 2;
    const isInside = px >= half && px <= MIN_WIDTH - half;
    const isClear = shown.every((other) => Math.abs(other.px - px) >= half + other.half + 4);
    if (isInside && isClear) shown.push({ value, text, px, half });
  }
  return shown;
}
