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
import { type PointReader, pointReader } from "../shared/point-reader.js";
import { say } from "../shared/say.js";
import { type ReadingWords, readingsOf } from "./cycle/readings.js";
import { chooseWindow } from "./cycle/window-chooser.js";

/** What the page holds for this script. */
interface Held extends CyclePast {
  readonly isStale: boolean;
  readonly words: ReadingWords;
}

const past: Held = JSON.parse(document.querySelector("#past")?.textContent ?? "{}");
const language = languageOf(document.documentElement.lang);
const plot = document.querySelector<HTMLElement>(".whole .plot");
const brush = document.querySelector<HTMLElement>(".brush");
const title = document.querySelector("#cycle");
const fineness = document.querySelector<HTMLElement>("[data-weekly]");
/** The public history has the last days alone. */
const table = document.querySelector<HTMLElement>(".whole [data-days-only]");
const ranges = [...document.querySelectorAll<HTMLAnchorElement>(".tabs [data-range]")];

function windowOfLink({ dataset }: HTMLAnchorElement): CycleWindow {
  const [from, to] = (dataset["days"] ?? "").split(" ").map(Number);
  return { from, to } as CycleWindow;
}

const [first, newest] = [past.points[0]?.day ?? 0, past.points.at(-1)?.day ?? 0];
let shown: CycleWindow = { from: first, to: newest } as CycleWindow;
let data = dataOf(past, shown, past.isStale);
let reader: PointReader | undefined;
let placeHandles = () => {};

/** Shows a view in the chart, the overview, the title, the address and what leads to the same view elsewhere. */
function show(window: CycleWindow, link?: HTMLAnchorElement): void {
  shown = window;
  data = dataOf(past, window, past.isStale);
  const view = (link?.dataset["range"] ?? window) as CycleView;
  const name = link?.dataset["title"] ?? monthsText(window.from, window.to, language);
  if (title !== null) title.textContent = name;
  const drawn = elasticCycleChart(data, { colors: CSS_VARIABLES, language }, name);
  plot?.querySelector("svg")?.replaceWith(draw(drawn, SVG));
  brush?.querySelector(".window")?.replaceWith(draw(windowMarks(past, window), SVG));
  for (const each of ranges) each.toggleAttribute("aria-current", each === link);
  link?.setAttribute("aria-current", "true");
  if (fineness !== null) fineness.textContent = fineness.dataset[data.isDaily ? "daily" : "weekly"] ?? "";
  if (table !== null) table.hidden = data.isDaily !== true;
  for (const each of document.querySelectorAll<HTMLElement>(".view")) lead(each, viewQuery(view));
  history.replaceState(null, "", withView(location.href, viewQuery(view)));
  reader?.hide();
  read();
  placeHandles();
}

/** Has the reader begin at the newest point of what is shown. */
function read(): void {
  const newest = past.points.at(-1)?.priceUsd ?? 0;
  if (plot !== null) {
    reader?.refresh(readingsOf(data, { plot, language, words: past.words, newest }), data.points.length - 1);
  }
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
    show(windowOfLink(link), link);
  });
  if (link.hasAttribute("aria-current")) shown = windowOfLink(link);
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

if (plot !== null && past.points.length > 1) {
  const asked = new URLSearchParams(location.search);
  const [from, to] = ["from", "to"].map((name) => Date.parse(`${asked.get(name)}T00:00:00Z`) / 86_400_000);
  if (
    from !== undefined &&
    to !== undefined &&
    from < to &&
    !ranges.some((link) => link.hasAttribute("aria-current"))
  ) {
    shown = { from: Math.max(first, from), to: Math.min(newest, to) } as CycleWindow;
  }
  data = dataOf(past, shown, past.isStale);
  reader = pointReader(plot);
  plot.ariaLabel = plot.dataset["name"] ?? "";
  plot.setAttribute("aria-description", plot.dataset["keys"] ?? "");
  read();
  document.addEventListener("pointerdown", ({ target }) => {
    if (!plot.contains(target as Node)) reader?.hide();
  });
  if (brush !== null)
    placeHandles = chooseWindow(brush, { from: first, to: newest, language, shown: () => shown, show });
}
