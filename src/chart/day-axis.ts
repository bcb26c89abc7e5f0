import { shortDay } from "./day-words.js";
import type { Manner } from "./manner.js";
import type { Plot } from "./plot.js";
import type { Day } from "./reading.js";
import { type Tree, tree } from "./tree.js";

/** From this width on the middle day is named too. */
const MIDDLE_FROM = 400;

/** First, middle and last day; the last one says that they are UTC days. @param y base line in px */
export function dayAxis(
  days: readonly Day[],
  y: number,
  { plot, manner }: { readonly plot: Plot; readonly manner: Manner },
): readonly Tree[] {
  const { width, ink, language } = manner;
  const last = days.length - 1;
  const label = (index: number, anchor: string) =>
    days.slice(index, index + 1).map(({ date }) => {
      const at = { x: plot.x(index, days.length), y, "text-anchor": anchor, fill: ink.soft };
      return tree("text", at, shortDay(date, language) + (index === last ? " UTC" : ""));
    });
  return [
    ...(last > 0 ? label(0, "start") : []),
    ...(last > 1 && width >= MIDDLE_FROM ? label(last >> 1, "middle") : []),
    ...label(last, "end"),
  ];
}
