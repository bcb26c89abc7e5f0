/** The drawing of one worked example of the method: four values, each placed in its own band, and the mean of the places. */
import { phaseOf } from "peak-cycle-model";
import type { ColorTokens } from "./colors.js";
import { type Tree, tree } from "./markup.js";
import { PHASES } from "./phases.js";
import { plainSvg, type RenderOptions, roundToTenth, SEMIBOLD, text } from "./svg.js";

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
  const values: readonly Label[] = position < 12 || position > 88 ? [] : [[position, "middle", value.toFixed(2)]];
  const labels: readonly Label[] = [[0, "start", low.toFixed(2)], ...values, [100, "end", high.toFixed(2)]];
  const marked = marker(frame.x(position), y + 24, 14, frame.colors);
  return [
    ...heading(name, position, y + 18, frame),
    ...band(y + 26, 10, frame),
    marked,
    ...axis(labels, y + 54, frame),
  ];
}

function meanRow(mean: number, name: string, y: number, frame: Frame): readonly Tree[] {
  const labels = [0, 20, 40, 60, 80, 100].map((number): Label => {
    return [number, number === 0 ? "start" : number === 100 ? "end" : "middle", `${number}`];
  });
  const marked = marker(frame.x(mean), y + 23, 22, frame.colors);
  return [...heading(name, mean, y + 18, frame), ...band(y + 26, 16, frame), marked, ...axis(labels, y + 56, frame)];
}

type Label = readonly [position: number, anchor: string, content: string];

function axis(labels: readonly Label[], y: number, { x, colors }: Frame): readonly Tree[] {
  return labels.map(([position, anchor, content]) =>
    text(x(position), y, content, { "text-anchor": anchor, fill: colors.muted, "font-size": 11 }),
  );
}

/** The name on the left, the place on the right in the color of its phase. */
function heading(name: string, position: number, y: number, { x, colors }: Frame): readonly Tree[] {
  const place = { ...SEMIBOLD, "text-anchor": "end", fill: colors[phaseOf(position).key] };
  return [text(x(0), y, name, SEMIBOLD), text(x(100), y, position.toFixed(1), place)];
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

function marker(x: number, y: number, height: number, colors: ColorTokens): Tree {
  return tree("path", { d: `M${x} ${y}v${height}`, stroke: colors.text, "stroke-width": 3 });
}
