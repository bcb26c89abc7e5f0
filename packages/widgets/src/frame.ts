/**
 * The script of the iframe page. It draws the chart as large as the frame, and lets readers step through the days and
 * switch to the whole cycle. It also refreshes the content, shows its age, and reports its height.
 */

import { type ChartRange, type ChartView, chart, chartHeight, languageOf, parseWeekly } from "peak-cycle-drawing";
import { agedScore } from "./shared/age.js";
import { daysReader } from "./shared/days-reader.js";
import { draw, replaceDrawing } from "./shared/dom.js";
import { ANSWERED, poll } from "./shared/poll.js";
import { PUBLISHER } from "./shared/publisher.js";
import { rangeSwitch } from "./shared/range-switch.js";
import { FONT_SIZE, MAX_WIDTH, MIN_WIDTH } from "./shared/size.js";

/**
 * The width of the drawing in px, 0 while the frame is not shown, and the width of the widest drawing in px of the
 * frame, which the browser's minimum font size may enlarge.
 */
function widths(): readonly [drawing: number, widest: number] {
  const zoom = Number.parseFloat(getComputedStyle(document.body).fontSize) / FONT_SIZE;
  const drawing = innerWidth && Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, Math.round(innerWidth / zoom)));
  return [drawing, MAX_WIDTH * zoom];
}

/** Draws the page's content, and replaces it with a newer page's without a flash. */
function refreshContent(): void {
  let main = document.querySelector("main");
  let view = viewIn(main);
  if (!main || !view) return;
  let leftAt = Date.now(); // when the site first sent this score, as far as known
  let isUnreachable = false;
  let isAsking = false;
  let askedAt = Date.now();
  let drawnKey = "";

  const render = (): void => {
    const section = main?.querySelector("section");
    const [width, widest] = widths();
    if (!view || !section || !width) return;
    const height = Math.round((innerHeight * width) / Math.min(innerWidth, widest));
    const language = languageOf(document.documentElement.lang);
    const currentView = viewNow(view, ranges.range(), isUnreachable, Date.now() - leftAt);
    const key = JSON.stringify([currentView, width, height, widest, reader.state()]);
    if (key === drawnKey) return;
    drawnKey = key;
    ranges.refresh(currentView, language, width, height);
    const read = reader.refresh(currentView, language, width, height);
    const drawing = draw(chart(currentView, width, language, PUBLISHER, height, read));
    const share = Number(drawing.getAttribute("width")) / Number(drawing.getAttribute("height"));
    section.style.width = `min(100%, ${100 * share}vh, ${widest}px)`;
    for (const each of controls) if (each.parentNode !== section) section.append(each);
    replaceDrawing(section, controls, [drawing]);
  };
  const reader = daysReader(render);
  const ranges = rangeSwitch(() => "30d", render);
  const controls: readonly HTMLElement[] = [...ranges.buttons, reader.slider];

  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    askedAt = Date.now();
    const newer = await newerPage(view);
    isAsking = false;
    isUnreachable = !newer;
    if (newer) {
      const focusedControl = controls.find((each) => each === document.activeElement);
      main?.replaceWith(document.adoptNode(newer.main));
      // A score is new every hour, or called stale: one that stays the same for longer comes from a cache.
      leftAt = timeOf(newer.view) > timeOf(view) ? newer.leftAt : Math.min(leftAt, newer.leftAt);
      ({ main, view } = newer);
      drawnKey = "";
      render();
      focusedControl?.focus({ preventScroll: true });
    } else render();
  };
  const look = (): void => {
    const waitMs = Date.now() - askedAt;
    // Negative: the clock was set back.
    if (waitMs < 0 || waitMs >= (isUnreachable ? RETRY_MS : REFRESH_MS)) void ask();
    else render(); // it may have become stale meanwhile
  };

  // Draws in the first frame that has a size; drawing earlier would make the browser lay out the page twice.
  new ResizeObserver(render).observe(document.documentElement);
  setInterval(look, LOOK_MS);
  addEventListener(ANSWERED, render);
  document.addEventListener("visibilitychange", look); // timers are paused in hidden tabs
  // A page that seems too old may come from a cache; a request shows how long the cache has kept it.
  if (view.now && !view.now.isStale && Date.now() - timeOf(view) >= STALE_MS) void ask();
}

/** @param keptMs for how long caches and this page have kept the content */
function viewNow(view: ChartView, range: ChartRange, isUnreachable: boolean, keptMs: number): ChartView {
  const now = agedScore(view.now, isUnreachable, keptMs);
  return { ...view, now, ...pastOf(view, range), ...(isUnreachable && { state: "unreachable" }) };
}

/** What the switch shows. The weeks of the cycle are fetched when a reader asks for them. */
function pastOf({ asset }: ChartView, range: ChartRange): Partial<ChartView> {
  if (asset === "crypto") return {};
  if (range === "30d") return { hasSwitch: true, range };
  const { body, fault } = poll(new URL("nhci-cycle.json", location.href).href);
  const { weekly } = parseWeekly(body) ?? {};
  // 503 only means that there is no record yet.
  const isHistoryUnreachable = !weekly && fault !== undefined && fault !== 503;
  const state = weekly || fault !== undefined ? undefined : "loading";
  return { hasSwitch: true, range, weekly, isHistoryUnreachable, state };
}

/** Time between refreshes, in ms: as long as caches may keep a picture. */
const REFRESH_MS = 300_000;
/** Time to the next attempt after a failed one, in ms. */
const RETRY_MS = 60_000;
/** How often the age of the content is checked, in ms. */
const LOOK_MS = 30_000;
const TIMEOUT_MS = 15_000;
/** Age from which a score is stale, in ms. */
const STALE_MS = 7_200_000;

interface FramePage {
  readonly main: HTMLElement;
  readonly view: ChartView;
  /** When the response left the site, in ms since 1970: caches may have kept it. */
  readonly leftAt: number;
}

/**
 * The current page; `undefined` without a response, and for anything but a page of ours that is at least as new as the
 * content and has data that this script can draw. Error pages, sign-in pages, old pages from a cache and pages of a
 * version with other data are ignored.
 */
async function newerPage(current: ChartView | undefined): Promise<FramePage | undefined> {
  try {
    const response = await fetch(location.href, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const main = page.querySelector<HTMLElement>("main");
    const view = viewIn(main);
    if (!response.ok || !main || !view || timeOf(view) < timeOf(current)) return undefined;
    chart(view, MIN_WIDTH, "en", PUBLISHER); // throws for data of another version
    const [seconds] = /^\d+/.exec(response.headers.get("age") ?? "") ?? [0];
    return { main, view, leftAt: Date.now() - 1000 * Number(seconds) };
  } catch {
    return undefined;
  }
}

function timeOf(view: ChartView | undefined): number {
  return Date.parse(view?.now?.updatedAt ?? "") || 0;
}

/** The data that a page of ours contains for its script; `undefined` in any other page. */
function viewIn(main: Element | null): ChartView | undefined {
  try {
    const view = JSON.parse(main?.querySelector("#peak-days")?.textContent ?? "");
    return main?.matches("[data-peak-frame]") && Array.isArray(view.days) ? view : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Sends the page around the iframe the height of the content at full width, in px, whenever the frame changes size or a
 * page sends a message. A page that started listening too late can send one. Nothing else is sent, and the height is no
 * secret.
 */
function reportHeight(): void {
  if (parent === window) return;
  const report = (): void => {
    const [width, widest] = widths();
    const full = chartHeight(width, languageOf(document.documentElement.lang), PUBLISHER);
    const height = Math.ceil((full * Math.min(innerWidth, widest)) / width);
    if (width) parent.postMessage({ type: "peak:height", height }, "*");
  };
  new ResizeObserver(report).observe(document.documentElement);
  addEventListener("message", report);
}

reportHeight();
refreshContent();
