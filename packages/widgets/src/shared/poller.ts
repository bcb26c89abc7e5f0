/** How widgets ask the API: one poller an address for all scripts of ours on a page. */

/**
 * Polls one address while somebody is subscribed and the page is visible; without a header of our own, so without a
 * preflight, and through the browser's cache. After each 429 of the API, whose limit readers behind one address share, the
 * answer without a limit is asked once: it has the fields of both endpoints. The back-off stays that of the refusal.
 *
 * @param parse a body from its text; throws when the text is not valid
 * @param due time of the first request, in ms since 1970
 * @returns subscribes: calls back at once with what is known, and after each attempt; what the callback throws is dropped
 */
export function poller(url: string, parse: (text: string) => unknown, due = 0): (subscriber: Subscriber) => () => void {
  const subscribers = new Set<Subscriber>();
  let answer: PollState = {};
  let failures = 0;
  let timer: ReturnType<typeof setInterval>;
  let isAsking = false;
  let next = due;

  const notify = (subscriber: Subscriber): void => {
    try {
      subscriber(answer);
    } catch {
      // A fault in one widget, perhaps of another version, must not stop the others.
    }
  };

  const ask = async (): Promise<void> => {
    let fault = 0;
    let interval = 0;
    let body: unknown;
    isAsking = true;
    failures++;
    const read = async (address: string): Promise<void> => {
      const response = await fetch(address, { signal: AbortSignal.timeout(1000 * TIMEOUT) });
      const { ok, headers } = response;
      fault ||= response.status;
      // Digits alone: a wait that is negative, a date or a word counts as none, and leaves our own back-off.
      interval ||= Number(/(?:^|max-age=)(\d+)/.exec(`${headers.get(ok ? "cache-control" : "retry-after")}`)?.[1]) || 0;
      const text = await response.text(); // also of a refusal: unread, it would keep its connection
      if (ok) body = parse(text.slice(0, MAX_TEXT));
    };
    try {
      await read(url);
      if (body) failures = 0;
      else if (fault === 429) await read(url.replace(/api.public.*/, "embed/nhci.json"));
    } catch {
      // No answer, or none that can be parsed.
    }
    isAsking = false;
    answer = body ? { body } : { ...answer, fault };
    next = Date.now() + 1000 * delay(Math.min(MAX_INTERVAL, interval), failures);
    subscribers.forEach(notify);
  };

  const tick = (): void => {
    const wait = next - Date.now();
    if (answer.fault === 0 && !navigator.onLine) next = 0;
    else if (!document.hidden && !isAsking && !(wait > 0 && wait < 1000 * MAX_WAIT)) ask();
  };

  return (subscriber) => {
    if (!subscribers.size) timer = setInterval(tick, TICK_MS);
    subscribers.add(subscriber);
    tick();
    notify(subscriber);
    return () => {
      subscribers.delete(subscriber);
      if (!subscribers.size) clearInterval(timer);
    };
  };
}

/**
 * What is known of one address. Scripts of different versions on one page exchange these objects (`pollerFor`): the
 * names of the fields are part of that protocol.
 */
export interface PollState {
  /** Of the last good answer. */
  readonly body?: unknown;
  /** HTTP status of the last attempt if it failed, 0 when no answer came. */
  readonly fault?: number;
}

type Subscriber = (answer: PollState) => void;

/**
 * Limits in seconds for the time between a good answer and the next request, whatever `max-age` says, and even if the
 * clock is set back. A server that asks to be left alone for longer than an hour is asked after an hour.
 */
const MIN_INTERVAL = 60;
const MAX_INTERVAL = 3600;
/** After a good answer: jitter of up to this fraction of the interval on top, 36 s of an hour. */
const JITTER_DIVISOR = 99;
/** Timeout of a request in seconds. */
const TIMEOUT = 15;
/** Back-off in seconds after failures: at random up to 5, 10, 20 … 300, on top of `Retry-After` and of 1. */
const FIRST_BACKOFF = 5;
const MAX_BACKOFF = 300;
/** In seconds, more than any wait: a longer one means that the clock was set back. */
const MAX_WAIT = 4000;
const TICK_MS = 500;
/** In characters. Current and history have 4,000 together, the iframe page 60,000. */
const MAX_TEXT = 300_000;

/**
 * Seconds to the next attempt. Visitors must not poll in step, neither after failures nor at 06:00, when the history
 * expires in every cache.
 *
 * @param interval seconds that the server asked for, 0 to an hour
 * @param failures in a row
 */
function delay(interval: number, failures: number): number {
  const min = failures ? interval + 1 : Math.max(interval, MIN_INTERVAL);
  const spread = failures ? Math.min(MAX_BACKOFF, (FIRST_BACKOFF / 2) * 2 ** failures) : interval / JITTER_DIVISOR;
  return min + Math.random() * spread;
}

/** Gives the poller of an address, whose answers are parsed JSON. */
type PollerFor = (url: string) => ReturnType<typeof poller>;

/** Kept when nobody is subscribed any more: a host that comes back shows the last answer, and polls no sooner than is due. */
const pollers: Record<string, ReturnType<typeof poller>> = {};

/**
 * The one poller of an address, which all widgets of a page share, so that each address is requested once. Scripts find it
 * through a `PollerFor` in `window`, the only thing they leave there. The first script makes it, and the others use it, whatever
 * their kind and version. The number is the version of this protocol: a change of `PollerFor` or `PollState` that older scripts
 * would not understand increases it, and then old and new scripts poll separately.
 */
export const pollerFor: PollerFor = (url) => {
  const page = window as unknown as Record<symbol, PollerFor | undefined>;
  const key = Symbol.for("peak.api.1");
  page[key] ??= (address) => (pollers[address] ??= poller(address, JSON.parse));
  return page[key](url);
};
