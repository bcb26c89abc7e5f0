import type { Tree } from "../../chart/tree.js";

/** A tree as DOM; an `xmlns` holds for all that is inside. No text is ever parsed as markup. */
export function draw({ tag, attributes, children }: Tree, outer = "http://www.w3.org/1999/xhtml"): Element {
  const space = `${attributes["xmlns"] ?? outer}`;
  const made = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, `${value}`);
  made.append(...children.map((child) => (typeof child === "string" ? child : draw(child, space))));
  return made;
}
