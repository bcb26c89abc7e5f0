import { element } from "./element.js";
import { PUBLISHER } from "./publisher.js";

/** A new attribution line, the same as `attributionLine` of the pictures. */
export function credit(): HTMLElement {
  const [names, host, href] = PUBLISHER;
  return element("p", names, Object.assign(element("a", host), { href, target: "_blank" }));
}

/** Whether the page cuts its host off above the end of what is inside, where the attribution is. */
export function isCut(host: Element, { lastElementChild }: ShadowRoot): boolean {
  const end = (each: Element) => each.getBoundingClientRect().bottom;
  return getComputedStyle(host).overflowY !== "visible" && end(lastElementChild as Element) > end(host) + 1;
}
