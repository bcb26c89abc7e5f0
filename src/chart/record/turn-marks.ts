import type { Manner } from "../manner.js";
import { scoreText } from "../numbers.js";
import { type Attributes, type Tree, tree } from "../tree.js";
import { type LabelBox, labelPlaces } from "./label-places.js";
import type { RecordPlot } from "./record-plot.js";
import type { RecordTurn, RecordView } from "./record-view.js";
import { turnDay } from "./turn-day.js";

/** Height of a triangle in px. */
const SIZE = 7;

/** A mark on the price and on the score of each cycle high and low, with the day and, where there is room, the score. */
export function turnMarks({ turns }: RecordView, plot: RecordPlot, manner: Manner): readonly Tree[] {
  const { ink, language } = manner;
  const places = labelPlaces(plot);
  const drawn = turns.map((turn) => {
    const label = dayLabel(turn, plot, { place: places.shifted, says: turnDay(turn.day, language, plot.isNarrow) });
    return { turn, label, score: scoreLabel(turn, plot, { place: places.beside, manner }) };
  });
  const lines = drawn.map(({ turn, label }) => {
    const y = plot.price(turn.priceUsd);
    return `M${plot.x(turn.day)} ${turn.kind === "high" ? Math.min(y, label.y + 2) : y}V${plot.scoreBottom}`;
  });
  const halo = { "paint-order": "stroke", stroke: ink.paper, "stroke-width": 3, fill: ink.ink };
  const write = (label: LabelBox | undefined) =>
    label === undefined ? [] : [tree("text", { x: label.x, y: label.y, ...halo }, label.text)];
  return [
    tree("path", { d: lines.join(""), stroke: ink.soft, "stroke-width": 0.5 }),
    ...drawn.flatMap(({ turn }) => marks(turn, plot, { fill: ink.mark, stroke: ink.paper })),
    ...drawn.flatMap(({ label, score }) => [...write(label), ...write(score)]),
  ];
}

function marks({ kind, day, priceUsd, score }: RecordTurn, plot: RecordPlot, look: Attributes): readonly Tree[] {
  const heights = [plot.price(priceUsd), ...(score === undefined ? [] : [plot.score(score)])];
  return heights.map((y) => tree("path", { d: triangle(kind, plot.x(day), y), ...look }));
}

/** Highs are named above and to the left of their mark, lows below and to the right, where a rising price leaves room. */
function dayLabel(
  { kind, day, priceUsd }: RecordTurn,
  plot: RecordPlot,
  { place, says }: { readonly place: ReturnType<typeof labelPlaces>["shifted"]; readonly says: string },
): LabelBox {
  const [x, y] = [plot.x(day), plot.price(priceUsd)];
  return kind === "high"
    ? place(says, { end: x + 4, y: y - SIZE - 4 }, "up")
    : place(says, { start: x - 4, y: y + SIZE + 12 }, "down");
}

/** Beside its mark at the right or left, if nothing else is there; a narrow drawing has no room for any. */
function scoreLabel(
  { kind, day, score }: RecordTurn,
  plot: RecordPlot,
  { place, manner }: { readonly place: ReturnType<typeof labelPlaces>["beside"]; readonly manner: Manner },
): LabelBox | undefined {
  if (score === undefined || plot.isNarrow) return undefined;
  const [x, y] = [plot.x(day), plot.score(score)];
  return place(scoreText(score, manner.language), x, kind === "high" ? Math.max(y - 3, plot.scoreTop + 10) : y + 12);
}

/** Its tip touches the value: from above at a high, from below at a low. */
function triangle(kind: RecordTurn["kind"], x: number, y: number): string {
  return kind === "high" ? `M${x} ${y}l-4-${SIZE}h8z` : `M${x} ${y}l-4 ${SIZE}h8z`;
}
