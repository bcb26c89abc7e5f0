/** A rectangle in px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Px = readonly [x: number, y: number];

/** Space in px that stays free around a label. */
const CLEARANCE = 2;

/** Keeps track of what is taken in a drawing, so that labels touch neither each other, nor marks, nor the line. */
export interface LabelBoxes {
  /** Takes the first of the boxes that is free, if any is. */
  readonly take: (candidates: Iterable<Box>) => Box | undefined;
  /** Takes a box whether it is free or not: a mark's. */
  readonly block: (box: Box) => void;
}

/** @param edges that no label crosses @param line that no label touches, from left to right */
export function labelBoxes(edges: Box, line: readonly Px[]): LabelBoxes {
  const taken: Box[] = [];
  const isFree = (box: Box): boolean =>
    box.left >= edges.left &&
    box.right <= edges.right &&
    box.top >= edges.top &&
    box.bottom <= edges.bottom &&
    !taken.some((other) => overlap(box, other)) &&
    !touchesLine(box, line);
  return {
    take(candidates) {
      for (const box of candidates) {
        if (!isFree(box)) continue;
        taken.push(box);
        return box;
      }
      return undefined;
    },
    block: (box) => void taken.push(box),
  };
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right + CLEARANCE &&
    other.left < one.right + CLEARANCE &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/** Whether any part of the line between the sides of the box is as high as the box. */
function touchesLine({ left, right, top, bottom }: Box, line: readonly Px[]): boolean {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const see = (y: number) => {
    least = Math.min(least, y);
    greatest = Math.max(greatest, y);
  };
  for (const [i, [x, y]] of line.entries()) {
    if (x >= left && x <= right) see(y);
    const next = line[i + 1];
    if (next === undefined) continue;
    for (const side of [left, right]) {
      if (x < side && next[0] > side) see(y + ((next[1] - y) * (side - x)) / (next[0] - x));
    }
  }
  return greatest > top - CLEARANCE && least < bottom + CLEARANCE;
}
