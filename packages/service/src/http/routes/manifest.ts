/** Manifest and icons, for adding the front page to a phone's home screen. */
import type { FastifyInstance } from "fastify";
import { LANGUAGES, type Language, LIGHT } from "peak-cycle-drawing";
import { plainText } from "../../pages/html.js";
import { localeOf } from "../../pages/locales/locales.js";
import { linkTo, manifestPath, pagePath, type Site } from "../../pages/site.js";
import { constantRoute, type Edge } from "../edge.js";

/** @param icons by file name: those in the manifest, and those that browsers and phones request by default */
export function manifestRoutes(app: FastifyInstance, edge: Edge, icons: ReadonlyMap<string, Uint8Array>): void {
  // One path per language, because some caches ignore the query.
  for (const language of LANGUAGES) {
    constantRoute(app, edge, manifestPath(language), undefined, () => ({
      type: "application/manifest+json; charset=utf-8",
      body: manifestText(edge.site, language),
    }));
  }
  for (const [name, body] of icons) {
    const type = name.endsWith(".ico") ? "image/x-icon" : "image/png";
    constantRoute(app, edge, `/${name}`, undefined, () => ({ type, body }));
  }
}

/** The built icons by file name. The maskable one keeps its logo inside the safe zone. */
const ICONS = {
  "icon-192.png": { sizes: "192x192", purpose: "any" },
  "icon-512.png": { sizes: "512x512", purpose: "any" },
  "icon-maskable-512.png": { sizes: "512x512", purpose: "maskable" },
} as const;

function manifestText({ indexName, siteName, baseUrl }: Site, language: Language): string {
  // All URLs are relative to the manifest, so that the site can live below a path.
  const link = (to: string) => linkTo(manifestPath(language), to);
  return JSON.stringify({
    id: baseUrl.pathname,
    name: indexName,
    short_name: siteName,
    description: plainText(localeOf(language).home.description),
    lang: language,
    start_url: link(pagePath("home", language)),
    scope: link("/"),
    display: "standalone",
    background_color: LIGHT.background,
    theme_color: LIGHT.background,
    categories: ["finance"],
    icons: Object.entries(ICONS).map(([name, icon]) => ({ src: link(`/${name}`), type: "image/png", ...icon })),
  });
}
