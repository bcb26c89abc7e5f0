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
} from "peak-cycle-drawing";
import { element } from "./dom.js";
import { poll } from "./poll.js";
import { PUBLISHER } from "./publisher.js";
import { FONT_SIZE, MAX_WIDTH, MIN_WIDTH } from "./size.js";
import { tell } from "./tell.js";

/** Path of the current score on a site. */
export const CURRENT_PATH = "/api/public/nhci";

/** The differences between chart and badge. */
export interface WidgetKind {
  /**
   * Paths on the site and the parsers of their responses, which give nothing for any other response. For crypto, the
   * endpoint that covers both assets is fetched instead.
   */
  readonly endpoints: readonly Endpoint[];
  /** CSS rules for the `div` around everything. */
  readonly styles: string;
  /** Draws into the `div`. */
  show(box: HTMLElement, view: ChartView, look: Look): void;
}

type Endpoint = readonly [path: string, parse: (body: unknown, asset: Asset) => Latest | undefined];

/** The latest data from the API. */
interface Latest {
  readonly now?: CurrentScore | undefined;
  readonly days?: readonly ChartDay[] | undefined;
}

/** How to draw: width in px, language, theme. */
export type Look = readonly [width: number, language: Language, isDark: boolean];

/** Opens widgets of one kind. A widget for an unavailable asset sends no requests. */
export function openWidget(host: HTMLElement, root: ShadowRoot, refresh: () => void, kind: WidgetKind): () => void {
  const box = element("div");
  let latest: Latest = {};
  let asked = "";
  let drawn = "";

  /** Takes an endpoint's latest data. @returns a value that changes with each attempt, and whether data is missing */
  const take = ([path, parse]: Endpoint, asset: Asset): readonly [attempt: number, isMissing: boolean] => {
    const url = siteOf(host) + (asset === "crypto" ? "/embed/nhci.json" : path);
    const { body, fault, next } = poll(url, refresh);
    const said = body && parse(body, asset);
    if (said) latest = { ...latest, ...said };
    if (fault === 0 || fault === 404) tell(host, `${url}: ${fault}`);
    // 503 only means that there is no score yet.
    return [next, fault !== undefined ? !!body || fault !== 503 : !!body && !said];
  };

  /** @returns the width of the drawing, in px */
  const layOut = (isDark: boolean): number => {
    // A host moved to another document has lost its sheet, which belonged to the old one.
    if (!root.adoptedStyleSheets[0]) {
      const sheet = new (host.ownerDocument.defaultView ?? window).CSSStyleSheet();
      sheet.replaceSync(STYLES + kind.styles);
      root.adoptedStyleSheets = [sheet];
    }
    box.className = `${choice(host, "size", ["md", "sm", "lg"])} ${isDark ? "dark" : ""}`;
    if (box.parentNode !== root) root.replaceChildren(box);
    // A larger minimum font size enlarges the drawing.
    const zoom = Number.parseFloat(getComputedStyle(box).fontSize) / FONT_SIZE;
    return Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, box.clientWidth / zoom)));
  };

  return () => {
    const values = `${Object.values(host.dataset)}`;
    if (values !== asked) latest = {};
    asked = values;
    const language = host.dataset["lang"]
      ? choice(host, "lang", LANGUAGES)
      : languageOf(host.closest<HTMLElement>("[lang]")?.lang);
    const asset = choice(host, "asset", ASSETS);
    const absent = absenceOf(asset, host.dataset["asset"]);
    const attempts = absent.state ? [] : kind.endpoints.map((endpoint) => take(endpoint, asset));
    const isUnreachable = attempts.some(([, isMissing]) => isMissing);
    const dark = isDark(host);
    const look = [layOut(dark), language, dark] as const;
    const now = agedScore(latest.now, isUnreachable);
    const key = `${[attempts, values, look, now?.ageHours]}`;
    if (key === drawn) return;
    drawn = key;
    box.lang = language;
    const state = isUnreachable ? ("unreachable" as const) : undefined;
    kind.show(box, { asset, now, days: latest.days ?? [], state, ...absent }, look);
  };
}

/** The value of a host's attribute, by default the first allowed one. The page's author is warned of any other. */
export function choice<Value extends string>(host: HTMLElement, name: string, allowed: readonly Value[]): Value {
  const wanted = host.dataset[name] || `${allowed[0]}`;
  const found = allowed.find((each) => each === wanted.toLowerCase().replace(/-.*/, "")); // `de-AT` is `de`
  if (!found) tell(host, `data-${name}="${wanted}" is not ${allowed}`);
  return found ?? (allowed[0] as Value);
}

/** Why an asset will never have a score here. */
function absenceOf(asset: Asset, wanted = "btc"): Pick<ChartView, "state" | "wanted"> {
  if (wanted && wanted.toLowerCase() !== asset) return { state: "unknown", wanted };
  return asset === "crypto" && !PUBLISHER[3] ? { state: "soon" } : {};
}

/** The score, with its age if stale. The reader's clock may be wrong, so it counts only without responses. */
function agedScore(now: CurrentScore | undefined, isUnreachable: boolean): CurrentScore | undefined {
  if (!now) return undefined;
  const hours = Math.floor((Date.now() - Date.parse(now.updatedAt)) / 3_600_000);
  const isStale = now.isStale || (isUnreachable && hours > 1);
  return { ...now, isStale, ageHours: isStale ? Math.max(2, hours) : 0 };
}

/** A module has no `currentScript`; for a module, the page is searched for one of our scripts. */
const script = (document.currentScript ??
  document.querySelector("script[src*='/embed/nhci-']")) as HTMLScriptElement | null;

/**
 * URL of the site that served this script, read while the script first runs: later `currentScript` is gone. It is the
 * publisher's if the script does not come from below `/embed/`, or is not in the page at all.
 */
const SITE_URL = /^([^?#]+)\/embed\//.exec(script?.src ?? "")?.[1] ?? PUBLISHER[2];

export function siteOf({ dataset: { api = SITE_URL } }: HTMLElement): string {
  return api.replace(/\/*$/, "");
}

/**
 * The theme in `data-theme`, else the host's `color-scheme` if that is light or dark and not both, else the visitor's
 * system.
 */
function isDark(host: HTMLElement): boolean {
  const system = matchMedia("(prefers-color-scheme:dark)").matches && "dark";
  const wishes = [choice(host, "theme", ["auto", "light", "dark"]), getComputedStyle(host).colorScheme, system];
  return wishes.find((each) => each === "light" || each === "dark") === "dark";
}

/** The colors as CSS variables, set by the build. */
declare const __PEAK_LIGHT__: string;
declare const __PEAK_DARK__: string;

/**
 * A host joins any layout with the width its box asks for, and is as high as its content: a page that makes it lower
 * does not cut off the attribution. Page styles do not reach inside, except to hide the host; `direction` is not part
 * of `all`, and all our languages run left to right. On paper every widget is light.
 */
const STYLES = `\
:host(:not([hidden])){display:block;min-width:min(${MIN_WIDTH}px,100%);max-width:100%;\
height:auto!important;max-height:none!important;overflow:visible!important}\
div{all:initial;visibility:inherit;display:block;position:relative;direction:ltr;overflow:hidden;\
border-radius:10px;width:320px;max-width:100%;font:${FONT_SIZE}px system-ui;${__PEAK_LIGHT__}}\
svg,img{display:block;width:100%;height:auto}\
@media screen{.dark{${__PEAK_DARK__}}}\
@media(forced-colors:active){*{--background:Canvas;--ink:CanvasText;--soft:CanvasText;--mark:CanvasText}\
text{fill:CanvasText}rect{stroke:CanvasText}}`;
