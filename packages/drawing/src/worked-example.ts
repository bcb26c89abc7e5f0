/** The drawing of one worked example of the method: four values, each placed in its own band, and the mean of the places. */
import { phaseOf } from "peak-cycle-model";
import type { ColorTokens } from "./colors.js";
import { type Tree, tree } from "./markup.js";
import { PHASES } from "./phases.js";
import { plainSvg, type RenderOptions, roundToTenth } from "./svg.js";

/** A raw value, the ends of its band on that day, and its place between them, 0..100. */
export interface ExamplePosition {
  readonly name: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly position: number;
}

/** One row for each position, from the low end of its band on the left to the high one on the right; the mean below them. */
export function workedExample(
  positions: readonly ExamplePosition[],
  meanName: string,
  { width, colors }: Pick<RenderOptions, "width" | "colors">,
  textAlternative: string,
): Tree {
  const mean = positions.reduce((sum, { position }) => sum + position, 0) / positions.length;
  const x = (position: number) => roundToTenth(INSET + ((width - 2 * INSET) * position) / 100);
  const rows = positions.flatMap((each, i) => positionRow(each, ROW * i, { x, width, colors }));
  const meanY = ROW * positions.length + 6;
  return plainSvg(
    [
      ...rows,
      tree("path", { d: `M0 ${meanY - 2}H${width}`, stroke: colors.border }),
      ...meanRow(mean, meanName, meanY + 6, { x, width, colors }),
    ],
    textAlternative,
    { width, height: meanY + MEAN_HEIGHT, fontSize: 12, colors },
  );
}

/** Room for half a marker beyond the ends of a band. */
const INSET = 6;
const ROW = 64;
const MEAN_HEIGHT = 66;

interface Frame {
  readonly x: (position: number) => number;
  readonly width: number;
  readonly colors: ColorTokens;
}

function positionRow({ name, value, low, high, position }: ExamplePosition, y: number, frame: Frame): readonly Tree[] {
  const { x, colors } = frame;
  const end = (at: number, anchor: string, number: number) =>
    tree("text", { x: at, y: y + 54, "text-anchor": anchor, fill: colors.muted, "font-size": 11 }, number.toFixed(2));
  return [
    ...heading(name, position, y + 18, frame),
    ...band(y + 26, 10, frame),
    marker(x(position), y + 24, 14, colors),
    end(x(0), "start", low),
    ...(position < 12 || position > 88 ? [] : [end(x(position), "middle", value)]),
    end(x(100), "end", high),
  ];
}

function meanRow(mean: number, name: string, y: number, frame: Frame): readonly Tree[] {
  const { x, colors } = frame;
  const numbers = [0, 20, 40, 60, 80, 100].map((number) => {
    const anchor = number === 0 ? "start" : number === 100 ? "end" : "middle";
    return tree(
      "text",
      { x: x(number), y: y + 56, "text-anchor": anchor, fill: colors.muted, "font-size": 11 },
      `${number}`,
    );
  });
  return [
    ...heading(name, mean, y + 18, frame),
    ...band(y + 26, 16, frame),
    marker(x(mean), y + 23, 22, colors),
    ...numbers,
  ];
}

/** The name on the left, the place on the right in the color of its phase. */
function heading(name: string, position: number, y: number, { x, colors }: Frame): readonly Tree[] {
  const bold = { y, "font-weight": 600 };
  return [
    tree("text", { x: x(0), ...bold }, name),
    tree(
      "text",
      { x: x(100), ...bold, "text-anchor": "end", fill: colors[phaseOf(position).key] },
      position.toFixed(1),
    ),
  ];
}

/** The scale from 0 to 100 in five parts, one for each phase. */
function band(y: number, height: number, { x, colors }: Frame): readonly Tree[] {
  return PHASES.map(({ key, from, to }) =>
    tree("rect", {
      x: x(from) + 1,
      y,
      width: roundToTenth(x(to) - x(from) - 2),
      height,
      fill: colors[key],
      "fill-opacity": 0.4,
    }),
  );
}

function marker(x: number, y: number, height: number, { text }: ColorTokens): Tree {
  return tree("path", { d: `M${x} ${y}v${height}`, stroke: text, "stroke-width": 3 });
}
