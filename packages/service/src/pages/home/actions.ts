/** The front page's actions: share, picture, embed and feed. */
import { embedPath } from "peak-cycle-drawing";
import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { addressOf, type PageContext } from "../site.js";

/** `home.ts` of the widgets package makes "Share" copy the page's URL. */
export function actionsSection({ site, language, link, path, pageLink }: PageContext): Html {
  const { actions: words } = localeOf(language).home;
  const picture = embedPath({ kind: "cycle-png", size: "lg", theme: "light", language }) ?? "";
  return html`<section class="actions" aria-label="${words.label}">
<a class="button" id="share" href="${addressOf(site, path)}" data-copied="${words.copied}">${words.share}</a>
<a class="button" href="${link(picture)}" download="bitcoin-cycle.png">${words.picture}</a>
<a class="button" href="${pageLink("embed")}">${words.embed}</a>
<a class="button" href="${link("/feed.atom")}">${words.feed}</a>
</section>
`;
}
