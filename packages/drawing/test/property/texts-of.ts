import type { Attributes, Tree } from "../../src/markup.js";
import { BOLD, textWidth } from "../../src/svg.js";

/** A text of a drawing and the box it may take in the widest font, in units of the drawing. */
export interface PlacedText {
  readonly text: string;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Context {
  readonly size: number;
  readonly isBold: boolean;
  readonly scale: number;
  readonly dx: number;
  readonly dy: number;
  /** What percent are of. */
  readonly width: number;
  readonly height: number;
}

/**
 * Every text of a drawing where it stands. Understands what this package writes: `translate`, `scale`, `tspan`, and
 * `svg` in an `svg`.
 */
export function textsOf(drawn: Tree): readonly PlacedText[] {
  return walk(drawn, { size: 16, isBold: false, scale: 1, dx: 0, dy: 0, width: 0, height: 0 });
}

function px(value: Attributes[string], whole: number): number {
  return String(value).endsWith("%") ? (whole * Number.parseFloat(String(value))) / 100 : Number(value ?? 0);
}

function walk(element: Tree, outer: Context): readonly PlacedText[] {
  const context = inside(element, outer);
  if (element.tag === "text") return [place(element, context)];
  return element.children.flatMap((child) => (typeof child === "string" ? [] : walk(child, context)));
}

function inside({ tag, attributes }: Tree, outer: Context): Context {
  const { transform, "font-size": size, "font-weight": weight } = attributes;
  const [, x = "0", y = "0"] = /translate\((\S+) (\S+?)\)/.exec(String(transform)) ?? [];
  const [, scale = "1"] = /scale\((\S+?)\)/.exec(String(transform)) ?? [];
  return {
    size: size === undefined ? outer.size : Number(size),
    isBold: weight === undefined ? outer.isBold : Number(weight) >= 600,
    scale: outer.scale * Number(scale),
    dx: outer.dx + outer.scale * (tag === "svg" ? px(attributes["x"], outer.width) : Number(x)),
    dy: outer.dy + outer.scale * (tag === "svg" ? px(attributes["y"], outer.height) : Number(y)),
    width: tag === "svg" ? Number(attributes["width"] ?? outer.width) : outer.width,
    height: tag === "svg" ? Number(attributes["height"] ?? outer.height) : outer.height,
  };
}

function place(element: Tree, context: Context): PlacedText {
  const { textLength } = element.attributes;
  const width = (textLength === undefined ? widthIn(element, context) : Number(textLength)) * context.scale;
  const { x, y, dx, dy, "text-anchor": anchor } = element.attributes;
  const at = context.dx + context.scale * (px(x, context.width) + Number(dx ?? 0));
  const base = context.dy + context.scale * (px(y, context.height) + Number(dy ?? 0));
  const size = context.size * context.scale;
  const left = anchor === "end" ? at - width : anchor === "middle" ? at - width / 2 : at;
  return {
    text: wordsOf(element),
    size,
    left,
    right: left + width,
    top: base - 0.76 * size,
    bottom: base + 0.22 * size,
  };
}

function widthIn(element: Tree, context: Context): number {
  return element.children.reduce((sum: number, child) => {
    if (typeof child !== "string")
      return sum + Number(child.attributes["dx"] ?? 0) + widthIn(child, inside(child, context));
    return sum + LIKELY * textWidth(child, context.size) * (context.isBold ? BOLD : 1);
  }, 0);
}

/** A whole text is never made of the widest characters of each class. */
const LIKELY = 0.92;

function wordsOf({ children }: Tree): string {
  return children.map((child) => (typeof child === "string" ? child : wordsOf(child))).join(" ");
}

/** Every text that leaves the drawing and every pair that touches, in words; empty when all is well. */
export function crowding(drawn: Tree): readonly string[] {
  const [, , width = 0, height = 0] = String(drawn.attributes["viewBox"]).split(" ").map(Number);
  const texts = textsOf(drawn);
  const out = texts.filter(
    (text) => text.left < 4 || text.right > width - 4 || text.top < 4 || text.bottom > height - 4,
  );
  const pairs = texts.flatMap((one, index) =>
    texts.slice(index + 1).flatMap((other) => (touch(one, other) ? [`${one.text} | ${other.text}`] : [])),
  );
  return [...out.map(({ text }) => `outside: ${text}`), ...pairs];
}

function touch(one: PlacedText, other: PlacedText): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0;
}
