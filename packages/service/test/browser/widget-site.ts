import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { attributionParts } from "peak-cycle-drawing";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { OpenPage, PageOptions } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { noiseOf } from "../support/page-noise.js";

/** What the API answers next. */
export interface ApiAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or a text as it stands. */
  readonly body?: unknown;
}

/** A site that serves the built scripts, and answers of the API as a test writes them. */
export interface WidgetSite {
  readonly origin: string;
  /** Paths asked for below `/api`, oldest first. */
  readonly asked: string[];
  /** From now on; `"drop"` breaks the connection, `"hold"` leaves requests without an answer. */
  api: { current: ApiAnswer | "drop" | "hold"; history: ApiAnswer | "drop" | "hold" };
  /** What widgets ask after a 429; it has nothing yet unless a test says otherwise. */
  fallback: ApiAnswer;
  /** How often that was asked. */
  fallbacksAsked: number;
}

/** Where the publisher says to be. */
export const PUBLIC_SITE = "https://peak.example";

const PUBLISHER = { indexName: "Peak Cycle Index", siteName: "Peak", baseUrl: PUBLIC_SITE };

/** Starts one, closed after the test. @param hasCrypto whether it offers crypto as an asset */
export async function widgetSite(hasCrypto = false): Promise<WidgetSite> {
  const scripts = new Map(["nhci-chart.js", "nhci-badge.js"].map((name) => [name, servedScript(name, hasCrypto)]));
  const site: WidgetSite = {
    origin: "",
    asked: [],
    api: {
      current: { body: currentBody() },
      history: { body: historyBody(), headers: { "cache-control": "max-age=3600" } },
    },
    fallback: hasCrypto ? { body: embedBody() } : { status: 503 },
    fallbacksAsked: 0,
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace(/\?.*/, "");
    const script = scripts.get(path.split("/").at(-1) ?? "");
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-expose-headers", "Retry-After");
    if (path.startsWith("/api/")) {
      site.asked.push(path);
      answer(response, path.endsWith("/history") ? site.api.history : site.api.current);
    } else if (path === "/embed/nhci.json") {
      site.fallbacksAsked++;
      answer(response, site.fallback);
    } else if (script !== undefined) {
      response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(site, { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** The text of a built script as a site serves it. */
export function servedScript(name: string, hasCrypto = false): string {
  return readFileSync(new URL(`../../dist/widgets/${name}`, import.meta.url), "utf8").replace(
    "__PEAK_PUBLISHER__",
    JSON.stringify([...attributionParts(PUBLISHER), ...(hasCrypto ? [1] : [])]),
  );
}

function answer(response: ServerResponse, what: ApiAnswer | "drop" | "hold"): void {
  if (what === "hold") return;
  if (what === "drop") return void response.destroy();
  const { status = 200, headers = { "cache-control": "max-age=60" }, body } = what;
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body ?? { ok: false }));
}

/** The current answer, with some fields of `btc` changed. */
export function currentBody(changes: Readonly<Record<string, unknown>> = {}): object {
  return {
    ok: true,
    btc: {
      score: 72.4,
      phase: "Hot Zone",
      phase_key: "HOT",
      signal: "CAUTION",
      context: { descent_guard: null, top_risk: null },
      updated_at: "2026-11-21T10:00:00.000Z",
      stale: false,
      ...changes,
    },
    crypto: { score: 61.2, phase: "Hot Zone" },
    market: { btc_price_usd: 97123.45, btc_dominance_pct: 57.1, fear_greed: { value: 71, classification: "Greed" } },
  };
}

/**
 * The answer for embeds of a site that offers crypto, whose score is that of Bitcoin, with some of its fields changed.
 */
export function embedBody(changes: Readonly<Record<string, unknown>> = {}): object {
  const { btc } = currentBody() as { btc: object };
  const { data } = historyBody() as { data: readonly { date: string; score: number; phase_key: string }[] };
  const days = data.map(({ date, score, phase_key }) => ({ date, score, phase_key }));
  return { ...currentBody(), ...historyBody(), crypto: { ...btc, data: days, ...changes } };
}

/** 30 days up to 2026-11-21, climbing from 40 to 69. */
function historyBody(): object {
  const data = Array.from({ length: 30 }, (_, i) => ({
    date: new Date(Date.UTC(2026, 9, 23 + i)).toISOString().slice(0, 10),
    score: 40 + i,
    score_smoothed: 39.5 + i,
    phase: i < 20 ? "Bull Active" : "Hot Zone",
    phase_key: i < 20 ? "BULL" : "HOT",
    btc_price_usd: 80000 + 500 * i,
  }));
  return { ok: true, asset: "BTC", days: 30, data };
}

/** Script tags of both kinds. */
export function scriptTags({ origin }: WidgetSite): string {
  return ["chart", "badge"].map((kind) => `<script src="${origin}/embed/nhci-${kind}.js"></script>`).join("");
}

interface VisitOptions extends PageOptions {
  /** A new one by default. */
  readonly site?: WidgetSite;
  /** What stands before the body. */
  readonly head?: string;
  /** Before the page is loaded. */
  readonly prepare?: (page: Page, site: WidgetSite) => Promise<unknown>;
}

/**
 * A page of someone else with hosts and both scripts, what its console and its errors say, and the site that it asks.
 */
export async function visitHosts(open: OpenPage, hosts: string, options: VisitOptions = {}) {
  const { site = await widgetSite(), head = "", prepare, ...window } = options;
  const page = await open(window);
  const { lines: faults } = noiseOf(page);
  await prepare?.(page, site);
  await page.goto((await foreignPage({ html: `${head}<body>${hosts}${scriptTags(site)}` })).url);
  return { site, page, faults };
}
