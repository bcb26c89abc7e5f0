import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";

/** What a reader can take away: link, picture, feeds, the page itself. */
export function shareSection({ language, link, pageLink, site }: PageContext): Html {
  const { share } = localeOf(language).cycle;
  const query = language === "en" ? "" : `?lang=${language}`;
  const picture = link(`/embed/nhci-cycle.png${query}`);
  return html`<section aria-labelledby="share">
<h2 id="share">${share.heading}</h2>
<div class="acts">
<div><h3>${share.share}</h3><p>${share.shareText}</p>
<p class="buttons"><button type="button" id="copy" data-copied="${share.copied}" hidden>${share.copy}</button><a href="${picture}" download="peak-cycle.png">${share.picture}</a><a href="${pageLink("embed")}">${share.embed}</a></p></div>
<div><h3>${share.follow}</h3><p>${share.followText}</p>
<p class="buttons"><a href="${link("/feed.atom")}">Atom</a><a href="${link("/feed.json")}">JSON Feed</a></p></div>
<div><h3>${share.install}</h3><p>${share.installText}${site.offlineCopy ? html` ${share.offlineText}` : undefined}</p></div>
</div>
</section>`;
}

export const SHARE_STYLE = `
.acts{display:grid;grid-template-columns:repeat(3,1fr);gap:1.5rem 2.5rem}.acts h3{margin:0}.acts p{margin:.35rem 0}.acts p:not(.buttons){color:var(--soft);font-size:.95rem}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem}.buttons>*{font:inherit;font-size:.875rem;line-height:20px;padding:.55rem .85rem;border:1px solid var(--line);background:none;color:var(--ink);text-decoration:none;border-radius:4px;cursor:pointer}.buttons>:hover{border-color:var(--ink)}.buttons [hidden]{display:none}
@media (max-width:50rem){.acts{grid-template-columns:1fr}}`;
