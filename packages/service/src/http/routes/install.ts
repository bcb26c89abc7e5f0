/** What a phone needs to put the front page beside its apps: manifest and icons. */
import type { FastifyInstance } from "fastify";
import { LANGUAGES, type Language, LIGHT } from "peak-cycle-drawing";
import { plainText } from "../../pages/html.js";
import { localeOf } from "../../pages/locales/locales.js";
import { linkTo, manifestPath, pagePath, type Site } from "../../pages/site.js";
import { constant, type Edge } from "../edge.js";

/** @param icons by file name: those of the manifest, and what browsers and phones ask for unasked */
export function install(app: FastifyInstance, edge: Edge, icons: ReadonlyMap<string, Uint8Array>): void {
  // One for each language, at a path of its own: some caches leave the query out of their key.
  for (const language of LANGUAGES) {
    constant(app, edge, manifestPath(language), undefined, () => ({
      type: "application/manifest+json; charset=utf-8",
      body: manifestText(edge.site, language),
    }));
  }
  for (const [name, body] of icons) {
    const type = name.endsWith(".ico") ? "image/x-icon" : "image/png";
    constant(app, edge, `/${name}`, undefined, () => ({ type, body }));
  }
}

/** What the built icons are, by their file names. The maskable one has its logo inside the safe zone. */
const ICONS = {
  "icon-192.png": { sizes: "192x192", purpose: "any" },
  "icon-512.png": { sizes: "512x512", purpose: "any" },
  "icon-maskable-512.png": { sizes: "512x512", purpose: "maskable" },
} as const;

function manifestText({ indexName, siteName, baseUrl }: Site, language: Language): string {
  // All addresses count from that of the manifest, so that the site may stand below a path.
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
