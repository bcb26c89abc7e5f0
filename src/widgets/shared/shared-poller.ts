import { poller } from "./poller.js";

/** Gives the poller of an address. All who ask for the same address share its requests. */
type PollerFor = (url: string) => ReturnType<typeof poller>;

/**
 * All that our scripts leave in `window`: one `PollerFor` for all of them on a page, whatever their kind and version, made
 * by the first; its answers are parsed JSON. The number is the version of this protocol: a change of `PollerFor` or
 * `PollState` that older scripts would not understand increases it, and then old and new scripts poll separately.
 */
const KEY = Symbol.for("peak.api.1");
const page = window as unknown as Record<symbol, PollerFor | undefined>;
/** Kept when nobody is subscribed any more: a host that comes back shows the last answer, and polls no sooner than is due. */
const pollers: Record<string, ReturnType<typeof poller>> = {};

page[KEY] ??= (url) => (pollers[url] ??= poller(url, JSON.parse));

export const pollerFor: PollerFor = page[KEY];
