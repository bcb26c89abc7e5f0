/** The closed list of public paths in the contract, each with the media type of its response. */

const CURRENT = "/api/public/nhci";

const LANGUAGES = ["de", "es", "fr", "pt"];
const TRANSLATED = ["", "/embed", "/attribution"];
const HTML = [
  ...["/", "/record", "/method", "/status", "/docs", "/feed", "/embed", "/attribution"],
  ...LANGUAGES.flatMap((language) => TRANSLATED.map((page) => `/${language}${page}`)),
  ...["all", "cycle", "1y", "30d"].map((range) => `/?range=${range}`),
  ...["/embed/nhci", "/embed/nhci?theme=dark&lang=de&asset=btc"],
];

const SIZES = ["", "?size=sm", "?size=md", "?size=lg", "?theme=dark", "?lang=fr&theme=light"];
const PICTURES = [
  ...["badge", "chart", "cycle", "share"].flatMap((name) => SIZES.map((query) => `/embed/nhci-${name}.svg${query}`)),
  "/embed/nhci-badge.svg?style=flat",
];

export interface PublicPath {
  readonly path: string;
  readonly type: string;
  /** Whether it counts against the limit. */
  readonly isMetered?: true;
  /** Whether it states the limit of the metered paths without counting, as in the sandbox. */
  readonly namesLimit?: true;
  /** Differs from second to second, or between instances. */
  readonly isTimed?: true;
}

const of = (type: string, paths: readonly string[]): readonly PublicPath[] => paths.map((path) => ({ path, type }));

export const PUBLIC_PATHS: readonly PublicPath[] = [
  { path: CURRENT, type: "application/json", isMetered: true },
  { path: `${CURRENT}/history`, type: "application/json", isMetered: true },
  { path: `${CURRENT}/meta`, type: "application/json", isTimed: true },
  ...of("application/json", [`${CURRENT}/record`, `${CURRENT}/revisions`, `${CURRENT}/proof`]),
  ...of("application/json", ["/embed/nhci.json", "/openapi.json", "/sandbox"]),
  ...of("application/jwk-set+json", ["/.well-known/peak-keys.json"]),
  { path: `/sandbox/hot${CURRENT}`, type: "application/json", namesLimit: true },
  { path: `/sandbox/hot${CURRENT}/history`, type: "application/json", namesLimit: true },
  ...of("text/plain", [`${CURRENT}/proof/leaves`, `${CURRENT}/score.txt`, "/llms.txt", "/robots.txt"]),
  ...of("text/csv", [`${CURRENT}/history.csv`]),
  ...of("application/atom+xml", ["/feed.atom"]),
  ...of("application/feed+json", ["/feed.json"]),
  ...of("text/html", HTML).map((each) => (each.path === "/status" ? { ...each, isTimed: true as const } : each)),
  ...of("text/javascript", ["/embed/nhci-chart.js", "/embed/nhci-badge.js"]),
  ...of("image/svg+xml", PICTURES),
  ...of("image/png", [
    "/embed/nhci-badge.png",
    "/embed/nhci-chart.png",
    "/embed/nhci-cycle.png",
    "/embed/nhci-share.png",
  ]),
  ...of("application/xml", ["/sitemap.xml"]),
  ...of("application/manifest+json", ["/manifest.webmanifest"]),
  ...of("image/x-icon", ["/favicon.ico"]),
];

/** For operators; never cached. */
export const HEALTH_PATHS = ["/healthz", "/readyz"];
