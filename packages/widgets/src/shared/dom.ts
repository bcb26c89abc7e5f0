/** Creates DOM elements for widgets. */

import type { Tree } from "peak-cycle-drawing";

/** A new HTML element. Text is never parsed as markup. */
export function element(tag: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}

/** A drawing as DOM; an `xmlns` applies to everything inside. Text is never parsed as markup. */
export function draw({ tag, attributes, children }: Tree, parentNamespace = "http://www.w3.org/1999/xhtml"): Element {
  const namespace = `${attributes["xmlns"] ?? parentNamespace}`;
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, `${value}`);
  made.append(...children.map((child) => (typeof child === "string" ? child : draw(child, namespace))));
  return made;
}
