/** Shows the score's age, reloads the page when there is a newer score, and marks a score over two hours old. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** As in the API's responses: two hours. */
const STALE_MINUTES = 120;
/** From this age on, a date is more useful than an age. */
const DAY_MINUTES = 1440;

const script = document.currentScript as HTMLScriptElement | null;

export function follow(): void {
  const age = document.querySelector<HTMLElement>("#age");
  if (age === null) return;
  const { at = "", next = "" } = age.dataset;
  const computedAt = Date.parse(at);
  const sayAge = () => writeAge(age, computedAt);
  sayAge();
  setInterval(sayAge, MINUTE / 2);

  // A cached page may be older than the response, so the first request waits until a minute after it was opened. It
  // never waits for more than an hour, whatever the reader's clock says.
  const openedAt = Date.now();
  let due = Math.max(openedAt + MINUTE, Math.min(openedAt + HOUR, Date.parse(next) || 0));
  const ask = async () => {
    const wait = due - Date.now();
    if ((wait > 0 && wait <= HOUR) || document.hidden) return;
    due = Date.now() + MINUTE * (1 + Math.random());
    try {
      const answer = await fetch(new URL("../embed/nhci.json", script?.src));
      const { btc } = (await answer.json()) as { readonly btc?: { readonly updated_at?: string } };
      if (Date.parse(btc?.updated_at ?? "") > computedAt) location.reload();
    } catch {
      // The next attempt follows in a minute or two.
    }
  };
  setInterval(ask, 10_000);
  document.addEventListener("visibilitychange", ask);
}

/** Counts by the reader's clock; if that is slow, the score is at least as old as the page has been open. */
function writeAge(age: HTMLElement, computedAt: number): void {
  const { stale = "", dated = "", old = "" } = age.dataset;
  const ageMs = Date.now() - computedAt;
  const minutes = Math.floor(Math.max(ageMs, performance.now()) / MINUTE);
  const { lang } = document.documentElement;
  if (minutes <= STALE_MINUTES) {
    if (ageMs < 0) return; // the page shows the time
    const ago = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
    age.textContent = minutes < 60 ? ago.format(-minutes, "minute") : ago.format(-Math.floor(minutes / 60), "hour");
    return;
  }
  const hours = new Intl.NumberFormat(lang, { style: "unit", unit: "hour", unitDisplay: "short" });
  age.textContent = minutes < DAY_MINUTES ? stale.replace("{}", hours.format(Math.floor(minutes / 60))) : dated;
  const hero = age.closest(".hero:not(.stale)");
  if (hero) document.title = old + document.title;
  hero?.classList.add("stale");
}
