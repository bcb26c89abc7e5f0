/** Polls the API for widgets: each URL once for all our scripts on a page. */

/**
 * The latest state of a URL. It is fetched again when due and while the page is visible, through the browser's cache
 * and without custom headers, so without a preflight. The browser's offline flag is ignored. After each attempt the
 * window gets an event named `ANSWERED`.
 */
export function poll(url: string): Polled {
  const page = window as unknown as Record<symbol, Record<string, Polled>>;
  page[KEY] ??= {};
  page[KEY][url] ??= { at: 0, wait: 0, failures: 0 };
  const state = page[KEY][url];
  const passed = Date.now() - state.at;
  const isWaiting = passed >= 0 && passed < state.wait; // negative: the clock was set back
  if (!isWaiting && !document.hidden) ask(url, state);
  return state;
}

/**
 * Readers behind one address share the API's rate limit. After a 429, the response without a limit is fetched once; it
 * has the fields of both endpoints. The next attempt still waits as long as the 429 says.
 */
async function ask(url: string, state: Polled): Promise<void> {
  const signal = AbortSignal.timeout(1000 * TIMEOUT);
  let [status, interval, leftAt] = [0, 0, 0];
  let body: unknown;
  state.failures++;
  state.at = Date.now();
  state.wait = 2000 * TIMEOUT; // no other script sends a request meanwhile
  const read = async (address: string): Promise<void> => {
    const response = await fetch(address, { signal });
    const { ok, headers } = response;
    // Only digits: anything else, such as a negative number, a date or a word, is ignored.
    const seconds = (name: string) => Number(/(?:^|max-age=)(\d+)/.exec(`${headers.get(name)}`)?.[1] ?? 0);
    status ||= response.status || 0; // a wrapped `fetch` may return anything
    interval ||= ok ? Math.max(0, seconds("cache-control") - seconds("age")) : seconds("retry-after");
    leftAt = Date.now() - 1000 * seconds("age");
    const text = await response.text(); // read even for an error: an unread body would hold its connection
    if (ok) body = JSON.parse(text);
  };
  const readAny = async (): Promise<void> => {
    await read(url);
    if (status === 429) await read(url.replace(/api\/public\/n.*/, "embed/nhci.json"));
  };
  // A page may have wrapped `fetch`: what it returns may ignore the signal and never settle.
  const timeout = new Promise((resolve) => setTimeout(resolve, 1000 * TIMEOUT));
  try {
    await Promise.race([readAny(), timeout]);
  } catch {
    // No response, or one that cannot be parsed.
  }
  // A score is new every hour, or called stale: a body that stays the same for longer comes from a cache.
  if (JSON.stringify(body) === JSON.stringify(state.body)) leftAt = Math.min(leftAt, Number(state.leftAt));
  if (body) Object.assign(state, { body, leftAt, failures: status === 429 ? state.failures : 0 });
  state.fault = body ? undefined : status;
  state.at = Date.now();
  state.wait = 1000 * delay(Math.min(MAX_INTERVAL, interval), state.failures);
  dispatchEvent(new CustomEvent(ANSWERED));
}

/**
 * Scripts of different versions on one page share these objects through `window`, and leave nothing else there. The
 * number in `KEY` is the version of this protocol: scripts with another one fetch separately.
 */
export interface Polled {
  /** The body of the last successful response. */
  body?: unknown;
  /** When that body first left the site, as far as known, in ms since 1970: caches may have kept it. */
  leftAt?: number;
  /** HTTP status of the last attempt if it failed, 0 without a response. */
  fault?: number | undefined;
  /** When the last attempt began or ended, in ms since 1970, and the time from then to the next attempt, in ms. */
  at: number;
  wait: number;
  /** Consecutive failures. */
  failures: number;
}

/** The event after each attempt, for all scripts of a page. */
export const ANSWERED = "peak.api.3";

const KEY = /* @__PURE__ */ Symbol.for(ANSWERED);

/**
 * Seconds until the next attempt. Visitors must not poll in lockstep, neither after failures nor at 06:00, when the
 * history expires in every cache. So failures add up to 5, 10, 20 … 300 s, and successes up to a hundredth of the time.
 *
 * @param interval seconds that the server asked for, 0 to an hour
 * @param failures consecutive ones
 */
function delay(interval: number, failures: number): number {
  const [least, spread] = failures
    ? [interval + 1, Math.min(MAX_BACKOFF, 2.5 * 2 ** failures)]
    : [Math.max(interval, MIN_INTERVAL), interval / 99];
  return least + Math.random() * spread;
}

/** Limits in seconds for the time between a response and the next request, regardless of what the server asks for. */
const MIN_INTERVAL = 60;
const MAX_INTERVAL = 3600;
const MAX_BACKOFF = 300;
/** The timeout of an attempt, in seconds. */
const TIMEOUT = 15;
