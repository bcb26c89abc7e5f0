/**
 * The long chart of the front page: its views are drawn in place, a reader moves the window of the overview, and points are
 * read by pointer, finger and keyboard. Every view is a link that the server answers: without this script nothing is missing
 * but the comfort.
 */

import {
  CSS_VARIABLES,
  type CyclePast,
  type CycleView,
  type CycleWindow,
  dataOf,
  elasticCycleChart,
  languageOf,
  monthsText,
  viewQuery,
  windowMarks,
} from "peak-cycle-drawing";
import { draw } from "../shared/dom.js";
import { pointReader } from "../shared/point-reader.js";
import { say } from "../shared/say.js";
import { type ReadingWords, readingsOf } from "./cycle/readings.js";
import { chooseWindow } from "./cycle/window-chooser.js";

/** What the page holds for this script. */
interface Held extends CyclePast {
  readonly isStale: boolean;
  /** As the server has drawn it. */
  readonly shown: CycleWindow;
  readonly words: ReadingWords;
}

const past: Held = JSON.parse(one("#past").textContent ?? "");
const language = languageOf(document.documentElement.lang);
const plot = one(".whole .plot");
const brush = one(".brush");
const ranges = [...document.querySelectorAll<HTMLAnchorElement>(".tabs [data-range]")];
const reader = pointReader(plot);
let { shown } = past;
let data = dataOf(past, shown, past.isStale);

/** An element that every page with this script has. */
function one(selector: string): HTMLElement {
  return document.querySelector(selector) as HTMLElement;
}

/** Shows a view in the chart, the overview, the title, the address and what leads to the same view elsewhere. */
function show(window: CycleWindow, link?: HTMLAnchorElement): void {
  shown = window;
  data = dataOf(past, window, past.isStale);
  const view = (link?.dataset["range"] ?? window) as CycleView;
  const name = link?.dataset["title"] ?? monthsText(window.from, window.to, language);
  one("#cycle").textContent = name;
  const drawn = elasticCycleChart(data, { colors: CSS_VARIABLES, language }, name);
  plot.querySelector("svg")?.replaceWith(draw(drawn, SVG));
  brush.querySelector(".window")?.replaceWith(draw(windowMarks(past, window), SVG));
  for (const each of ranges) each.toggleAttribute("aria-current", each === link);
  link?.setAttribute("aria-current", "true");
  const fineness = one("[data-weekly]");
  fineness.textContent = fineness.dataset[data.isDaily ? "daily" : "weekly"] ?? "";
  one("[data-days-only]").hidden = data.isDaily !== true; // the public history has the last days alone
  for (const each of document.querySelectorAll<HTMLElement>(".view")) lead(each, viewQuery(view));
  history.replaceState(null, "", withView(location.href, viewQuery(view)));
  reader.hide();
  read();
  placeHandles();
}

/** Has the reader begin at the newest point of what is shown. */
function read(): void {
  const newest = past.points.at(-1)?.priceUsd ?? 0;
  reader.refresh(readingsOf(data, { plot, language, words: past.words, newest }), data.points.length - 1);
}

const SVG = "http://www.w3.org/2000/svg";

/** The address with another view in its query. */
function withView(address: string, query: string): string {
  const url = new URL(address);
  for (const name of ["range", "from", "to"]) url.searchParams.delete(name);
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value);
  return url.href;
}

function lead(to: HTMLElement, query: string): void {
  if (to instanceof HTMLAnchorElement) to.href = withView(to.href, query);
  else to.dataset["code"] = withPicture(to.dataset["code"] ?? "", query);
}

/** The code to embed the picture of another view; it is HTML, in which an address is escaped. */
function withPicture(code: string, query: string): string {
  return code.replace(/(?<= src=")[^"]*/, (address) =>
    withView(address.replaceAll("&amp;", "&"), query).replaceAll("&", "&amp;"),
  );
}

for (const link of ranges) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [from, to] = (link.dataset["days"] ?? "").split(" ").map(Number);
    show({ from, to } as CycleWindow, link);
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
  if (!("clipboard" in navigator)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const { code, copied = "" } = button.dataset;
    await navigator.clipboard.writeText(code ?? location.href);
    say(button, copied);
  });
}

plot.ariaLabel = plot.dataset["name"] ?? "";
plot.setAttribute("aria-description", plot.dataset["keys"] ?? "");
read();
document.addEventListener("pointerdown", ({ target }) => {
  if (!plot.contains(target as Node)) reader.hide();
});
const [from, to] = [past.points[0]?.day ?? 0, past.points.at(-1)?.day ?? 0];
const placeHandles = chooseWindow(brush, { from, to, language, shown: () => shown, show });
