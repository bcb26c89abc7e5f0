/** What a reader of the front page can take away: link, picture, feeds, the page itself. */
import { section } from "../blocks.js";
import { type Html, html } from "../html.js";
import { pageName } from "../layout.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";
import { styleSheet } from "../style-sheet.js";

export function shareSection({ language, link, pageLink, site }: PageContext): Html {
  const { share } = localeOf(language).cycle;
  const query = language === "en" ? "" : `?lang=${language}`;
  const picture = link(`/embed/nhci-cycle.png${query}`);
  return section("share", share.heading)`<div class="acts">
<div><h3>${share.share}</h3><p>${share.shareText}</p>
<p class="buttons"><button type="button" class="copy" data-copied="${share.copied}" hidden>${share.copy}</button><a href="${picture}" download="peak-cycle.png">${share.picture}</a><a href="${pageLink("embed")}">${pageName("embed", language)}</a></p></div>
<div><h3>${share.follow}</h3><p>${share.followText}</p>
<p class="buttons"><a href="${link("/feed.atom")}">Atom</a><a href="${link("/feed.json")}">JSON Feed</a></p></div>
<div><h3>${share.install}</h3><p>${share.installText}${site.offlineCopy ? html` ${share.offlineText}` : undefined}</p></div>
</div>`;
}

export const SHARE_STYLE = styleSheet("./share.css", import.meta.url);
