import type { Sight } from "../shared/kind.js";
import type { Score } from "./score.js";
import { COLORS } from "./tables.js";

/** Most width in px of what stands inside, by `data-size`: of 220, 400 and 320 px, border and padding take 26. */
const SIZES: Readonly<Record<string, number>> = { sm: 194, lg: 374 };
const SIZE = 294;

/**
 * Nothing of the page reaches inside, except that it hides its host; `direction` is no part of `all`, and every language
 * of a badge runs from left to right.
 */
export function rules({ host, known: { score, phase = 0 }, isDark }: Sight<Score>): string {
  const [paper, ink, soft, line, ...phases] = COLORS[+isDark as 0 | 1].split(" ");
  const color = phases[phase];
  return `:host(:not([hidden])){display:block}div{all:initial;visibility:inherit;display:block;direction:ltr;max-width:${SIZES[host.dataset["size"] as string] ?? SIZE}px;padding:12px;border:1px solid #${line};border-radius:8px;font:12px/1.25 system-ui;overflow-wrap:anywhere;background:#${paper};color:#${soft}}b{font-size:36px;color:#${ink}}strong{font-size:15px;color:#${color}}hr{height:6px;border:0;background:linear-gradient(90deg,#${color} ${score}%,#${line} 0)}p{margin:4px 0 0}a{color:#${ink}}`;
}
