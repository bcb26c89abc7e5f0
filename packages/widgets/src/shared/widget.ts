/** Shared by chart and badge: the options of a host, the style around the drawing, and when to redraw. */

import {
  ASSETS,
  type Asset,
  type ChartDay,
  type ChartView,
  type CurrentScore,
  LANGUAGES,
  type Language,
  languageOf,
  type WeeklyPast,
} from "peak-cycle-drawing";
import { agedScore } from "./age.js";
import { element, replaceDrawing } from "./dom.js";
import { DARK_QUERY } from "./mount.js";
import { poll } from "./poll.js";
import { PUBLISHER } from "./publisher.js";
import { FONT_SIZE, MAX_WIDTH, MIN_WIDTH } from "./size.js";
import { tell } from "./tell.js";

/** Path of the current score on a site. */
export const CURRENT_PATH = "/api/public/nhci";

/** The differences between chart and badge. */
export interface WidgetKind {
  /**
   * Paths on the site, the current score's first, and the parsers of their responses, which return nothing for any
   * other response. For crypto, the endpoint that covers both assets is fetched instead.
   */
  endpoints(asset: Asset): readonly Endpoint[];
  /** CSS rules for the `div` around everything. */
  readonly styles: string;
  /** The controls for readers. They are not redrawn, so they keep the focus. */
  readonly controls: readonly Element[];
  /** Other values that affect the drawing. */
  state(): unknown;
  /** The drawing, and the elements that belong to it. */
  draw(view: ChartView, look: Look): readonly Element[];
}

export type Endpoint = readonly [path: string, parse: (body: unknown, asset: Asset) => Latest | undefined];

/** The latest data from the API. */
interface Latest {
  readonly now?: CurrentScore | undefined;
  readonly days?: readonly ChartDay[];
  readonly weekly?: WeeklyPast;
}

/** What is known about the data of an endpoint. */
interface Taken {
  /** The newest attempt failed, and not because there is no score yet. */
  readonly isMissing: boolean;
  /** No attempt has ended. */
  readonly isLoading: boolean;
  /** For how long caches and this page have kept the latest response, in ms. */
  readonly keptMs: number | undefined;
}

/** The width in px and the language to draw with. */
export type Look = readonly [width: number, language: Language];

/** Opens widgets of one kind. A widget for an unavailable asset sends no requests. */
export function openWidget(host: HTMLElement, root: ShadowRoot, refresh: () => void, kind: WidgetKind): () => void {
  const box = element("div");
  // As wide as the box but without height: the drawing itself changes the box's height, which must not redraw it.
  const gauge = element("i");
  let gaugePx = 0;
  const ownElements: readonly Element[] = [gauge, ...kind.controls];
  let latest: Latest = {};
  let latestOptions = "";
  let drawnKey = "";
  let announcement = "";

  box.append(...ownElements);
  box.ontransitionrun = refresh;
  // The observer knows the width without computing the page's layout once more. A known score is drawn before the page
  // is painted; the drawing of a widget that loads can wait for a task of its own.
  new ResizeObserver(([entry]) => {
    gaugePx = entry?.contentRect.width ?? 0;
    if (announcement) refresh();
    else setTimeout(refresh);
  }).observe(gauge);

  /** Takes an endpoint's latest data. @returns what is known about it */
  const take = ([path, parse]: Endpoint, asset: Asset): Taken => {
    const url = siteOf(host) + (asset === "crypto" ? "/embed/nhci.json" : path);
    const { body, fault, leftAt } = poll(url);
    const data = parse(body, asset);
    latest = { ...latest, ...data };
    if (fault === 0 || fault === 404) tell(host, `${url}: ${fault}`);
    // 503 only means that there is no score yet.
    const isMissing = fault !== undefined ? !!body || fault !== 503 : !!body && !data;
    return { isMissing, isLoading: !body && fault === undefined, keptMs: leftAt && Date.now() - leftAt };
  };

  const viewIn = (): ChartView => {
    const asset = choice(host, "asset", ASSETS);
    const absence = absenceOf(asset, host.dataset["asset"]);
    const results = absence.state ? [] : kind.endpoints(asset).map((endpoint) => take(endpoint, asset));
    const [current, past] = results;
    const isLoading = results.some((each) => each.isLoading);
    return {
      asset,
      days: [],
      ...latest,
      now: agedScore(latest.now, !!current?.isMissing, current?.keptMs),
      state: current?.isMissing ? "unreachable" : isLoading ? "loading" : undefined,
      isHistoryUnreachable: past?.isMissing,
      ...absence,
    };
  };

  return () => {
    const options = `${Object.values(host.dataset)}`;
    if (options !== latestOptions) latest = {};
    latestOptions = options;
    layOut(host, root, box, kind.styles);
    const language = languageIn(host);
    const view = viewIn();
    const look = [drawingWidth(gauge, gaugePx), language] as const;
    const key = JSON.stringify([view, look, kind.state()]);
    if (key !== drawnKey && look[0]) {
      drawnKey = key;
      box.lang = language;
      replaceDrawing(box, ownElements, kind.draw(view, look));
    }
    if (view.now) announcement = announce(host, view.now, announcement);
  };
}

/**
 * Announces the first score and each change to the page around the host.
 *
 * @param before what was announced last, empty at first
 * @returns what is announced now
 */
function announce(
  host: HTMLElement,
  { score, phase, signal, settled, isStale: stale }: CurrentScore,
  before: string,
): string {
  const detail = { score, phase, signal, stale };
  const text = JSON.stringify(detail);
  if (text !== before) {
    host.dispatchEvent(
      new CustomEvent(before ? "peak:change" : "peak:ready", { bubbles: true, detail: { ...detail, settled } }),
    );
  }
  return text;
}

function layOut(host: HTMLElement, root: ShadowRoot, box: HTMLElement, styles: string): void {
  // A host that moved to another document has lost its style sheet, which belonged to the old document.
  if (!root.adoptedStyleSheets[0]) {
    const sheet = new (host.ownerDocument.defaultView ?? window).CSSStyleSheet();
    sheet.replaceSync(STYLES + styles);
    root.adoptedStyleSheets = [sheet];
  }
  box.className = `${choice(host, "size", ["md", "sm", "lg"])} ${isDark(host) ? "dark" : ""}`;
  if (box.parentNode !== root) root.replaceChildren(box);
}

/** @param px the width of the gauge @returns px, 0 while the host is not shown */
function drawingWidth(gauge: Element, px: number): number {
  // A larger minimum font size enlarges the drawing.
  const zoom = Number.parseFloat(getComputedStyle(gauge).fontSize) / FONT_SIZE;
  return px && Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, px / zoom)));
}

function languageIn(host: HTMLElement): Language {
  const own = host.dataset["lang"];
  return own ? choice(host, "lang", LANGUAGES) : languageOf(host.closest<HTMLElement>("[lang]")?.lang);
}

/** The value of a host's attribute, by default the first allowed one. Any other value logs a warning. */
export function choice<Value extends string>(host: HTMLElement, name: string, choices: readonly Value[]): Value {
  const value = host.dataset[name] || `${choices[0]}`;
  const match = choices.find((each) => each === value.toLowerCase().replace(/[-_].*/, "")); // `de-AT` is `de`
  if (!match) tell(host, `data-${name}="${value}" is not ${choices}`);
  return match ?? (choices[0] as Value);
}

/** Why an asset will never have a score here. */
function absenceOf(asset: Asset, name = "btc"): Pick<ChartView, "state" | "wanted"> {
  if (name && name.toLowerCase() !== asset) return { state: "unknown", wanted: name };
  return asset === "crypto" && !PUBLISHER[3] ? { state: "soon" } : {};
}

/** A module has no `currentScript`; for a module, the page is searched for one of our scripts. */
const script = (document.currentScript ??
  document.querySelector("script[src*='/embed/nhci-']")) as HTMLScriptElement | null;

/**
 * URL of the site that served this script, read while the script first runs, because `currentScript` is gone later. It
 * is the publisher's URL if the script was not served from below `/embed/`, or is not in the page at all.
 */
const SITE_URL = /^([^?#]+)\/embed\//.exec(script?.src ?? "")?.[1] ?? PUBLISHER[2];

function siteOf({ dataset: { api } }: HTMLElement): string {
  return (api || SITE_URL).replace(/\/*$/, "");
}

/**
 * The theme in `data-theme`, else the host's `color-scheme` if that is light or dark and not both, else the one in the
 * page's `meta`, else the visitor's system.
 */
function isDark(host: HTMLElement): boolean {
  const wishes = [
    choice(host, "theme", ["auto", "light", "dark"]),
    getComputedStyle(host).colorScheme,
    document.querySelector<HTMLMetaElement>("meta[name=color-scheme]")?.content,
    matchMedia(DARK_QUERY).matches && "dark",
  ];
  return wishes.find((each) => each === "light" || each === "dark") === "dark";
}

/** The colors as CSS variables, and the paper of the light theme, set by the build. */
declare const __PEAK_LIGHT__: string;
declare const __PEAK_DARK__: string;
declare const __PEAK_PAPER__: string;

/**
 * A host fits into any layout, with the width that its box allows. It is as high as its content, so a page that sets a
 * lower height does not cut off the attribution. Page styles do not reach inside, except to hide the host. `direction`
 * is not part of `all`, so it is set, and all our languages run left to right in lines. A theme may hide empty
 * elements, and a shadow root does not count as content. On paper every widget is light. The transition detects changes
 * of the page's `color-scheme`.
 */
const STYLES = `\
:host(:not([hidden])){display:block;writing-mode:horizontal-tb;min-width:min(${MIN_WIDTH}px,100%);\
max-width:100%;min-height:max-content;\
height:auto!important;max-height:none!important;overflow:visible!important}\
:host(:empty:not([hidden])){display:block!important}\
div{all:initial;visibility:inherit;display:block;position:relative;direction:ltr;overflow:hidden;\
border-radius:var(--peak-radius,10px);width:320px;max-width:100%;font:${FONT_SIZE}px system-ui;\
color-scheme:inherit;transition:color-scheme 1ms allow-discrete;${__PEAK_LIGHT__}}\
i,svg{display:block;width:100%;height:auto}\
svg{font-family:var(--peak-font,system-ui),sans-serif}\
rect[rx="10"]{rx:var(--peak-radius,10px)}\
@media screen{div{--background:var(--peak-background,${__PEAK_PAPER__})}.dark{${__PEAK_DARK__}}}\
@media(forced-colors:active){*{--background:Canvas;--ink:CanvasText;--soft:CanvasText;--mark:CanvasText}\
text{fill:CanvasText}rect{stroke:CanvasText;stroke-width:.5}}`;
