import type { Language } from "../../chart/locale.js";
import { type Html, html, plainText, trustedHtml } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { addressOf, pagePath, type Site } from "../site.js";

/** The score that a page shows, and the days that its data span. */
interface Moment {
  /** 0..100, one decimal. */
  readonly score: number;
  /** In the language of the page. */
  readonly phase: string;
  /** When it was computed; ISO 8601. */
  readonly computedAt: string;
  /** YYYY-MM-DD; `undefined` while there is no past. */
  readonly from: string | undefined;
}

/**
 * The site and its data for search engines, in the words of schema.org. The number stands there with the moment of its
 * computation, so that it is true however old the page is. A block of data is no script: the policy has nothing to allow.
 */
export function structuredData(site: Site, language: Language, { score, phase, computedAt, from }: Moment): Html {
  const url = addressOf(site, pagePath("home", language));
  const download = (path: string, encodingFormat: string) => ({
    "@type": "DataDownload",
    contentUrl: addressOf(site, path),
    encodingFormat,
  });
  const dataset = {
    "@type": "Dataset",
    name: site.indexName,
    description: plainText(localeOf(language).home.description),
    url,
    inLanguage: language,
    isAccessibleForFree: true,
    license: addressOf(site, pagePath("attribution", language)),
    creator: { "@type": "Organization", name: site.siteName, url: addressOf(site, "/") },
    measurementTechnique: addressOf(site, pagePath("method", language)),
    ...(from === undefined ? {} : { temporalCoverage: `${from}/..` }),
    dateModified: computedAt,
    variableMeasured: {
      "@type": "PropertyValue",
      name: `${site.indexName}, ${computedAt}`,
      description: phase,
      value: score,
      minValue: 0,
      maxValue: 100,
    },
    distribution: [
      download("/api/public/nhci", "application/json"),
      download("/api/public/nhci/history", "application/json"),
      download("/api/public/nhci/history.csv", "text/csv"),
    ],
  };
  const website = { "@type": "WebSite", name: site.siteName, alternateName: site.indexName, url, inLanguage: language };
  const text = JSON.stringify({ "@context": "https://schema.org", "@graph": [website, dataset] });
  return html`<script type="application/ld+json">${trustedHtml(text.replaceAll("<", "\\u003c"))}</script>`;
}
