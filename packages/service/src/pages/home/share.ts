/** What a reader of the front page can take away: the picture for posts, feeds, widgets, the page itself. */
import { type EmbedOptions, embedPath, embedSize } from "peak-cycle-drawing";
import { section } from "../blocks.js";
import type { Html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";

/** Pictures are asked for when the reader comes near them. */
export function shareSection({ language, link, pageLink, site }: PageContext): Html {
  const { common, cycle } = localeOf(language);
  const { share } = cycle;
  const shown = { kind: "cycle-svg", size: "xl", theme: "auto", language } as const;
  const { width, height } = embedSize(shown) ?? {};
  const addressOf = (options: EmbedOptions) => link(embedPath(options) ?? "");
  const download = addressOf({ kind: "cycle-png", size: "xl", theme: "light", language });
  const badge = addressOf({ kind: "badge-flat", size: "md", theme: "auto", language });
  return section("share", share.heading)`<div class="acts">
<div><img src="${addressOf(shown)}" alt="${common.pictureAlt(site.indexName)}" width="${width}" height="${height}" loading="lazy"><p>${share.shareText}</p>
<p class="buttons"><button type="button" class="copy" data-copied="${share.copied}" hidden>${share.copy}</button><a href="${download}" download="peak-cycle.png">${share.picture}</a></p></div>
<div><h3>${share.follow}</h3><p>${share.followText}</p>
<p class="buttons"><a href="${link("/feed.atom")}">RSS / Atom</a><a href="${link("/feed.json")}">JSON Feed</a></p>
<p>${share.installText}</p></div>
<div><h3>${share.site}</h3><p><img src="${badge}" alt="" height="20" loading="lazy"></p><p>${share.siteText}</p>
<p class="buttons"><a href="${pageLink("embed")}">${share.choose}</a></p></div>
</div>`;
}
