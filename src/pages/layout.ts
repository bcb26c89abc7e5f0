import { createHash } from "node:crypto";
import { type Html, html, Html as Markup } from "./html.js";
import { STYLE } from "./style.js";

/** What every page says about the site. */
export interface Site {
  readonly indexName: string;
  readonly siteName: string;
  readonly baseUrl: URL;
  readonly simulated: boolean;
}

/** The browser may use our one style and nothing else. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A whole page. Links inside are relative, so that it also works under a path of someone's domain. */
export function layout(site: Site, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
${site.simulated ? html`<p class="mark">Simulated market: these numbers are made up and describe no real asset.</p>` : undefined}
${body}
<footer>${attributionLine(site)}</footer>
</body>
</html>
`.text;
}

/** The line whoever shows a score has to show: index, service, site address. */
export function attributionLine({ indexName, siteName, baseUrl }: Site): Html {
  return html`${indexName} by ${siteName} · <a href="${baseUrl.href}">${baseUrl.host}</a>`;
}
