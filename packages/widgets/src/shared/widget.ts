/**
 * What chart and badge have in common: what a widget asks for, how it is drawn anew, and the attribution below it.
 */

import { type Asset, type AttributionParts, type Language, languageOf } from "peak-cycle-drawing";
import { element } from "./dom.js";
import type { OpenWidget } from "./mount.js";
import { pollerFor } from "./poller.js";

/** Opens widgets of one kind. A widget of an asset that is not there asks for nothing. */
export function widgetOf<Values>(kind: WidgetKind<Values>): OpenWidget {
  return (host, root) => {
    const data: WidgetData<Values> = { latest: {}, problems: [] };
    const { render, redraw, close } = shadowRenderer(kind, [host, root], data);
    let subscribedTo: string | undefined;
    let subscriptions: readonly (() => void)[] = [];

    const unsubscribe = (): void => {
      subscriptions.forEach((end) => {
        end();
      });
    };

    const subscribe = (site: string, asset: Asset) =>
      kind.endpoints.map(([path, parse], index) =>
        pollerFor(site.replace(/\/*$/, asset === "crypto" ? "/embed/nhci.json" : path))(({ body, fault }) => {
          data.problems[index] = "unreachable";
          try {
            if (body) Object.assign(data.latest, parse(body, asset));
            if (fault === undefined || (fault === 503 && !body)) delete data.problems[index]; // 503: there is no score yet
          } finally {
            redraw();
          }
        }),
      );

    return {
      update() {
        const { asset, api = SITE_URL } = host.dataset;
        const note = noteOn(asset);
        const wanted = note ?? `${asset}${api}`;
        if (wanted !== subscribedTo) {
          subscribedTo = wanted;
          unsubscribe();
          data.latest = {};
          data.problems = [note];
          subscriptions = note ? [] : subscribe(api, assetOf(host));
          redraw();
        }
        render();
      },
      close() {
        close();
        unsubscribe();
      },
    };
  };
}

/** The current score, below the address of a site. */
export const CURRENT_PATH = "/api/public/nhci";

/** What distinguishes chart and badge. */
export interface WidgetKind<Values> {
  /**
   * Paths below the address of the site, and what their answers say; `parse` throws when it is not such an answer. Of crypto the
   * one that says all of both assets is asked instead.
   */
  readonly endpoints: readonly (readonly [path: string, parse: (body: unknown, asset: Asset) => Partial<Values>])[];
  /** CSS rules. Everything inside the host stands in one `div`. */
  styles(state: WidgetState<Values>): string;
  /** What stands above the attribution. */
  content(state: WidgetState<Values>): readonly Element[];
  /** Puts the `div` in the place of the one before. @param guard repairs what others change */
  insert(box: Element, state: WidgetState<Values>, guard: MutationObserver): void;
}

/** What the API says. */
interface WidgetData<Values> {
  /** From the last good answers, however old. */
  latest: Partial<Values>;
  /** By endpoint; empty where the last attempt went well. */
  problems: (WidgetProblem | undefined)[];
}

/** `unreachable`: the last attempt failed. `soon`: the host asks for the asset that is announced. `unknown`: for another. */
type WidgetProblem = "unreachable" | "soon" | "unknown";

/** Everything that a drawing depends on. */
export interface WidgetState<Values> extends Readonly<WidgetData<Values>> {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly asset: Asset;
  readonly language: Language;
  readonly isDark: boolean;
}

/** The server replaces this name by a JSON text when it loads a script, so the name may occur only here. */
declare const __PEAK_PUBLISHER__: ScriptPublisher;

/** Who publishes the number: a tuple, since an object's keys would make the badge script too large. */
const PUBLISHER: ScriptPublisher = __PEAK_PUBLISHER__;

/** The last part is there where the site offers crypto. */
type ScriptPublisher = readonly [...AttributionParts, hasCrypto?: 1];

/** A module has no `currentScript`; for a module the page is searched for a script of ours. */
const script = document.currentScript ?? document.querySelector("[src*='/nhci-']");

/**
 * Address of the site that served this script, found while the script runs for the first time: later `currentScript` is
 * gone. It is the publisher's where the script does not come from below `/embed/`, or does not stand in the page at all.
 */
const SITE_URL = /(.+)\/embed\//.exec((script as HTMLScriptElement | null)?.src ?? "")?.[1] ?? PUBLISHER[2];

/** What is said in the place of a picture. @param asset as the host asks for it; nothing is Bitcoin */
function noteOn(asset = ""): WidgetProblem | undefined {
  if (asset === "crypto") return PUBLISHER[3] ? undefined : "soon";
  return asset && asset !== "btc" ? "unknown" : undefined;
}

/** What a host asks for; where `noteOn` says nothing, it is there. */
function assetOf({ dataset: { asset } }: HTMLElement): Asset {
  return (asset || "btc") as Asset;
}

/**
 * Draws nothing before `render`. Everything it draws stands above an attribution line. When a page changes anything inside, it is
 * drawn again.
 */
function shadowRenderer<Values>(
  { styles, content, insert }: WidgetKind<Values>,
  [host, root]: readonly [HTMLElement, ShadowRoot],
  data: WidgetData<Values>,
) {
  const sheet = new CSSStyleSheet();
  let drawnKey = "";
  let repairs = 0;

  const render = (): void => {
    guard.disconnect();
    const language = languageOf(host.dataset["lang"] ?? host.closest<HTMLElement>("[lang]")?.lang);
    const state = { ...data, asset: assetOf(host), language, isDark: isDark(host), host, root };
    sheet.replaceSync(HOST_STYLES + styles(state));
    root.adoptedStyleSheets = [sheet];
    const isBroken = repairs > MAX_REPAIRS;
    const key = `${language}${state.isDark}${root.firstElementChild?.clientWidth}${isBroken}`;
    if (key !== drawnKey) {
      const box = element("div", ...(isBroken ? [] : content(state)), attribution(host));
      box.lang = language;
      insert(box, state, guard);
    }
    drawnKey = key;
    if (!isBroken) guard.observe(root, ANY_CHANGE);
  };

  const redraw = (): void => {
    drawnKey = "";
    try {
      render();
    } catch {
      // The next update tries again, and ends the widget if that fails too.
    }
  };

  const guard = new MutationObserver(() => {
    repairs++;
    redraw();
  });
  return {
    /** Draws if language, theme or width have changed. */
    render,
    /** Draws, however many repairs there were before; what is thrown is thrown again at the next `render`. */
    redraw() {
      repairs = 0;
      redraw();
    },
    /** Stops, and shows what the page wrote into the host. */
    close() {
      guard.disconnect();
      root.replaceChildren(element("slot"));
    },
  };
}

/** A host is as high as what is in it: a page that makes it lower does not cut off the attribution at its end. */
const HOST_STYLES = ":host{height:auto!important;max-height:none!important;overflow:visible!important}";

/** After more repairs than this between two answers of the API, only the attribution is drawn until the next answer. */
const MAX_REPAIRS = 3;
/** Everything that can be changed in a shadow root, except its list of style sheets. */
const ANY_CHANGE = { subtree: true, childList: true, attributes: true, characterData: true };

/**
 * What the host asks for by `data-theme`, else its `color-scheme` where that is light or dark and not both, else the
 * visitor's system.
 */
function isDark(host: HTMLElement): boolean {
  const system = matchMedia("(prefers-color-scheme:dark)").matches && "dark";
  const wishes = [host.dataset["theme"], getComputedStyle(host).colorScheme, system];
  return wishes.find((each) => each === "light" || each === "dark") === "dark";
}

/** A new attribution line, the same as `attributionLine` of the pictures. It says so where a host shows a scene of the sandbox. */
function attribution({ dataset: { api = "" } }: HTMLElement): HTMLElement {
  const [names, host, href] = PUBLISHER;
  const [, scene] = /\/sandbox\/([^/]+)/.exec(api) ?? [];
  const link = Object.assign(element("a", host), { href, target: "_blank" });
  return element("p", scene ? `(sandbox: ${scene}) ` : "", names, link);
}
