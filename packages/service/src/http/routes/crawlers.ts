/** For search engines: `/robots.txt` and `/sitemap.xml`. */
import type { FastifyInstance } from "fastify";
import { escapeMarkup } from "peak-cycle-drawing";
import { addressOf, languagesOf, PAGES, type Page, pagePath, type Site } from "../../pages/site.js";
import { constantRoute, type Edge } from "../edge.js";
import { TEXT_TYPE } from "../responses.js";

export function crawlerRoutes(app: FastifyInstance, edge: Edge): void {
  const { site } = edge;
  constantRoute(app, edge, "/robots.txt", undefined, () => ({
    type: TEXT_TYPE,
    body: `User-agent: *\nAllow: /\n\nSitemap: ${addressOf(site, "/sitemap.xml")}\n`,
  }));
  constantRoute(app, edge, "/sitemap.xml", undefined, () => ({
    type: "application/xml; charset=utf-8",
    body: sitemapOf(site),
  }));
}

/** Every page in all its languages, each with its alternates in the other languages. */
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
