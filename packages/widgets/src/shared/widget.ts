/**
 * What chart and badge have in common: what a host asks for, the style around the drawing, and when it is drawn anew.
 */

import {
  ASSETS,
  type Asset,
  type ChartDay,
  type ChartView,
  type CurrentScore,
  LANGUAGES,
  type Language,
  languageOf,
  pickTranslation,
  SOON,
} from "peak-cycle-drawing";
import { element } from "./dom.js";
import { poll } from "./poll.js";
import { PUBLISHER } from "./publisher.js";
import { tell } from "./tell.js";

/** The current score, below the address of a site. */
export const CURRENT_PATH = "/api/public/nhci";

/** What distinguishes chart and badge. */
export interface WidgetKind {
  /**
   * Paths below the address of the site, and what their answers say; nothing where it is another answer. Of crypto the
   * one that says all of both assets is asked instead.
   */
  readonly endpoints: readonly Endpoint[];
  /** CSS rules for the `div` in which everything stands. */
  readonly styles: string;
  /** Draws into the `div`. */
  show(box: HTMLElement, view: ChartView, look: Look): void;
}

type Endpoint = readonly [path: string, parse: (body: unknown, asset: Asset) => Latest | undefined];

/** What the API says. */
interface Latest {
  readonly now?: CurrentScore | undefined;
  readonly days?: readonly ChartDay[] | undefined;
}

/** How a drawing is to look: width in px, language, theme. */
export type Look = readonly [width: number, language: Language, isDark: boolean];

/** Opens widgets of one kind. A widget of an asset that is not there asks for nothing. */
export function openWidget(host: HTMLElement, root: ShadowRoot, refresh: () => void, kind: WidgetKind): () => void {
  const box = element("div");
  let latest: Latest = {};
  let asked = "";
  let drawn = "";

  /** Takes what is known of an address. @returns what changes with an attempt, and whether the answer cannot be had */
  const take = ([path, parse]: Endpoint, asset: Asset): readonly [attempt: number, isMissing: boolean] => {
    const url = siteOf(host) + (asset === "crypto" ? "/embed/nhci.json" : path);
    const { body, fault, next } = poll(url, refresh);
    const said = body && parse(body, asset);
    if (said) latest = { ...latest, ...said };
    if (fault === 0 || fault === 404) tell(host, `${url}: ${fault}`);
    // 503 only says that there is no score yet.
    return [next, fault !== undefined ? !!body || fault !== 503 : !!body && !said];
  };

  /** @returns the width of the drawing, in px */
  const layOut = (isDark: boolean): number => {
    // A host that was moved to another document has lost its sheet, which belonged to the first.
    if (!root.adoptedStyleSheets[0]) {
      const sheet = new (host.ownerDocument.defaultView ?? window).CSSStyleSheet();
      sheet.replaceSync(STYLES + kind.styles);
      root.adoptedStyleSheets = [sheet];
    }
    box.className = `${choice(host, "size", ["md", "sm", "lg"])} ${isDark ? "dark" : ""}`;
    if (box.parentNode !== root) root.replaceChildren(box);
    // A larger least font size enlarges the drawing.
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
    const notice = noticeOf(asset, language, host.dataset["asset"]);
    const attempts = notice ? [] : kind.endpoints.map((endpoint) => take(endpoint, asset));
    const isUnreachable = attempts.some(([, isMissing]) => isMissing);
    const dark = isDark(host);
    const look = [layOut(dark), language, dark] as const;
    const now = agedScore(latest.now, isUnreachable);
    const key = `${[attempts, values, look, now?.ageHours]}`;
    if (key === drawn) return;
    drawn = key;
    box.lang = language;
    kind.show(box, { asset, now, days: latest.days ?? [], notice, isUnreachable }, look);
  };
}

/** What a host asks for by an attribute, by default the first of these. The page's author is told of anything else. */
export function choice<Value extends string>(host: HTMLElement, name: string, allowed: readonly Value[]): Value {
  const wanted = host.dataset[name] || `${allowed[0]}`;
  const found = allowed.find((each) => each === wanted.toLowerCase().replace(/-.*/, "")); // `de-AT` is `de`
  if (!found) tell(host, `data-${name}="${wanted}" is not ${allowed}`);
  return found ?? (allowed[0] as Value);
}

/** What is said in the place of a score. */
function noticeOf(asset: Asset, language: Language, wanted = "btc"): string | undefined {
  if (wanted && wanted.toLowerCase() !== asset) return `${wanted}?`;
  return asset === "crypto" && !PUBLISHER[3] ? pickTranslation(SOON, language) : undefined;
}

/** The score with its age where it is stale. The reader's clock may be wrong, so it counts only without answers. */
function agedScore(now: CurrentScore | undefined, isUnreachable: boolean): CurrentScore | undefined {
  if (!now) return undefined;
  const hours = Math.floor((Date.now() - Date.parse(now.updatedAt)) / 3_600_000);
  const isStale = now.isStale || (isUnreachable && hours > 1);
  return { ...now, isStale, ageHours: isStale ? Math.max(2, hours) : 0 };
}

/** A module has no `currentScript`; for a module the page is searched for a script of ours. */
const script = (document.currentScript ??
  document.querySelector("script[src*='/embed/nhci-']")) as HTMLScriptElement | null;

/**
 * Address of the site that served this script, found while the script runs for the first time: later `currentScript` is
 * gone. It is the publisher's where the script does not come from below `/embed/`, or is not in the page at all.
 */
const SITE_URL = /^([^?#]+)\/embed\//.exec(script?.src ?? "")?.[1] ?? PUBLISHER[2];

export function siteOf({ dataset: { api = SITE_URL } }: HTMLElement): string {
  return api.replace(/\/*$/, "");
}

/**
 * What the host asks for by `data-theme`, else its `color-scheme` where that is light or dark and not both, else the
 * visitor's system.
 */
function isDark(host: HTMLElement): boolean {
  const system = matchMedia("(prefers-color-scheme:dark)").matches && "dark";
  const wishes = [choice(host, "theme", ["auto", "light", "dark"]), getComputedStyle(host).colorScheme, system];
  return wishes.find((each) => each === "light" || each === "dark") === "dark";
}

/** Widths of drawings in px; in a narrower host the narrowest is scaled down. */
const MIN_WIDTH = 180;
const MAX_WIDTH = 720;

/** Of the box, in px: no text of the drawings is smaller. */
const FONT_SIZE = 11;

/** The colors as CSS variables, set by the build. */
declare const __PEAK_LIGHT__: string;
declare const __PEAK_DARK__: string;

/**
 * A host takes part in every layout with the width that its box asks for, and is as high as its content: a page that
 * makes it lower does not cut off the attribution. Nothing of the page reaches inside, except that it hides its host;
 * `direction` is not part of `all`, and every language of ours runs from left to right. On paper every widget is
 * light.
 */
const STYLES = `\
:host(:not([hidden])){display:block;min-width:min(180px,100%);max-width:100%;\
height:auto!important;max-height:none!important;overflow:visible!important}\
div{all:initial;visibility:inherit;display:block;position:relative;direction:ltr;overflow:hidden;\
border-radius:10px;width:320px;max-width:100%;font:${FONT_SIZE}px system-ui;${__PEAK_LIGHT__}}\
svg,img{display:block;width:100%;height:auto}\
@media screen{.dark{${__PEAK_DARK__}}}\
@media(forced-colors:active){*{--background:Canvas;--ink:CanvasText;--soft:CanvasText;--mark:CanvasText}\
text{fill:CanvasText}rect{stroke:CanvasText}}`;
