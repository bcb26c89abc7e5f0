/** How widgets ask the API: each address once for all scripts of ours on a page. */

/**
 * What is known of an address. It is asked again when that is due and somebody sees the page, through the browser's
 * cache and without a header of our own, so without a preflight. What the browser says about being offline delays
 * nothing.
 *
 * @param onAnswer called after the attempt that this call begins, if it does
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
 * After a 429 of the API, whose limit readers behind one address share, the answer without a limit is asked once: it
 * has the fields of both endpoints. The next attempt is still as late as the refusal demands.
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
    // Digits alone: a negative wait, a date or a word counts as none.
    interval ||= Number(/(?:^|max-age=)(\d+)/.exec(`${headers.get(ok ? "cache-control" : "retry-after")}`)?.[1] ?? 0);
    const text = await response.text(); // also of a refusal: unread, it would keep its connection
    if (ok) body = JSON.parse(text);
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
 * there. The number is the version of this protocol: scripts of another one ask separately.
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
}

const KEY = /* @__PURE__ */ Symbol.for("peak.api.1");

/**
 * Seconds to the next attempt. Visitors must not poll in step, neither after failures nor at 06:00, when the history
 * expires in every cache: after failures up to 5, 10, 20 … 300 s are added, after answers a hundredth of the time.
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

/** Limits in seconds for the time between an answer and the next request, whatever the server asks for. */
const MIN_INTERVAL = 60;
const MAX_INTERVAL = 3600;
const MAX_BACKOFF = 300;
/** In seconds, more than any wait: a longer one means that the clock was set back. */
const MAX_WAIT = 4000;
const TIMEOUT_MS = 15_000;
