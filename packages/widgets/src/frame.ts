/**
 * The script of the iframe page: it draws the chart as large as the frame, lets readers step through the days, keeps
 * the content fresh, and reports its height.
 */

import { type ChartView, chart, chartHeight, languageOf } from "peak-cycle-drawing";
import { daysReader } from "./shared/days-reader.js";
import { draw } from "./shared/dom.js";
import { CREDIT } from "./shared/publisher.js";
import { FONT_SIZE, MAX_WIDTH, MIN_WIDTH } from "./shared/size.js";

/** How many times larger than `FONT_SIZE` the frame's text is: the browser's minimum font size may enlarge it. */
function zoomOf(main: Element): number {
  return Number.parseFloat(getComputedStyle(main).fontSize) / FONT_SIZE;
}

/** Draws the page's content, and replaces it with a newer page's without a flash. */
function refreshContent(): void {
  const parser = new DOMParser();
  let main = document.querySelector("main");
  let shown = "";

  const render = (): void => {
    const section = main?.querySelector("section");
    if (!main || !section || !innerWidth) return; // a frame that is not shown yet has no size
    const zoom = zoomOf(main);
    const width = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, Math.round(innerWidth / zoom)));
    const height = Math.round((innerHeight * width) / Math.min(innerWidth, MAX_WIDTH * zoom));
    const [view, language] = [viewIn(main), languageOf(document.documentElement.lang)];
    const read = reader.refresh(view, language, width, height);
    const drawing = draw(chart(view, width, language, CREDIT, height, read));
    const share = Number(drawing.getAttribute("width")) / Number(drawing.getAttribute("height"));
    section.style.width = `min(100%, ${100 * share}vh, ${MAX_WIDTH * zoom}px)`;
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
      // The content stays until a request succeeds.
    }
  }, REFRESH_MS);
}

/** Time between refreshes, in ms. By then the page is as old as a picture may get in a cache. */
const REFRESH_MS = 300_000;

/** The data that the page contains for its script. */
function viewIn(main: Element): ChartView {
  return JSON.parse(main.querySelector("#peak-days")?.textContent ?? '{"days":[]}');
}

/**
 * Tells the page around the iframe how high the content is at full width, in px, whenever the frame changes size and
 * whenever a page sends a message: a page that started listening too late can ask. Nothing else is sent, and any page
 * may know it.
 */
function reportHeight(): void {
  if (parent === window) return;
  const report = (): void => {
    if (!innerWidth) return;
    const zoom = zoomOf(document.querySelector("main") ?? document.body);
    const width = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, Math.round(innerWidth / zoom)));
    const height = Math.ceil(
      (chartHeight(width, languageOf(document.documentElement.lang), CREDIT) * Math.min(innerWidth, MAX_WIDTH * zoom)) /
        width,
    );
    parent.postMessage({ type: "peak:height", height }, "*");
  };
  new ResizeObserver(report).observe(document.documentElement);
  addEventListener("message", report);
}

reportHeight();
refreshContent();
