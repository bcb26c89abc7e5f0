import { widthOf } from "../measure.js";
import type { RecordPlot } from "./record-plot.js";

/** A text and where its base line begins, in px. */
export interface LabelBox {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Where a label wants to be: its base line, and where the text begins or ends. */
type Wish = { readonly y: number } & ({ readonly start: number } | { readonly end: number });

/** Height of a row of labels in px. */
const ROW = 12;
/** Of the width that `widthOf` gives, which is that of the widest fonts. */
const USUAL_SHARE = 0.9;

/** Finds places for labels one after the other, so that none covers one before it. */
export function labelPlaces(plot: RecordPlot) {
  const taken: LabelBox[] = [];
  const isFree = (box: LabelBox) =>
    taken.every(
      (each) => Math.abs(each.y - box.y) >= ROW || box.x >= each.x + each.width || each.x >= box.x + box.width,
    );
  const boxOf = (text: string, x: number, y: number): LabelBox => {
    const width = Math.ceil(USUAL_SHARE * widthOf(text, plot.size));
    return { text, width, y: Math.round(y), x: Math.round(Math.min(plot.right - width, Math.max(plot.left + 2, x))) };
  };
  const take = (box: LabelBox): LabelBox => {
    taken.push(box);
    return box;
  };
  return {
    /** As near as possible in one direction, but inside the panel of the price. */
    shifted(text: string, wish: Wish, direction: "up" | "down"): LabelBox {
      const width = boxOf(text, 0, 0).width;
      let box = boxOf(text, "end" in wish ? wish.end - width : wish.start, wish.y);
      const step = direction === "up" ? -ROW : ROW;
      while (!isFree(box) && box.y + step > plot.priceTop - ROW && box.y + step < plot.priceBottom)
        box = { ...box, y: box.y + step };
      return take(box);
    },
    /** At the right of `x`, else at its left, else nowhere. */
    beside(text: string, x: number, y: number): LabelBox | undefined {
      const right = boxOf(text, x + 6, y);
      const left = boxOf(text, x - 6 - right.width, y);
      const free = [right, left].find((box) => isFree(box) && (box.x > x || box.x + box.width < x));
      return free && take(free);
    },
  };
}
