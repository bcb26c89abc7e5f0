/**
 * The script of the page for iframes: it draws the chart as large as the frame, lets readers step through the days,
 * keeps the content new, and tells its height.
 */

import { type ChartView, chart, chartHeight, languageOf } from "peak-cycle-drawing";
import { daysReader } from "./shared/days-reader.js";
import { draw } from "./shared/dom.js";
import { CREDIT } from "./shared/publisher.js";

/** Text in the frame is at least so large, in px, as the reader's browser wants it: else 11. */
function zoomOf(main: Element): number {
  return Number.parseFloat(getComputedStyle(main).fontSize) / 11;
}

/** Draws the content of the page, and replaces it by that of a newer page without a flash. */
function refreshContent(): void {
  const parser = new DOMParser();
  let main = document.querySelector("main");
  let shown = "";

  const render = (): void => {
    const section = main?.querySelector("section");
    if (!main || !section || !innerWidth) return; // a frame that is not shown yet has no size
    const zoom = zoomOf(main);
    const width = Math.max(180, Math.min(720, Math.round(innerWidth / zoom)));
    const height = Math.round((innerHeight * width) / Math.min(innerWidth, 720 * zoom));
    const [view, language] = [viewIn(main), languageOf(document.documentElement.lang)];
    const read = reader.refresh(view, language, width, height);
    const drawing = draw(chart(view, width, language, CREDIT, height, read));
    const share = Number(drawing.getAttribute("width")) / Number(drawing.getAttribute("height"));
    section.style.width = `min(100%, ${100 * share}vh, ${720 * zoom}px)`;
    for (const each of [...section.children]) if (each !== reader.slider) each.remove();
    if (reader.slider.parentNode !== section) section.append(reader.slider);
    section.append(drawing);
  };
  const reader = daysReader(render);

  if (main === null) return;
  render();
  new ResizeObserver(render).observe(document.documentElement);
  setInterval(async () => {
    try {
      const text = await (await fetch(location.href, { signal: AbortSignal.timeout(15_000) })).text();
      const newer = text === shown ? null : parser.parseFromString(text, "text/html").querySelector("main");
      if (newer === null) return;
      shown = text;
      const hadFocus = document.activeElement === reader.slider;
      main?.replaceWith(document.adoptNode(newer));
      main = newer;
      render();
      if (hadFocus) reader.slider.focus({ preventScroll: true });
    } catch {
      // The content stays until there is an answer.
    }
  }, REFRESH_MS);
}

/** How long the page is shown as it came, in ms. After that it is as old as a picture may get in a cache. */
const REFRESH_MS = 300_000;

/** What the page holds for its script. */
function viewIn(main: Element): ChartView {
  return JSON.parse(main.querySelector("#peak-days")?.textContent ?? '{"days":[]}');
}

/**
 * Tells the page around the iframe how high the content is when it has the whole width, in px, whenever the frame
 * changes and whenever a page sends a message: a page that began to listen too late can ask. Nothing else is told,
 * and any page may know it.
 */
function reportHeight(): void {
  if (parent === window) return;
  const report = (): void => {
    if (!innerWidth) return;
    const zoom = zoomOf(document.querySelector("main") ?? document.body);
    const width = Math.max(180, Math.min(720, Math.round(innerWidth / zoom)));
    const height = Math.ceil((chartHeight(width) * Math.min(innerWidth, 720 * zoom)) / width);
    parent.postMessage({ type: "peak:height", height }, "*");
  };
  new ResizeObserver(report).observe(document.documentElement);
  addEventListener("message", report);
}

reportHeight();
refreshContent();
