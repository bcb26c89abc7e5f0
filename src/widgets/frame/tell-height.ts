/**
 * Tells the page around the frame how high the content is, in px, whenever that changes and whenever a page says
 * anything: whoever began to listen too late can ask. Nothing else is told, and to whomever it may concern.
 */
export function tellHeight(): void {
  if (parent === window) return;
  const tell = (): void => {
    parent.postMessage({ type: "peak:height", height: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
  };
  new ResizeObserver(tell).observe(document.body);
  addEventListener("message", tell);
}
