import { LANGUAGES } from "../chart/locale.js";
import { PAGES, pagePath } from "../site/site.js";

/** Every public path that is one fixed text, but for pages: see `pagePath`. */
export const PATHS = {
  current: "/api/public/nhci",
  history: "/api/public/nhci/history",
  meta: "/api/public/nhci/meta",
  proof: "/api/public/nhci/proof",
  leaves: "/api/public/nhci/proof/leaves",
  revisions: "/api/public/nhci/revisions",
  csv: "/api/public/nhci/history.csv",
  text: "/api/public/nhci/score.txt",
  keys: "/.well-known/peak-keys.json",
  atom: "/feed.atom",
  jsonFeed: "/feed.json",
  openapi: "/openapi.json",
  chartScript: "/embed/nhci-chart.js",
  badgeScript: "/embed/nhci-badge.js",
  frame: "/embed/nhci",
  badgeSvg: "/embed/nhci-badge.svg",
  badgePng: "/embed/nhci-badge.png",
  chartSvg: "/embed/nhci-chart.svg",
  chartPng: "/embed/nhci-chart.png",
  card: "/embed/nhci-card.png",
  oembed: "/oembed",
  alive: "/healthz",
  ready: "/readyz",
} as const;

export type Path = (typeof PATHS)[keyof typeof PATHS];

/** Paths with a part of their own, as the router writes them. */
export const PATTERNS = { keptScript: "/embed/:version/:file", asset: "/assets/:file" } as const;

/** Methods of every known path, as `Allow` lists them. */
export const ALLOW = "GET, HEAD, OPTIONS";

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(PATHS),
  ...LANGUAGES.flatMap((language) => PAGES.map((page) => pagePath(page, language))),
]);

/** `/embed/0.1.0-3f9a1c2e/nhci-chart.js`, whether or not the version was ever served, and `/assets/name.js`. */
const PATTERN = /^\/(?:embed\/\d[\w.+-]*|assets)\/[\w-]+\.js$/;

export function isKnownPath(path: string): boolean {
  return KNOWN.has(path) || PATTERN.test(path);
}

/** A request target without its query. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/** Whether a request target is this path, with or without a query. Cheaper than `pathOf`: nothing is cut off. */
export function isPath(target: string, path: Path): boolean {
  if (target.length === path.length) return target === path;
  return target.charCodeAt(path.length) === QUESTION_MARK && target.startsWith(path);
}

const QUESTION_MARK = 63;
