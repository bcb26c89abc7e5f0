/**
 * The attribution line, which everything with a score on it has to show: as parts, as text, for a page, and drawn into
 * a picture.
 */

import type { ColorTokens } from "./colors.js";
import { type Tree, tree } from "./markup.js";
import { type DrawingStyle, PADDING, textWidth } from "./svg.js";

/** Index and service, the site's host, its address as a link. */
export type AttributionParts = readonly [names: string, host: string, url: string];

export function attributionParts({ indexName, siteName, baseUrl }: Publisher): AttributionParts {
  return [`${indexName} by ${siteName} · `, hostOf(baseUrl), baseUrl];
}

/** Who publishes the number. */
export interface Publisher {
  readonly indexName: string;
  readonly siteName: string;
  /** Public address of the site. */
  readonly baseUrl: string;
}

/** Of a picture that says itself who publishes it. */
export interface CreditedStyle extends DrawingStyle {
  readonly publisher: Publisher;
}

/** The line as text, where no link works. */
export function attributionText(publisher: Publisher): string {
  const [names, host] = attributionParts(publisher);
  return names + host;
}

/** The line for a page, which ends with a link. */
export function attributionLine(publisher: Publisher): Tree {
  const [names, host, href] = attributionParts(publisher);
  return tree("p", { class: "credit" }, names, tree("a", { href, target: "_blank", rel: "noopener" }, host));
}

/** `https://peak.example:8443/x/` → `peak.example:8443` */
function hostOf(url: string): string {
  return url.replace(/^[a-z]+:\/\//, "").replace(/[/?#].*$/, "");
}

/** Height in px that the attribution adds to a picture of that width. */
export function attributionHeight(width: number): number {
  return width < ONE_LINE_WIDTH ? 42 : 32;
}

/** A drawing in a frame, with the attribution as its last part, below a rule. It grows by `attributionHeight`. */
export function withAttribution(drawn: Tree, attribution: DrawnAttribution): Tree {
  const { width: px, height: drawnPx, ...others } = drawn.attributes;
  const [width, top] = [Number(px), Number(drawnPx)];
  const height = top + attributionHeight(width);
  const { background, border } = attribution.colors;
  const frame = { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 8, fill: background, stroke: border };
  const children = [tree("rect", frame), ...drawn.children, ...drawLines(attribution, { width, top })];
  return { ...drawn, children, attributes: { ...others, width, height, viewBox: `0 0 ${width} ${height}` } };
}

/** The attribution of a picture that stands alone. */
interface DrawnAttribution {
  readonly text: string;
  /** Of the score, beside the attribution, or below it in a narrow picture. */
  readonly time?: string | undefined;
  /** Where it leads when the file is opened by itself. */
  readonly href: string;
  readonly colors: ColorTokens;
}

function drawLines(
  { text, time, href, colors }: DrawnAttribution,
  { width, top }: { readonly width: number; readonly top: number },
): readonly Tree[] {
  const x = PADDING;
  const isNarrow = width < ONE_LINE_WIDTH;
  const timeRoom = time === undefined || isNarrow ? 0 : textWidth(`${time}  `, FONT_SIZE);
  const room = width - 2 * x - timeRoom;
  const isSplit = isNarrow && time === undefined && textWidth(text, FONT_SIZE) > room;
  const lines = isSplit ? text.split(" · ") : [text];
  const widest = Math.max(...lines.map((line) => textWidth(line, 1)));
  const size = Math.min(FONT_SIZE, Math.floor((10 * room) / widest) / 10);
  const count = lines.length + (isNarrow && time !== undefined ? 1 : 0);
  const first = top + attributionHeight(width) / 2 + FONT_SIZE - 7 * count;
  const texts = lines.map((line, index) => tree("text", { x, y: first + 14 * index }, line));
  const timePlace = isNarrow ? { x, y: first + 14 * lines.length } : { x: width - x, y: first, "text-anchor": "end" };
  const timeStyle = { ...timePlace, "font-size": FONT_SIZE, fill: colors.muted };
  return [
    tree("path", { d: `M0 ${top}.5h${width}`, stroke: colors.border }),
    tree("a", { href, target: "_blank", "font-size": size, fill: colors.muted }, ...texts),
    ...(time === undefined ? [] : [tree("text", timeStyle, time)]),
  ];
}

/** From this width in px on the attribution has one line; a narrower picture has room for two. */
const ONE_LINE_WIDTH = 400;

/** Largest font size in px of the attribution; a line that is too long for the picture gets a smaller one. */
const FONT_SIZE = 11;
