/** The texts of a drawing, with the space that each may take. */
import type { Tree } from "../../src/markup.js";
import { BOLD, textWidth } from "../../src/svg.js";

/** A text of a drawing and the box it may take in the widest font, in px. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Properties inherited from parent elements: size and weight of text, scale, and origin. */
const OUTSIDE = { size: 16, weight: 400, scale: 1, dx: 0, dy: 0 };

/** No real text consists only of the widest characters of each class. */
const LIKELY = 0.92;

/** Every text of a drawing with its position. Understands the transforms that pictures use: `translate` and `scale`. */
export function textsOf(element: Tree, outer = OUTSIDE): readonly PlacedText[] {
  const { transform = "", "font-size": size = outer.size, "font-weight": weight = outer.weight } = element.attributes;
  const [, x = "0", y = "0"] = /translate\((\S+) (\S+?)\)/.exec(`${transform}`) ?? [];
  const [, scale = "1"] = /scale\((\S+?)\)/.exec(`${transform}`) ?? [];
  const inner = {
    ...{ size: Number(size), weight: Number(weight), scale: outer.scale * Number(scale) },
    ...{ dx: outer.dx + outer.scale * Number(x), dy: outer.dy + outer.scale * Number(y) },
  };
  if (element.tag === "text") return [place(element, inner)];
  return element.children.flatMap((child) => (typeof child === "string" ? [] : textsOf(child, inner)));
}

function place({ attributes, children }: Tree, { size, weight, scale, dx, dy }: typeof OUTSIDE): PlacedText {
  const text = wordsOf(children);
  const width = scale * Number(attributes["textLength"] ?? LIKELY * textWidth(text, size) * (weight >= 600 ? BOLD : 1));
  const at = dx + scale * Number(attributes["x"]);
  const base = dy + scale * Number(attributes["y"]);
  const anchor = attributes["text-anchor"];
  const left = anchor === "end" ? at - width : anchor === "middle" ? at - width / 2 : at;
  const em = scale * size;
  return { text, left, right: left + width, top: base - 0.76 * em, bottom: base + 0.22 * em };
}

function wordsOf(children: Tree["children"]): string {
  return children.map((child) => (typeof child === "string" ? child : wordsOf(child.children))).join("");
}

/**
 * Sentences about every text that leaves the drawing and every pair that touches; empty if there are none.
 *
 * @param edge px to keep free
 */
export function crowding(drawn: Tree, edge = 4): readonly string[] {
  const [, , width = 0, height = 0] = `${drawn.attributes["viewBox"]}`.split(" ").map(Number);
  const texts = textsOf(drawn).filter(({ text }) => text !== "");
  const out = texts.filter(
    ({ left, right, top, bottom }) => left < edge || right > width - edge || top < edge || bottom > height - edge,
  );
  const pairs = texts.flatMap((one, i) =>
    texts.slice(i + 1).flatMap((other) => (touch(one, other) ? [`${one.text} | ${other.text}`] : [])),
  );
  return [...out.map(({ text }) => `outside: ${text}`), ...pairs];
}

function touch(one: PlacedText, other: PlacedText): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return across > 0 && Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top);
}
