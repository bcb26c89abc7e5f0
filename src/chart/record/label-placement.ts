import { textWidth } from "../svg.js";
import type { RecordLayout } from "./record-layout.js";

/** A text and where its base line begins, in px. */
export interface PlacedLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Where a label wants to be: its base line, and where the text begins or ends. */
type PreferredPlace = { readonly y: number } & ({ readonly start: number } | { readonly end: number });

/** Height of a row of labels in px. */
const ROW_HEIGHT = 12;
/** `textWidth` is that of the widest fonts; a usual font takes this share of it. */
const USUAL_SHARE = 0.9;

/** Finds places for labels one after the other, so that none covers one before it. */
export function labelPlacer(layout: RecordLayout) {
  const placed: PlacedLabel[] = [];
  const isFree = (box: PlacedLabel) =>
    placed.every(
      (each) => Math.abs(each.y - box.y) >= ROW_HEIGHT || box.x >= each.x + each.width || each.x >= box.x + box.width,
    );
  const boxOf = (text: string, x: number, y: number): PlacedLabel => {
    const width = Math.ceil(USUAL_SHARE * textWidth(text, layout.fontSize));
    return {
      text,
      width,
      y: Math.round(y),
      x: Math.round(Math.min(layout.right - width, Math.max(layout.left + 2, x))),
    };
  };
  const keep = (box: PlacedLabel): PlacedLabel => {
    placed.push(box);
    return box;
  };
  return {
    /** As near as possible in one direction, but inside the panel of the price. */
    placeShifted(text: string, preferred: PreferredPlace, direction: "up" | "down"): PlacedLabel {
      const width = boxOf(text, 0, 0).width;
      let box = boxOf(text, "end" in preferred ? preferred.end - width : preferred.start, preferred.y);
      const step = direction === "up" ? -ROW_HEIGHT : ROW_HEIGHT;
      while (!isFree(box) && box.y + step > layout.priceTop - ROW_HEIGHT && box.y + step < layout.priceBottom)
        box = { ...box, y: box.y + step };
      return keep(box);
    },
    /** At the right of `x`, else at its left, else nowhere. */
    placeBeside(text: string, x: number, y: number): PlacedLabel | undefined {
      const right = boxOf(text, x + 6, y);
      const left = boxOf(text, x - 6 - right.width, y);
      const free = [right, left].find((box) => isFree(box) && (box.x > x || box.x + box.width < x));
      return free && keep(free);
    },
  };
}
