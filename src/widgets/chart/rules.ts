import { DARK, type Ink, LIGHT } from "../../chart/palette.js";
import { readerRules } from "../reader/rules.js";
import type { Sight } from "../shared/kind.js";

/** The colors of a theme. */
export function inkOf({ isDark }: Pick<Sight<unknown>, "isDark">): Ink {
  return isDark ? DARK : LIGHT;
}

/**
 * The host takes the width that there is, so that it never depends on what is drawn. Nothing of the page reaches inside,
 * except that it hides its host; `direction` is no part of `all`, and every language of a chart runs from left to right.
 * The table is for those who do not see the chart. In high contrast the system's colors take over: what is drawn stays
 * told apart by its form and its words.
 */
export function rules(sight: Sight<unknown>): string {
  const ink = inkOf(sight);
  // The frame is an outline, which takes no room, so that the drawing is as wide as the host.
  return `:host(:not([hidden])){display:block;width:100%;width:stretch;box-sizing:border-box}div{all:initial;visibility:inherit;display:block;direction:ltr;overflow:hidden;max-width:1200px;outline:1px solid ${ink.line};outline-offset:-1px;border-radius:8px;background:${ink.paper};color:${ink.soft};font:12px/1.4 system-ui}svg{display:block;width:100%;height:auto}table{position:absolute;top:0;clip-path:inset(50%)}p{margin:0;padding:8px 16px 10px;overflow-wrap:anywhere}a{color:${ink.link}}:focus-visible{outline:2px solid ${ink.link};outline-offset:-2px}@media(forced-colors:active){rect{fill:Canvas}text,tspan,circle{fill:CanvasText;stroke:none}path,polyline{stroke:CanvasText}}${readerRules(ink)}`;
}
