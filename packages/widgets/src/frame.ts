/**
 * The script of the page for iframes: it keeps the content new, lets readers step through the days, and tells its
 * height.
 */

import { type ChartView, CSS_VARIABLES, headHeight, languageOf } from "peak-cycle-drawing";
import { daysReader, readerStyles } from "./shared/days-reader.js";
import { poller } from "./shared/poller.js";

/** Lays a crosshair on the chart, and replaces the content by that of a newer page without a flash. */
function refreshContent(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(readerStyles(CSS_VARIABLES));
  document.adoptedStyleSheets = [sheet];
  const reader = daysReader();
  const parser = new DOMParser();
  let shown = document.querySelector("main");
  let text: unknown;

  const show = (main: HTMLElement): void => {
    const hadFocus = document.activeElement === reader.element;
    main.querySelector("section")?.append(reader.element);
    if (main !== shown) shown?.replaceWith(main);
    shown = main;
    refresh();
    if (hadFocus) reader.element.focus({ preventScroll: true });
  };

  const refresh = () => {
    const width = shownChart()?.viewBox.baseVal.width;
    if (width) {
      const size = { width, top: headHeight(width) };
      reader.refresh(viewIn(shown), size, languageOf(document.documentElement.lang));
    }
  };

  if (shown === null) return;
  show(shown);
  new ResizeObserver(refresh).observe(document.body);
  const subscribe = poller(location.href, String, Date.now() + REFRESH_MS);
  subscribe(({ body }) => {
    if (body === undefined || body === text) return;
    text = body;
    const main = parser.parseFromString(`${body}`, "text/html").querySelector("main");
    if (main !== null) show(document.adoptNode(main));
  });
}

/** The drawing for the width of the frame. */
function shownChart(): SVGSVGElement | undefined {
  return [...document.querySelectorAll<SVGSVGElement>("svg[role]")].find(({ clientWidth }) => clientWidth);
}

/** How long the page is shown as it came, in ms. After that it is as old as a picture may get in a cache. */
const REFRESH_MS = 300_000;

/** What the page holds for its script. */
function viewIn(main: Element | null): ChartView {
  return JSON.parse(main?.querySelector("#peak-days")?.textContent ?? '{"days":[]}');
}

/**
 * Tells the page around the iframe how high the content is when the picture has the whole width, in px, whenever the frame
 * changes and whenever a page sends a message: a page that began to listen too late can ask. Nothing else is told, and any
 * page may know it.
 */
function reportHeight(): void {
  if (parent === window) return;
  const report = (): void => {
    const { width = 1, height = 0 } = shownChart()?.viewBox.baseVal ?? {};
    const line = document.querySelector("footer")?.getBoundingClientRect().height ?? 0;
    parent.postMessage({ type: "peak:height", height: Math.ceil((innerWidth * height) / width + line) }, "*");
  };
  new ResizeObserver(report).observe(document.body);
  addEventListener("message", report);
}

reportHeight();
refreshContent();
