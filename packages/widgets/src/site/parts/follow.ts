/** Shows the score's age, reloads the page when there is a newer score, and marks a score over two hours old. */
const MINUTE = 60_000;
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
  const sayAge = () => writeAge(age, Math.floor((Date.now() - computedAt) / MINUTE));
  sayAge();
  setInterval(sayAge, MINUTE / 2);

  // A cached page may be older than the response, so the first request waits until a minute after it was opened.
  let due = Math.max(Date.parse(next) || 0, Date.now() + MINUTE);
  const ask = async () => {
    if (Date.now() < due || document.hidden) return;
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

function writeAge(age: HTMLElement, minutes: number): void {
  const { stale = "", dated = "", old = "" } = age.dataset;
  const hero = age.closest(".hero");
  if (!(minutes >= 0) || hero === null) return;
  const { lang } = document.documentElement;
  if (minutes <= STALE_MINUTES) {
    const ago = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
    age.textContent = minutes < 60 ? ago.format(-minutes, "minute") : ago.format(-Math.floor(minutes / 60), "hour");
    return;
  }
  const hours = new Intl.NumberFormat(lang, { style: "unit", unit: "hour", unitDisplay: "short" });
  age.textContent = minutes < DAY_MINUTES ? stale.replace("{}", hours.format(Math.floor(minutes / 60))) : dated;
  if (hero.classList.contains("stale")) return;
  hero.classList.add("stale");
  document.title = old + document.title;
}
