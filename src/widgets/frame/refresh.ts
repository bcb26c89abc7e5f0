import { languageOf } from "../../chart/language.js";
import { VARIABLES } from "../../chart/palette.js";
import type { Day } from "../../chart/reading.js";
import { reader } from "../reader/reader.js";
import { readerRules } from "../reader/rules.js";
import { element } from "../shared/element.js";
import { line } from "../shared/line.js";

/** How long the page is shown as it came, in ms. After that it is as old as a picture may get in a cache. */
const REST_MS = 300_000;

/** Lays a reader of days on the chart, and puts a newer page in the place of this one without a flash. */
export function refreshFrame(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(readerRules(VARIABLES));
  document.adoptedStyleSheets = [sheet];
  const days = reader(
    () => [...document.querySelectorAll<SVGSVGElement>("svg[role]")].find(({ clientWidth }) => clientWidth),
    () => undefined,
  );
  const parser = new DOMParser();
  let shown = document.querySelector("main");
  let text: unknown;

  const show = (main: HTMLElement): void => {
    const held = document.activeElement === days.element;
    const charts = [...main.querySelectorAll("svg")];
    const stage = element("section");
    charts[0]?.before(stage);
    stage.append(...charts, days.element);
    if (main !== shown) shown?.replaceWith(main);
    shown = main;
    refresh();
    if (held) days.element.focus({ preventScroll: true });
  };

  const refresh = () => days.refresh(daysIn(shown), languageOf(document.documentElement.lang));

  if (shown === null) return;
  show(shown);
  new ResizeObserver(refresh).observe(document.body);
  line(
    location.href,
    String,
    Date.now() + REST_MS,
  )(({ body }) => {
    if (body === undefined || body === text) return;
    text = body;
    const main = parser.parseFromString(`${body}`, "text/html").querySelector("main");
    if (main !== null) show(document.adoptNode(main));
  });
}

/** What the page holds for its script. */
function daysIn(main: Element | null): readonly Day[] {
  return JSON.parse(main?.querySelector("#peak-days")?.textContent ?? "{}").days ?? [];
}
