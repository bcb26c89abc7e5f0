import type { AttributionParts } from "../../chart/attribution.js";
import { element } from "./dom.js";

/** The server replaces this name by a JSON text when it loads a script, so the name may occur only here. */
declare const __PEAK_PUBLISHER__: AttributionParts;

/** Who publishes the number: a tuple, since an object's keys would make the badge script too large. */
const PUBLISHER: AttributionParts = __PEAK_PUBLISHER__;

/** A module has no `currentScript`; for a module the page is searched for a script of ours. */
const script = document.currentScript ?? document.querySelector("[src*='/nhci-']");

/**
 * Address of the site that served this script, found while the script runs for the first time: later `currentScript` is
 * gone. It is the publisher's where the script does not come from below `/embed/`, or does not stand in the page at all.
 */
export const SITE_URL = /(.+)\/embed\//.exec((script as HTMLScriptElement | null)?.src ?? "")?.[1] ?? PUBLISHER[2];

/** A new attribution line, the same as `attributionLine` of the pictures. */
export function attribution(): HTMLElement {
  const [names, host, href] = PUBLISHER;
  return element("p", names, Object.assign(element("a", host), { href, target: "_blank" }));
}
