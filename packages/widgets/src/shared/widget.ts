/** What chart and badge have in common: what a widget asks for, how it is drawn anew, and what it says in the console. */

import {
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
  /** Attributes of `data-` that both do not have, and their values. */
  readonly known: Readonly<Record<string, string>>;
  /**
   * Paths below the address of the site, and what their answers say; nothing where it is another answer. Of crypto the
   * one that says all of both assets is asked instead.
   */
  readonly endpoints: readonly (readonly [path: string, parse: (body: unknown, asset: Asset) => Latest | undefined])[];
  /** CSS rules for the size of the `div` in which everything stands. */
  styles(host: HTMLElement): string;
  /** Draws into the `div`. @param width of the drawing, in px */
  show(box: HTMLElement, view: ChartView, width: number, language: Language, isDark: boolean): void;
}

/** What the API says. */
interface Latest {
  readonly now?: CurrentScore | undefined;
  readonly days?: readonly ChartDay[] | undefined;
}

/** Opens widgets of one kind. A widget of an asset that is not there asks for nothing. */
export function widgetOf({ known, endpoints, styles, show }: WidgetKind) {
  return (host: HTMLElement, root: ShadowRoot) => {
    const box = element("div");
    let latest: Latest = {};
    let asked = "";
    let drawn = "";
    let sheet: CSSStyleSheet | undefined;

    /** Takes what is known of each address. @returns for each what changes with an attempt, and whether it cannot be had */
    const refresh = (asset: Asset): readonly (readonly [attempt: number, isMissing: boolean])[] =>
      endpoints.map(([path, parse]) => {
        const url = siteOf(host) + (asset === "crypto" ? "/embed/nhci.json" : path);
        const { body, fault, next } = poll(url, redraw);
        const said = body && parse(body, asset);
        latest = { ...latest, ...(said || {}) };
        if (fault === 0 || fault === 404) tell(host, `${url}: ${fault}`);
        return [next, isMissing(fault, body, said)];
      });

    /** @returns the width of the drawing, in px */
    const layOut = (isDark: boolean): number => {
      // A sheet belongs to the document it was made in.
      const page = host.ownerDocument.defaultView ?? window;
      if (!(sheet instanceof page.CSSStyleSheet)) sheet = new page.CSSStyleSheet();
      sheet.replaceSync(STYLES + styles(host) + (isDark ? DARK_STYLES : ""));
      root.adoptedStyleSheets = [sheet];
      if (box.parentNode !== root) root.replaceChildren(box);
      // A larger least font size enlarges the drawing.
      const zoom = Number.parseFloat(getComputedStyle(box).fontSize) / FONT_SIZE;
      return Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, box.clientWidth / zoom)));
    };

    const update = (): void => {
      const values = Object.values(host.dataset).join();
      if (values !== asked) {
        latest = {};
        checkAttributes(host, known);
      }
      asked = values;
      const language = languageOf(host.dataset["lang"] ?? host.closest<HTMLElement>("[lang]")?.lang);
      const asset = (host.dataset["asset"]?.toLowerCase() || "btc") as Asset;
      const notice = noticeOf(asset, language);
      const attempts = notice ? [] : refresh(asset);
      const isUnreachable = attempts.some(([, isMissing]) => isMissing);
      const dark = isDark(host);
      const width = layOut(dark);
      const { days = [] } = latest;
      const now = agedScore(latest.now, isUnreachable);
      const key = `${[attempts, values, language, dark, width, now?.ageHours]}`;
      if (key === drawn) return;
      drawn = key;
      box.lang = language;
      show(box, { asset, now, days, notice, isUnreachable }, width, language, dark);
    };

    const redraw = (): void => {
      drawn = "";
      try {
        if (box.isConnected) update();
      } catch {
        // The next update tries again, and ends the widget if that fails too.
      }
    };

    return { update, redraw, close: () => root.replaceChildren(element("slot")) };
  };
}

/** Whether an address does not give what it should: 503 only says that there is no score yet. */
function isMissing(fault: number | undefined, body: unknown, said: unknown): boolean {
  return body ? !said || fault !== undefined : fault !== 503 && fault !== undefined;
}

/** What is said in the place of a score. */
function noticeOf(asset: string, language: Language): string | undefined {
  if (asset === "btc" || (asset === "crypto" && PUBLISHER[3])) return undefined;
  return asset === "crypto" ? pickTranslation(SOON, language) : `${asset}?`;
}

/** The score with its age where it is stale. The reader's clock may be wrong, so it is not believed as long as there are answers. */
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
 * gone. It is the publisher's where the script does not come from below `/embed/`, or does not stand in the page at all.
 */
const SITE_URL = /^([^?#]+)\/embed\//.exec(script?.src ?? "")?.[1] ?? PUBLISHER[2];

export function siteOf({ dataset: { api = SITE_URL } }: HTMLElement): string {
  return api.replace(/\/*$/, "");
}

/** Tells the page's author what is wrong with the attributes of a host. */
function checkAttributes(host: HTMLElement, known: WidgetKind["known"]): void {
  for (const [name, allowed] of Object.entries({ ...KNOWN, ...known })) {
    const value = host.dataset[name];
    if (value && !RegExp(`^(${allowed})`, "i").test(value)) tell(host, `data-${name}="${value}" is not ${allowed}`);
  }
}

const KNOWN = { asset: "(btc|crypto)$", theme: "(auto|light|dark)$", lang: LANGUAGES.join("|") };

/**
 * What the host asks for by `data-theme`, else its `color-scheme` where that is light or dark and not both, else the
 * visitor's system.
 */
function isDark(host: HTMLElement): boolean {
  const system = matchMedia("(prefers-color-scheme:dark)").matches && "dark";
  const wishes = [host.dataset["theme"], getComputedStyle(host).colorScheme, system];
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
 * A host takes part in every layout with the width that its box asks for, and is as high as what is in it: a page that makes
 * it lower does not cut off the attribution at its end. Nothing of the page reaches inside, except that it hides its host;
 * `direction` is no part of `all`, and every language of ours runs from left to right.
 */
const STYLES = `:host(:not([hidden])){display:block;min-width:min(180px,100%);max-width:100%;height:auto!important;max-height:none!important;overflow:visible!important}div{all:initial;visibility:inherit;display:block;position:relative;direction:ltr;overflow:hidden;border-radius:10px;font:${FONT_SIZE}px system-ui;${__PEAK_LIGHT__}}svg,img{display:block;width:100%;height:auto}:focus-visible{outline:2px solid var(--link);outline-offset:-2px}@media(forced-colors:active){*{--paper:Canvas;--ink:CanvasText;--soft:CanvasText;--mark:CanvasText}text{fill:CanvasText}rect{stroke:CanvasText}}`;

/** On paper every widget is light. */
const DARK_STYLES = `@media screen{div{${__PEAK_DARK__}}}`;
