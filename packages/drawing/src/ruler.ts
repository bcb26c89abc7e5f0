/** The ruler of the score in small drawings: five segments and a bar at the score. */
import type { PhaseKey } from "peak-cycle-model";
import { type ColorTokens, fillOf, SEGMENT_OPACITY } from "./colors.js";
import { type Attributes, type Tree, tree } from "./markup.js";
import { PHASES } from "./phases.js";

interface RulerScore {
  /** 0..100, with one decimal. */
  readonly score: number;
  /** Its segment is the filled one. */
  readonly phase: PhaseKey;
}

/** @param y middle of the line in px */
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
