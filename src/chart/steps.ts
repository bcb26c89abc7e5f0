import type { Ink } from "./palette.js";
import type { Score } from "./read-score.js";
import { type Tree, tree } from "./tree.js";

/** Its left end, its middle, its width in px. */
export interface StepsPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A thin line in five steps, one for each phase, and a thick one up to the score: its length says the phase too. */
export function steps({ x, y, width }: StepsPlace, ink: Ink, now?: Score): readonly Tree[] {
  const line = (length: number, stroke: string, thickness: number) => {
    const dashes = `${(width - 12) / 5} 3`;
    return tree("path", { d: `M${x} ${y}h${length}`, stroke, "stroke-width": thickness, "stroke-dasharray": dashes });
  };
  const thin = line(width, ink.soft, 2);
  return now ? [thin, line(Math.round((width * now.score) / 100), ink[now.phase], 6)] : [thin];
}
