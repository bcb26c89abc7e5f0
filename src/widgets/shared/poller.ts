/**
 * What is known of one address. Scripts of different versions on one page exchange these objects (`shared-poller.ts`): the
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
 * clock is set back.
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
/** In characters. Current and history have 4,000 together, the iframe page 60,000. */
const MAX_TEXT = 300_000;

/**
 * Polls one address while somebody is subscribed and the page is visible; without a header of our own, so without a
 * preflight, and through the browser's cache.
 *
 * @param parse a body from its text; throws when the text is not valid
 * @param due time of the first request, in ms since 1970
 * @returns subscribes: calls back at once with what is known, and after each attempt; what the callback throws is dropped
 */
export function poller(url: string, parse: (text: string) => unknown, due = 0): (subscriber: Subscriber) => () => void {
  const subscribers = new Set<Subscriber>();
  let answer: PollState = {};
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | null;
  let listeners: AbortController;
  let next = due;

  const notify = (subscriber: Subscriber): void => {
    try {
      subscriber(answer);
    } catch {
      // A fault in one widget, perhaps of another version, must not stop the others.
    }
  };

  const pause = (): void => {
    clearTimeout(timer);
    request?.abort();
    request = null;
  };

  const schedule = (): void => {
    if (document.hidden || request) return;
    clearTimeout(timer);
    timer = setTimeout(poll, Math.max(0, Math.min(1000 * MAX_INTERVAL, next - Date.now())));
  };

  const poll = async (): Promise<void> => {
    const own = new AbortController();
    let [fault, interval] = [0, 0];
    let body: unknown;
    request = own;
    timer = setTimeout(() => own.abort(), TIMEOUT * 1000);
    try {
      const response = await fetch(url, own);
      const { ok, headers } = response;
      fault = response.status;
      interval =
        Number(ok ? /max-age=(\d+)/.exec(`${headers.get("cache-control")}`)?.[1] : headers.get("retry-after")) || 0;
      if (ok) body = parse((await response.text()).slice(0, MAX_TEXT));
    } catch {
      // No answer, or none that can be parsed.
    }
    if (request !== own) return; // paused meanwhile
    pause();
    answer = body ? { body } : { ...answer, fault };
    failures = body ? 0 : failures + 1;
    next = Date.now() + 1000 * delay(interval, failures);
    schedule();
    subscribers.forEach(notify);
  };

  const onPageEvent = ({ type }: Event): void => {
    if (type === "online" && answer.fault === 0) next = 0;
    if (document.hidden || type === "pagehide") pause();
    else schedule();
  };

  return (subscriber) => {
    if (!subscribers.size) {
      listeners = new AbortController();
      for (const type of ["visibilitychange", "pagehide", "pageshow", "online"])
        addEventListener(type, onPageEvent, listeners);
    }
    subscribers.add(subscriber);
    schedule();
    notify(subscriber);
    return () => {
      if (!subscribers.delete(subscriber) || subscribers.size) return;
      listeners.abort();
      pause();
    };
  };
}

/**
 * Seconds to the next attempt. Visitors must not poll in step, neither after failures nor at 06:00, when the history
 * expires in every cache.
 *
 * @param interval seconds that the server asked for
 * @param failures in a row
 */
function delay(interval: number, failures: number): number {
  const min = failures ? interval + 1 : Math.max(interval, MIN_INTERVAL);
  const spread = failures ? Math.min(MAX_BACKOFF, (FIRST_BACKOFF / 2) * 2 ** failures) : interval / JITTER_DIVISOR;
  return min + Math.random() * spread;
}
