/** Creates DOM elements for widgets. */

import type { Tree } from "peak-cycle-drawing";

/** A new HTML element. Text is never parsed as markup. */
export function element(tag: string, ...children: readonly (Node | string)[]): HTMLElement {
  const node = document.createElement(tag);
  node.append(...children);
  return node;
}

/** Roles and ARIA states are set as attributes: older browsers do not reflect the properties of the same name. */
export function setAttributes(target: Element, attributes: Tree["attributes"]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) target.setAttribute(name, `${value}`);
  }
}

/** A drawing as DOM; an `xmlns` applies to everything inside. Text is never parsed as markup. */
export function draw({ tag, attributes, children }: Tree, parentNamespace = "http://www.w3.org/1999/xhtml"): Element {
  const namespace = `${attributes["xmlns"] ?? parentNamespace}`;
  const node = document.createElementNS(namespace, tag);
  setAttributes(node, attributes);
  node.append(...children.map((child) => (typeof child === "string" ? child : draw(child, namespace))));
  return node;
}

/** Puts an element over a part of a drawing, at any size of the drawing. All in px of the drawing. */
export function placeOver(
  target: HTMLElement,
  left: number,
  top: number,
  width: number,
  height: number,
  drawingWidth: number,
  drawingHeight: number,
): void {
  const share = (px: number, of: number) => `${(100 * px) / of}%`;
  Object.assign(target.style, {
    left: share(left, drawingWidth),
    width: share(width, drawingWidth),
    top: share(top, drawingHeight),
    height: share(height, drawingHeight),
  });
}

/**
 * Replaces everything in a box but what lasts. If a link of the drawing has the focus, the same link of the new drawing
 * takes it.
 */
export function replaceDrawing(box: Element, lasting: readonly Element[], drawing: readonly Element[]): void {
  const focused = box.querySelector("a:focus")?.getAttribute("href");
  for (const each of [...box.children]) if (!lasting.includes(each)) each.remove();
  box.append(...drawing);
  if (focused) box.querySelector<SVGAElement>(`[href="${focused}"]`)?.focus({ preventScroll: true });
}
