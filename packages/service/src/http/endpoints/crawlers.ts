/** What search engines ask for: which paths they may read, and the list of pages. */
import { escapeMarkup } from "peak-cycle-drawing";
import { addressOf, languagesOf, PAGES, type Page, pagePath, type Site } from "../../pages/site.js";
import type { Endpoint } from "../endpoint.js";
import { staticResponder } from "../responders.js";
import { PLAIN_TEXT } from "../response-variants.js";

/** Everything may be read. */
export const robots: Endpoint = {
  path: "/robots.txt",
  group: "page",
  responder: ({ config }) =>
    staticResponder(PLAIN_TEXT, () => `User-agent: *\nAllow: /\n\nSitemap: ${addressOf(config, "/sitemap.xml")}\n`),
};

/** Every page in all its languages, and beside each entry the same page in the other languages. */
export const sitemap: Endpoint = {
  path: "/sitemap.xml",
  group: "page",
  responder: ({ config }) =>
    staticResponder({ contentType: "application/xml; charset=utf-8" }, () => sitemapOf(config)),
};

function sitemapOf(site: Site): string {
  const pages = PAGES.flatMap((page) =>
    languagesOf(page).map((language) => {
      const location = escapeMarkup(addressOf(site, pagePath(page, language)));
      return `<url><loc>${location}</loc>\n${twins(site, page)}\n</url>`;
    }),
  );
  const spaces = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${pages.join("\n")}\n</urlset>\n`;
}

function twins(site: Site, page: Page): string {
  const links = [...languagesOf(page), "x-default" as const].map((language) => {
    const href = addressOf(site, pagePath(page, language === "x-default" ? "en" : language));
    return `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeMarkup(href)}"/>`;
  });
  return links.join("\n");
}
