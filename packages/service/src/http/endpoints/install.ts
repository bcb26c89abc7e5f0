/** What a phone needs to put the front page beside its apps: manifest and icons. */
import { LANGUAGES, type Language, LIGHT } from "peak-cycle-drawing";
import { plainText } from "../../pages/html.js";
import { localeOf } from "../../pages/locales/locales.js";
import { linkTo, manifestPath, pagePath, type Site } from "../../pages/site.js";
import type { Endpoint, EndpointDeps } from "../endpoint.js";
import { NOT_FOUND } from "../problems.js";
import { staticResponder } from "../responders.js";

/** What the built icons are, by their file names. The maskable one has its logo inside the safe zone. */
const ICONS = {
  "icon-192.png": { sizes: "192x192", purpose: "any" },
  "icon-512.png": { sizes: "512x512", purpose: "any" },
  "icon-maskable-512.png": { sizes: "512x512", purpose: "maskable" },
} as const;

/** One for each language, at a path of its own: some caches leave the query out of their key. */
const manifests: readonly Endpoint[] = LANGUAGES.map((language) => ({
  path: manifestPath(language),
  group: "page" as const,
  responder: ({ config }: EndpointDeps) =>
    staticResponder({ contentType: "application/manifest+json; charset=utf-8" }, () => manifestText(config, language)),
}));

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

/** Besides the icons of the manifest, those that browsers and phones ask for unasked. */
const icons: readonly Endpoint[] = [...Object.keys(ICONS), "apple-touch-icon.png", "favicon.ico"].map((name) => ({
  path: `/${name}`,
  group: "page" as const,
  responder: ({ icons: built }: EndpointDeps) => {
    const bytes = built.get(name);
    if (bytes === undefined) return () => NOT_FOUND;
    return staticResponder({ contentType: name.endsWith(".ico") ? "image/x-icon" : "image/png" }, () => bytes);
  },
}));

export const install: readonly Endpoint[] = [...manifests, ...icons];
