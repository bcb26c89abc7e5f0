/** How widgets ask the API: each address once for all scripts of ours on a page. */

/**
 * What is known of an address, which is asked when that is due and the page is visible; without a header of our own, so
 * without a preflight, and through the browser's cache. Nobody who wants to know it has to say when he is gone.
 *
 * @param onAnswer called after the attempt that this call has begun
 */
export function poll(url: string, onAnswer: () => void): Polled {
  const page = window as unknown as Record<symbol, Record<string, Polled> | undefined>;
  page[KEY] ??= {};
  const polled = page[KEY][url] ?? { next: 0, failures: 0 };
  page[KEY][url] = polled;
  const wait = polled.next - Date.now();
  // A browser that wrongly says that it is offline delays nothing.
  const isBack = polled.isOffline && navigator.onLine;
  polled.isOffline = !navigator.onLine;
  if (!document.hidden && !polled.isAsking && (isBack || !(wait > 0 && wait < 1000 * MAX_WAIT))) {
    ask(url, polled).then(onAnswer);
  }
  return polled;
}

/**
 * After each 429 of the API, whose limit readers behind one address share, the answer without a limit is asked once: it has
 * the fields of both endpoints. The back-off stays that of the refusal.
 */
async function ask(url: string, polled: Polled): Promise<void> {
  let status = 0;
  let interval = 0;
  let body: unknown;
  polled.isAsking = true;
  polled.failures++;
  const read = async (address: string): Promise<void> => {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, headers } = response;
    status ||= response.status;
    // Digits alone: a wait that is negative, a date or a word counts as none, and leaves our own back-off.
    interval ||= Number(/(?:^|max-age=)(\d+)/.exec(`${headers.get(ok ? "cache-control" : "retry-after")}`)?.[1] ?? 0);
    const text = await response.text(); // also of a refusal: unread, it would keep its connection
    if (ok) body = JSON.parse(text.slice(0, MAX_TEXT));
  };
  try {
    await read(url);
    if (body) polled.failures = 0;
    else if (status === 429) await read(url.replace(/api.public.*/, "embed/nhci.json"));
  } catch {
    // No answer, or none that can be parsed.
  }
  polled.isAsking = false;
  polled.fault = body ? undefined : status;
  polled.body = body || polled.body;
  polled.next = Date.now() + 1000 * delay(Math.min(MAX_INTERVAL, interval), polled.failures);
}

/**
 * Scripts of different versions on one page share these objects, which they find in `window`, the only thing they leave
 * there. The number is the version of this protocol: a change that older scripts would not understand increases it, and
 * then old and new scripts ask separately.
 */
export interface Polled {
  /** Of the last good answer. */
  body?: unknown;
  /** HTTP status of the last attempt if it failed, 0 when no answer came. */
  fault?: number | undefined;
  /** Time of the next attempt, in ms since 1970. */
  next: number;
  /** In a row. */
  failures: number;
  isAsking?: boolean;
  isOffline?: boolean;
}

const KEY = /* @__PURE__ */ Symbol.for("peak.api.1");

/**
 * Seconds to the next attempt. Visitors must not poll in step, neither after failures nor at 06:00, when the history
 * expires in every cache: failures are followed by up to 5, 10, 20 … 300 s on top of `Retry-After` and of 1, good answers by
 * up to a hundredth of their time on top of it.
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

/**
 * Limits in seconds for the time between a good answer and the next request, whatever `max-age` says, and even if the
 * clock is set back. A server that asks to be left alone for longer than an hour is asked after an hour.
 */
const MIN_INTERVAL = 60;
const MAX_INTERVAL = 3600;
const MAX_BACKOFF = 300;
/** In seconds, more than any wait: a longer one means that the clock was set back. */
const MAX_WAIT = 4000;
const TIMEOUT_MS = 15_000;
/** In characters. Current and history have 4,000 together. */
const MAX_TEXT = 300_000;
