import { PUBLISHER } from "./publisher.js";

/** A module is never told that it is running; then anything of the kind is looked for in the page. */
const script = document.currentScript ?? document.querySelector("[src*='/nhci-']");

/**
 * Address of the site that served this script, found while the script runs for the first time: later nobody knows. It is
 * the publisher's where the script does not come from below `/embed/`, or does not stand in the page at all.
 */
export const HOME = /(.+)\/embed\//.exec((script as HTMLScriptElement | null)?.src ?? "")?.[1] ?? PUBLISHER[2];
