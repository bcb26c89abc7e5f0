/**
 * The attribution line, which everything with a score on it has to show: as parts, as text, for a page, and drawn into
 * a picture.
 */

import type { ColorTokens } from "./colors.js";
import { type Attributes, type Tree, tree } from "./markup.js";
import { PADDING, textWidth } from "./svg.js";

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

/** A picture of `svgRoot` with the attribution as its last part, below a rule. It grows by `attributionHeight` of its units. */
export function withAttribution(drawn: Tree, attribution: DrawnAttribution): Tree {
  const { width: px, viewBox } = drawn.attributes;
  const [, , width = 0, top = 0] = String(viewBox).split(" ").map(Number);
  const height = top + attributionHeight(width);
  const [border, ...content] = drawn.children;
  if (border === undefined || typeof border === "string") return drawn;
  const grown = withAttributes(border, { height: Number(border.attributes["height"]) + attributionHeight(width) });
  const children = [grown, ...content, ...drawLines(attribution, { width, top })];
  const size = { height: (Number(px) / width) * height, viewBox: `0 0 ${width} ${height}` };
  return withAttributes({ ...drawn, children }, size);
}

/** The attribution of a picture that stands alone. */
interface DrawnAttribution {
  readonly text: string;
  /** Where it leads when the file is opened by itself. */
  readonly href: string;
  readonly colors: ColorTokens;
}

function drawLines(
  { text, href, colors }: DrawnAttribution,
  { width, top }: { readonly width: number; readonly top: number },
): readonly Tree[] {
  const x = PADDING;
  const room = width - 2 * x;
  const lines = width < ONE_LINE_WIDTH && textWidth(text, FONT_SIZE) > room ? text.split(" · ") : [text];
  const widest = Math.max(...lines.map((line) => textWidth(line, 1)));
  const size = Math.min(FONT_SIZE, Math.floor((10 * room) / widest) / 10);
  const first = top + attributionHeight(width) / 2 + FONT_SIZE - 7 * lines.length;
  const texts = lines.map((line, index) => tree("text", { x, y: first + 14 * index }, line));
  return [
    tree("path", { d: `M0 ${top}.5h${width}`, stroke: colors.border }),
    tree("a", { href, target: "_blank", "font-size": size, fill: colors.muted }, ...texts),
  ];
}

/** From this width in px on the attribution has one line; a narrower picture has room for two. */
const ONE_LINE_WIDTH = 400;

/** Largest font size in px of the attribution; a line that is too long for the picture gets a smaller one. */
const FONT_SIZE = 11;

function withAttributes(element: Tree, attributes: Attributes): Tree {
  return { ...element, attributes: { ...element.attributes, ...attributes } };
}
