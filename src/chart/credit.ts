import { widthOf } from "./measure.js";
import type { Ink } from "./palette.js";
import { PAD } from "./score-parts.js";
import { type Attributes, type Tree, tree } from "./tree.js";

/** From this width on the attribution has one line, below it room for two. */
const ONE_LINE = 400;

/** Size in px of the attribution's type, unless a line is too long for the picture. */
const TYPE = 11;

/** Height in px that the attribution adds to a picture of that width. */
export function creditHeight(width: number): number {
  return width < ONE_LINE ? 42 : 32;
}

/** The line whoever shows a score has to show, for pictures that stand alone. */
export interface Credit {
  readonly text: string;
  /** Where it leads when the file is opened by itself. */
  readonly href: string;
  readonly ink: Ink;
}

/** A picture of `box` with the attribution as its last part, below a rule. The picture grows by `creditHeight` of its units. */
export function withCredit(drawn: Tree, { text, href, ink }: Credit): Tree {
  const { width: px, viewBox } = drawn.attributes;
  const [, , width = 0, top = 0] = String(viewBox).split(" ").map(Number);
  const height = top + creditHeight(width);
  const [frame, ...inside] = drawn.children;
  if (frame === undefined || typeof frame === "string") return drawn;
  return resized(
    {
      ...drawn,
      children: [
        resized(frame, { height: Number(frame.attributes["height"]) + creditHeight(width) }),
        ...inside,
        ...lines(text, href, { width, top, ink }),
      ],
    },
    { height: (Number(px) / width) * height, viewBox: `0 0 ${width} ${height}` },
  );
}

function lines(
  text: string,
  href: string,
  { width, top, ink }: { width: number; top: number; ink: Ink },
): readonly Tree[] {
  const x = PAD;
  const room = width - 2 * x;
  const parts = width < ONE_LINE && widthOf(text, TYPE) > room ? text.split(" · ") : [text];
  const widest = Math.max(...parts.map((part) => widthOf(part, 1)));
  const size = Math.min(TYPE, Math.floor((10 * room) / widest) / 10);
  const first = top + creditHeight(width) / 2 + TYPE - 7 * parts.length;
  const written = parts.map((part, index) => tree("text", { x, y: first + 14 * index }, part));
  return [
    tree("path", { d: `M0 ${top}.5h${width}`, stroke: ink.line }),
    tree("a", { href, target: "_blank", "font-size": size, fill: ink.soft }, ...written),
  ];
}

function resized(drawn: Tree, attributes: Attributes): Tree {
  return { ...drawn, attributes: { ...drawn.attributes, ...attributes } };
}
