/**
 * Keeps an open front page true: says how old the score is, loads the page again when there is a newer one, and marks a score
 * of more than two hours. Where the site has a worker, registers it, so that the page is kept for the time without a network.
 */
import { poller } from "../shared/poller.js";

const MINUTE = 60_000;
/** As in the answers of the API: two hours. */
const STALE_MINUTES = 120;

const script = document.currentScript as HTMLScriptElement | null;
const age = document.querySelector<HTMLElement>("#age");

if (age !== null) keepTrue(age);
if (age && "worker" in age.dataset) keepCopy(new URL("../worker.js", script?.src).href);

/** @param shown of the score: `data-at` when it was computed, `data-next` when the next one is due, and the words for a stale one */
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
    if (isStale) markStale();
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
function markStale(): void {
  const section = document.querySelector(".now");
  if (section === null || section.classList.contains("stale")) return;
  section.classList.add("stale");
  const { old = "" } = document.querySelector<HTMLElement>("#saved")?.dataset ?? {};
  document.title = old + document.title;
}

/** The page's policy allows one Trusted Types policy by name, which lets through the one address of the worker. */
function keepCopy(worker: string): void {
  if ("serviceWorker" in navigator) {
    const createScriptURL = (address: string) => {
      if (address !== worker) throw new TypeError("the worker has one address");
      return address;
    };
    const { trustedTypes } = window as Window & { readonly trustedTypes?: TrustedTypes };
    const policy = trustedTypes?.createPolicy("peak-worker", { createScriptURL });
    // A private window may refuse it: then there is no copy, and nothing else is missing.
    navigator.serviceWorker.register(policy?.createScriptURL(worker) ?? worker).catch(() => undefined);
  }
  // An old copy gives way to the newest page when the network is back.
  if ("saved" in document.documentElement.dataset) addEventListener("online", () => location.reload());
}

interface TrustedTypes {
  /** `register` takes what it returns as it takes a text. */
  createPolicy(
    name: "peak-worker",
    rules: { readonly createScriptURL: (address: string) => string },
  ): { readonly createScriptURL: (address: string) => string };
}
