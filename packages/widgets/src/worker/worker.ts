import { LANGUAGES } from "peak-cycle-drawing";

/**
 * Keeps the last front page with a score, so that the installed site opens without a network. The network comes first; what is
 * kept is shown only when it does not answer, and says that it is old. Nothing but front pages that a reader opens is ever
 * answered or kept: requests of scripts, pictures, widgets and the API never come by here.
 */
declare const self: ServiceWorkerGlobalScope;

/** The name has the scope: other sites may stand on the same origin, each below a path of its own. */
const CACHE = `peak-front-page ${self.registration.scope}`;

/** After this long without an answer the network counts as gone. */
const TIMEOUT_MS = 6000;

/** What a kept page needs to be shown under its policy. */
const KEPT_HEADERS = ["Content-Type", "Content-Security-Policy", "Referrer-Policy"];

/** Stands in every page with a score: the words for its title and a note, both unseen until the page is an old copy. */
const NOTE = /(<[^>]* id="saved" data-old="([^"]*)") hidden/;

const FRONT_PAGES = LANGUAGES.map(
  (language) => new URL(language === "en" ? "" : language, self.registration.scope).href,
);

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

/** The page that is open was loaded before there was a worker. */
self.addEventListener("activate", (event) => {
  const keepOpenPages = async () => {
    for (const { url } of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) {
      const page = frontPageAt(url);
      if (page !== undefined) await keep(page, await fetch(page));
    }
  };
  event.waitUntil(keepOpenPages());
});

self.addEventListener("fetch", (event) => {
  const page = event.request.mode === "navigate" ? frontPageAt(event.request.url) : undefined;
  if (page !== undefined) event.respondWith(newestOrKept(event, page));
});

/** The front page at an address, whatever its query; `undefined` for any other. */
function frontPageAt(url: string): string | undefined {
  const { origin, pathname } = new URL(url);
  return FRONT_PAGES.find((page) => page === origin + pathname);
}

async function newestOrKept(event: FetchEvent, page: string): Promise<Response> {
  const newest = fetch(event.request);
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIMEOUT_MS));
  const answer = await Promise.race([newest.catch(() => undefined), late]);
  if (answer !== undefined && answer.status < 500) {
    if (answer.ok) event.waitUntil(keep(page, answer.clone()));
    return answer;
  }
  return (await keptCopy(page)) ?? newest;
}

/** Keeps a page as it was served, if it has a score. */
async function keep(page: string, response: Response): Promise<void> {
  const text = await response.text();
  if (!response.ok || !NOTE.test(text)) return;
  const headers = KEPT_HEADERS.map((name): [string, string] => [name, response.headers.get(name) ?? ""]);
  await (await caches.open(CACHE)).put(page, new Response(text, { headers }));
}

/** The page in this language, else in the one that was read last, marked as old. */
async function keptCopy(page: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  const kept = (await cache.match(page)) ?? (await cache.match((await cache.keys()).at(-1) ?? page));
  if (kept === undefined) return undefined;
  const text = await kept.text();
  const old = NOTE.exec(text)?.[2] ?? "";
  const marked = text
    .replace(NOTE, "$1")
    .replace("<html ", "<html data-saved ")
    .replace("<title>", () => `<title>${old}`);
  return new Response(marked, { headers: kept.headers });
}
