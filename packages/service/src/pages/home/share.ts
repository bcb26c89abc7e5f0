/** What a reader of the front page can take away: the card for posts, feeds, widgets, the page itself. */
import { CARD_SIZE, embedPath } from "peak-cycle-drawing";
import { section } from "../blocks.js";
import type { Html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";

/** Pictures are asked for when the reader comes near them. */
export function shareSection({ language, link, pageLink }: PageContext): Html {
  const { share } = localeOf(language).cycle;
  const pictureOf = (kind: "card-png" | "badge-flat") =>
    link(embedPath({ kind, size: "md", theme: "auto", language }) ?? "");
  const card = pictureOf("card-png");
  const { width, height } = CARD_SIZE;
  return section("share", share.heading)`<div class="acts">
<div><img src="${card}" alt="${share.card}" width="${width}" height="${height}" loading="lazy"><p>${share.shareText}</p>
<p class="buttons"><button type="button" class="copy" data-copied="${share.copied}" hidden>${share.copy}</button><a href="${card}" download="peak-card.png">${share.picture}</a></p></div>
<div><h3>${share.follow}</h3><p>${share.followText}</p>
<p class="buttons"><a href="${link("/feed.atom")}">RSS / Atom</a><a href="${link("/feed.json")}">JSON Feed</a></p>
<p>${share.installText}</p></div>
<div><h3>${share.site}</h3><p><img src="${pictureOf("badge-flat")}" alt="" height="20" loading="lazy"></p><p>${share.siteText}</p>
<p class="buttons"><a href="${pageLink("embed")}">${share.choose}</a></p></div>
</div>`;
}
