/** The head of both widgets, as the pictures draw it: what is measured, the number and its phase, what is said of it, the ruler. */

import { element } from "./dom.js";

interface HeadView {
  readonly name: string;
  /** As it is written; missing before the first one. */
  readonly score: string | undefined;
  /** Its name, or why there is none. */
  readonly phase: string;
  /** Below the phase: the time of the score, or how it has moved; a warning begins with `▲`. */
  readonly line: string;
}

/** @param more stands below the ruler */
export function head({ name, score = "–", phase, line }: HeadView, ...more: readonly Element[]): HTMLElement {
  const parts = [element("b", score), element("strong", phase), element("small", line), element("hr")];
  return element("header", element("hgroup", `▂▄▆ ${name}`), ...parts, ...more);
}

interface HeadState {
  readonly score: number | undefined;
  /** From 0, the lowest. */
  readonly index: number | undefined;
  readonly isOld: boolean | undefined;
  /** CSS colors: of texts, of lesser ones, and of the phases from low to high: that of the fourth warns too. */
  readonly text: string;
  readonly muted: string;
  readonly phases: readonly string[];
  /** Whether the line below the phase warns. */
  readonly warns: unknown;
}

/** CSS rules. The height depends on the width alone: a text that is too long is cut. */
export function headStyles({ score = -9, index, isOld, text, muted, phases, warns }: HeadState): string {
  // A fourth digit is the opacity.
  const scale = phases.map((color, i) => `${color}${i === index ? "" : 4} 0 ${20 * i + 20}%`);
  return `div{container-type:inline-size}header{padding:12px 16px;overflow:hidden;white-space:nowrap;font-weight:600;color:${text}}b{float:left;margin-right:8px;font-size:38px;line-height:40px}strong,small{display:block;overflow:hidden}strong{font-size:17px;color:${phases[index as number]}}small{height:20px;font-weight:400;color:${warns ? phases[3] : muted}}hr{clear:both;position:relative;border:0;height:7px;overflow:visible;background:linear-gradient(90deg,${scale})}hr:after{content:"";position:absolute;left:${score}%;margin:-8px -5px;border:5px solid #0000;border-top-color:${text}}@container(width<300px){b{float:none}}${isOld ? "b{opacity:.6}" : ""}`;
}
