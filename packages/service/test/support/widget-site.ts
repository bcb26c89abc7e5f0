/** A site that serves the built scripts, and API responses written by the test. */
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { attributionParts } from "peak-cycle-drawing";
import type { Page } from "playwright-core";
import { noiseOf, type OpenPage, type PageOptions } from "./browser.js";
import { foreignPage, serve } from "./foreign-page.js";

/** A response of the API; `"drop"` breaks the connection. */
type ApiAnswer =
  | "drop"
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown };

/** The publisher's URL. */
export const PUBLIC_SITE = "https://peak.example";
/** The attribution line that every widget shows. */
export const LINE = "Peak Cycle Index by Peak";

export const BADGE = "<div data-nhci-badge></div>";
export const CHART = "<div data-nhci-widget></div>";

/** The text of a built script as a site serves it. */
export function servedScript(name: string, hasCrypto = false): string {
  const parts = attributionParts({ indexName: "Peak Cycle Index", siteName: "Peak", baseUrl: PUBLIC_SITE });
  const text = readFileSync(new URL(`../../dist/widgets/${name}`, import.meta.url), "utf8");
  return text.replace("__PEAK_PUBLISHER__", JSON.stringify([...parts, ...(hasCrypto ? [1] : [])]));
}

/** Starts a site, closed after the test. @param hasCrypto whether it offers crypto as an asset */
export async function widgetSite(hasCrypto = false) {
  const answers: Record<string, ApiAnswer> = {
    "/api/public/nhci": { body: currentBody() },
    "/api/public/nhci/history": { body: historyBody() },
    "/embed/nhci.json": { status: 503 },
    "/embed/nhci-cycle.json": { body: cycleBody() },
  };
  const asked: string[] = [];
  const port = await serve((request, response) => {
    const path = (request.url ?? "").replace(/\?.*/, "");
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-expose-headers", "Retry-After");
    if (/nhci-(chart|badge)\.js$/.test(path)) {
      const script = servedScript(path.split("/").at(-1) ?? "", hasCrypto);
      response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
    } else if (answers[path] !== undefined) {
      asked.push(path);
      answer(response, answers[path]);
    } else response.writeHead(404).end();
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Requested paths of data, oldest first. */
    asked,
    /** The responses from now on. */
    answers,
    setScore: (changes: object) => {
      answers["/api/public/nhci"] = { body: currentBody(changes) };
    },
  };
}

export type WidgetSite = Awaited<ReturnType<typeof widgetSite>>;

function answer(response: ServerResponse, what: ApiAnswer): void {
  if (what === "drop") return void response.destroy();
  const { status = 200, headers, body } = what;
  // A browser's cache does not use the test's clock.
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body ?? { ok: false }));
}

/** The current response, with some fields of `btc` changed. */
export function currentBody(changes: object = {}) {
  const btc = {
    ...{ score: 72.4, phase: "Hot Zone", phase_key: "HOT", signal: "CAUTION", stale: false },
    ...{ context: { descent_guard: null, top_risk: null }, updated_at: "2026-11-21T10:00:00.000Z", ...changes },
  };
  const market = {
    btc_price_usd: 97123.45,
    btc_dominance_pct: 57.1,
    fear_greed: { value: 71, classification: "Greed" },
  };
  return { ok: true, btc, crypto: { score: 61.2, phase: "Hot Zone" }, market };
}

/** 30 days up to 2026-11-21, climbing from 40 to 69. */
export function historyBody() {
  const data = Array.from({ length: 30 }, (_, i) => ({
    ...{
      date: new Date(Date.UTC(2026, 9, 23 + i)).toISOString().slice(0, 10),
      score: 40 + i,
      score_smoothed: 39.5 + i,
    },
    ...(i < 20 ? { phase: "Bull Active", phase_key: "BULL" } : { phase: "Hot Zone", phase_key: "HOT" }),
    btc_price_usd: 80000 + 500 * i,
  }));
  return { ok: true, asset: "BTC", days: 30, data };
}

/** 600 weeks up to 2026-11-16, through all phases, with a high and a low. */
function cycleBody() {
  const scores = Array.from({ length: 600 }, (_, i) => Math.round(50 + 45 * Math.sin(i / 33)));
  const turns = [
    { kind: "high", date: "2024-03-04", score: 90, price_usd: 73000 },
    { kind: "low", date: "2025-03-03", score: 12, price_usd: 51000 },
  ];
  return { ok: true, first_date: "2015-05-25", scores, prices_usd: scores.map((_, i) => 200 + 150 * i), turns };
}

/** Script tags for chart and badge. */
export function scriptTags({ origin }: WidgetSite): string {
  return ["chart", "badge"].map((kind) => `<script src="${origin}/embed/nhci-${kind}.js"></script>`).join("");
}

const HEAD = `<!doctype html><html lang="en"><title>Theirs</title><meta name="viewport" content="width=device-width">
<style>body { margin: 0 }</style>`;

interface VisitOptions extends PageOptions {
  /** A new site by default. */
  readonly site?: WidgetSite;
  /** Called before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Someone's page with hosts and both scripts, its console messages and errors, and the site that it queries. */
export async function visitHosts(open: OpenPage, hosts: string, options: VisitOptions = {}) {
  const { site = await widgetSite(), prepare, ...window } = options;
  const page = await open(window);
  const { lines: faults } = noiseOf(page);
  await prepare?.(page);
  await page.goto(await foreignPage(`${HEAD}<body>${hosts}${scriptTags(site)}`));
  return { site, page, faults };
}
