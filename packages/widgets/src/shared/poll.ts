/** Polls the API for widgets: each URL once for all our scripts on a page. */

/**
 * The latest state of a URL. It is fetched again when due and while the page is visible, through the browser's cache
 * and without custom headers, so without a preflight. The browser's offline flag delays nothing.
 *
 * @param onAnswer called after the attempt that this call starts, if any
 */
export function poll(url: string, onAnswer: () => void): Polled {
  const page = window as unknown as Record<symbol, Record<string, Polled>>;
  page[KEY] ??= {};
  page[KEY][url] ??= { next: 0, failures: 0 };
  const polled = page[KEY][url];
  const wait = polled.next - Date.now();
  const isDue = !(wait > 0 && wait < 1000 * MAX_WAIT);
  if (isDue && !polled.isAsking && !document.hidden) ask(url, polled).then(onAnswer);
  return polled;
}

/**
 * After a 429 from the API, whose rate limit readers behind one address share, the response without a limit is fetched
 * once: it has the fields of both endpoints. The next attempt still waits as long as the 429 demands.
 */
async function ask(url: string, polled: Polled): Promise<void> {
  let [status, interval] = [0, 0];
  let body: unknown;
  polled.isAsking = true;
  polled.failures++;
  const read = async (address: string): Promise<void> => {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, headers } = response;
    status ||= response.status;
    // Only digits: a negative wait, a date or a word counts as none.
    interval ||= Number(/(?:^|max-age=)(\d+)/.exec(`${headers.get(ok ? "cache-control" : "retry-after")}`)?.[1] ?? 0);
    const text = await response.text(); // also of an error: an unread body would hold its connection
    if (ok) body = JSON.parse(text);
  };
  try {
    await read(url);
    if (body) polled.failures = 0;
    else if (status === 429) await read(url.replace(/api.public.*/, "embed/nhci.json"));
  } catch {
    // No response, or one that cannot be parsed.
  }
  polled.isAsking = false;
  polled.fault = body ? undefined : status;
  polled.body = body || polled.body;
  polled.next = Date.now() + 1000 * delay(Math.min(MAX_INTERVAL, interval), polled.failures);
}

/**
 * Scripts of different versions on one page share these objects through `window`, and leave nothing else there. The
 * number in `KEY` is the version of this protocol: scripts with another one fetch separately.
 */
export interface Polled {
  /** Of the last successful response. */
  body?: unknown;
  /** HTTP status of the last attempt if it failed, 0 without a response. */
  fault?: number | undefined;
  /** Time of the next attempt, in ms since 1970. */
  next: number;
  /** In a row. */
  failures: number;
  isAsking?: boolean;
}

const KEY = /* @__PURE__ */ Symbol.for("peak.api.1");

/**
 * Seconds until the next attempt. Visitors must not poll in lockstep, neither after failures nor at 06:00, when the
 * history expires in every cache: failures add up to 5, 10, 20 … 300 s, successes a hundredth of the time.
 *
 * @param interval seconds that the server asked for, 0 to an hour
 * @param failures in a row
 */
function delay(interval: number, failures: number): number {
  const [least, spread] = failures
    ? [interval + 1, Math.min(MAX_BACKOFF, 2.5 * 2 ** failures)]
    : [Math.max(interval, MIN_INTERVAL), interval / 99];
  return least + Math.random() * spread;
}

/** Limits in seconds for the time between a response and the next request, whatever the server asks for. */
const MIN_INTERVAL = 60;
const MAX_INTERVAL = 3600;
const MAX_BACKOFF = 300;
/** In seconds, more than any wait: a longer one means that the clock was set back. */
const MAX_WAIT = 4000;
const TIMEOUT_MS = 15_000;
