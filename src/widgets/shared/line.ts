/** What is known of one address. */
export interface Answer {
  /** Of the last good answer. */
  readonly body?: unknown;
  /** HTTP status of the last attempt if it failed, 0 when no answer came. */
  readonly fault?: number;
}

type Hear = (answer: Answer) => void;

/**
 * Times in seconds. A good answer is kept for at least the first and at most the second, whatever the server says, and
 * though the clock be set back.
 */
const LEAST_REST = 60;
const MOST_REST = 3600;
/** After a good answer: at random up to this part of its life on top, 36 s of an hour. */
const SPREAD = 99;
/** A server that says nothing is given up. */
const DEADLINE = 15;
/** After failures: at random up to 5, 10, 20 … 300 s, on top of what the server asks for, and of 1 s. */
const FIRST_WAIT = 5;
const MOST_WAIT = 300;
/** In characters. Current and history have 4,000 together, the iframe page 60,000. */
const MOST_TEXT = 300_000;

/**
 * One address, asked again and again while somebody listens and the page is in sight; without a header of our own, so
 * without a preflight, and through the browser's cache.
 *
 * @param read a body from its text; throws when it is none
 * @param due when to ask first, in ms since 1970
 * @returns listens: calls at once with what is known, and after each attempt; what it throws is dropped
 */
export function line(url: string, read: (text: string) => unknown, due = 0): (hear: Hear) => () => void {
  const hearers = new Set<Hear>();
  let answer: Answer = {};
  let misses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let call: AbortController | null;
  let life: AbortController;
  let next = due;

  const tell = (hear: Hear): void => {
    try {
      hear(answer);
    } catch {
      // One widget's fault, perhaps of another version, must not end the others.
    }
  };

  const pause = (): void => {
    clearTimeout(timer);
    call?.abort();
    call = null;
  };

  const plan = (): void => {
    if (document.hidden || call) return;
    clearTimeout(timer);
    timer = setTimeout(ask, Math.max(0, Math.min(1000 * MOST_REST, next - Date.now())));
  };

  const ask = async (): Promise<void> => {
    const mine = new AbortController();
    let [fault, rest] = [0, 0];
    let body: unknown;
    call = mine;
    timer = setTimeout(() => mine.abort(), DEADLINE * 1000);
    try {
      const response = await fetch(url, mine);
      const { ok, headers } = response;
      fault = response.status;
      rest =
        Number(ok ? /max-age=(\d+)/.exec(`${headers.get("cache-control")}`)?.[1] : headers.get("retry-after")) || 0;
      if (ok) body = read((await response.text()).slice(0, MOST_TEXT));
    } catch {
      // No answer, or none that can be read.
    }
    if (call !== mine) return; // paused meanwhile
    pause();
    answer = body ? { body } : { ...answer, fault };
    misses = body ? 0 : misses + 1;
    next = Date.now() + 1000 * delay(rest, misses);
    plan();
    hearers.forEach(tell);
  };

  const wake = ({ type }: Event): void => {
    if (type === "online" && answer.fault === 0) next = 0;
    if (document.hidden || type === "pagehide") pause();
    else plan();
  };

  return (hear) => {
    if (!hearers.size) {
      life = new AbortController();
      for (const type of ["visibilitychange", "pagehide", "pageshow", "online"]) addEventListener(type, wake, life);
    }
    hearers.add(hear);
    plan();
    tell(hear);
    return () => {
      if (!hearers.delete(hear) || hearers.size) return;
      life.abort();
      pause();
    };
  };
}

/**
 * Seconds to the next attempt. Visitors must not come in step, neither after failures nor at 06:00, when the history of all
 * of them ends.
 *
 * @param rest seconds that the server asked for
 * @param misses failures in a row
 */
function delay(rest: number, misses: number): number {
  const least = misses ? rest + 1 : Math.max(rest, LEAST_REST);
  const spread = misses ? Math.min(MOST_WAIT, (FIRST_WAIT / 2) * 2 ** misses) : rest / SPREAD;
  return least + Math.random() * spread;
}
