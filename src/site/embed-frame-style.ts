import { type ColorToken, type ColorTokens, colorsFrom, cssDeclarations, DARK, LIGHT } from "../chart/colors.js";
import { FRAME_WIDTHS } from "../chart/embeds.js";
import { THEMES, type Theme } from "../chart/pictures.js";
import { PADDING } from "../chart/svg.js";

/** In high contrast the system's own colors: what is drawn stays told apart by its form and its words. */
const SYSTEM: Partial<Record<ColorToken, string>> = { background: "Canvas", border: "GrayText", link: "LinkText" };
const CONTRAST = cssDeclarations(colorsFrom((token) => SYSTEM[token] ?? "CanvasText"));

/** One variant at a time, the widest that is no wider than the frame; the line below it begins where the picture does. */
const VARIANTS = FRAME_WIDTHS.map((width, i) => {
  const next = FRAME_WIDTHS[i + 1];
  const least = i === 0 ? [] : [`(min-width:${width}px)`];
  const most = next === undefined ? [] : [`(max-width:${next - 0.02}px)`];
  return `@media ${[...least, ...most].join(" and ")}{.w${width}{display:block}p{padding-inline:${((100 * PADDING) / width).toFixed(2)}vw}}`;
}).join("");

/**
 * A section is what the script puts around the picture, to lay its reader of days on it. Heading and table are for screen
 * readers alone; by itself no table gets narrower than its words.
 */
const REST =
  "body{margin:0;background:var(--paper);color:var(--ink);font:12px/1.5 system-ui,sans-serif}main,section{position:relative}" +
  ".variant{display:none;width:100%;height:auto}p{margin:0;padding:6px 0 9px;color:var(--soft);overflow-wrap:anywhere}" +
  ".simulated .credit{color:var(--mark)}a{color:var(--link)}" +
  "a:focus-visible{outline:2px solid var(--link);outline-offset:-2px}" +
  ".heard{position:absolute;top:0;left:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}";

/** The style of the page for frames, in each theme; the two that are fixed do not look at the reader's system. */
export const FRAME_STYLES = Object.fromEntries(THEMES.map((theme) => [theme, styleOf(theme)])) as Readonly<
  Record<Theme, string>
>;

function styleOf(theme: Theme): string {
  return `${colorsOf(theme)}@media(forced-colors:active){:root{${CONTRAST}}}${REST}${VARIANTS}`;
}

function colorsOf(theme: Theme): string {
  if (theme === "light") return rootOf("light", LIGHT);
  if (theme === "dark") return rootOf("dark", DARK);
  return `${rootOf("light dark", LIGHT)}@media(prefers-color-scheme:dark){${rootOf("light dark", DARK)}}`;
}

function rootOf(scheme: string, colors: ColorTokens): string {
  return `:root{color-scheme:${scheme};${cssDeclarations(colors)}}`;
}
