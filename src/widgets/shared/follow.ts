import { line } from "./line.js";

/** Listens to an address: see `line`. All who follow the same address share its requests. */
export type Follow = (url: string) => ReturnType<typeof line>;

/**
 * What all our scripts on a page share, of whatever kind and version, and all that they leave in `window`: a function
 * `Follow`, made by the first of them, whose answers are parsed JSON. The number is that of this protocol: whoever changes
 * `Follow` or `Answer` so that older scripts would stumble counts it up; old and new ones then ask apart.
 */
const KEY = Symbol.for("peak.api.1");
const page = window as unknown as Record<symbol, Follow | undefined>;
/** Kept when nobody follows any more: a host that comes back shows the last answer, and asks no sooner than is due. */
const lines: Record<string, ReturnType<typeof line>> = {};

page[KEY] ??= (url) => {
  lines[url] ??= line(url, JSON.parse);
  return lines[url];
};

/** The page's `Follow`. */
export const follow: Follow = page[KEY];
