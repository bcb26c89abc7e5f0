/**
 * Keeps an open front page true: says how old the score is, loads the page again when there is a newer one, and marks a score
 * of more than two hours.
 */
import { poller } from "../shared/poller.js";

const MINUTE = 60_000;
/** As in the answers of the API: two hours. */
const STALE_MINUTES = 120;

const script = document.currentScript as HTMLScriptElement | null;
const age = document.querySelector<HTMLElement>("#age");

if (age !== null) keepTrue(age);

/** @param shown of the score: `data-at` when it was computed, `data-next` when the next one is due, and the words for a stale one: `data-stale` in the place of its age, `data-old` before the title */
function keepTrue(shown: HTMLElement): void {
  const { at = "", next = "", stale = "" } = shown.dataset;
  const computedAt = Date.parse(at);
  const isMarked = shown.textContent !== "";
  const ago = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: "short", numeric: "auto" });
  const sayAge = (): void => {
    const minutes = Math.max(0, Math.floor((Date.now() - computedAt) / MINUTE));
    const isStale = minutes > STALE_MINUTES;
    if (isMarked || !(minutes >= 0)) return;
    shown.textContent = isStale ? stale.replace("{}", hours(minutes)) : ago.format(-minutes, "minute");
    if (isStale) markStale(shown);
  };
  sayAge();
  setInterval(sayAge, MINUTE / 2);

  // A page from a cache may be older than the answer for as long as caches keep it: it is loaded once a minute at most.
  const due = Math.max(Date.parse(next) || 0, Date.now() + MINUTE);
  poller(
    new URL("../embed/nhci.json", script?.src).href,
    JSON.parse,
    due,
  )(({ body }) => {
    const { btc } = (body ?? {}) as { readonly btc?: { readonly updated_at?: string } };
    if (Date.parse(btc?.updated_at ?? "") > computedAt) location.reload();
  });
}

function hours(minutes: number): string {
  const unit = { style: "unit", unit: "hour", unitDisplay: "short" } as const;
  return new Intl.NumberFormat(document.documentElement.lang, unit).format(Math.floor(minutes / 60));
}

/** As the server draws a stale score: dimmed, and with a mark before its title. */
function markStale({ dataset }: HTMLElement): void {
  const section = document.querySelector(".now");
  if (section === null || section.classList.contains("stale")) return;
  section.classList.add("stale");
  document.title = (dataset["old"] ?? "") + document.title;
}
