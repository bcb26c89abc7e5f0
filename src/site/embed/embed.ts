import type { Language } from "../../chart/locale.js";
import type { EmbedCode } from "../embed-code.js";
import { html } from "../html.js";
import { layout } from "../layout.js";
import { WORDS } from "../locales/words.js";
import { linkTo, pagePath } from "../page-path.js";
import { addressOf, type Site } from "../site.js";
import { BASE_STYLE } from "../style/base.js";
import { EMBED_STYLE } from "../style/embed.js";
import { chooseSection } from "./choose.js";
import { frameSection, picturesSection, scriptsSection } from "./kinds.js";
import { pinnedSection, policySection } from "./security.js";

export const EMBED_PAGE_STYLE = BASE_STYLE + EMBED_STYLE;

/** How to put the score on a page of one's own. */
export function embedPage(site: Site, language: Language, code: EmbedCode): string {
  const { common, embed } = WORDS[language];
  const path = pagePath("embed", language);
  const link = (to: string) => linkTo(path, to);
  const place = { address: addressOf(site, ""), indexName: site.indexName };
  const { places, privacy, attribution } = embed;
  return layout(site, {
    page: "embed",
    language,
    words: common,
    title: embed.title(site.indexName),
    description: embed.description,
    style: EMBED_PAGE_STYLE,
    scripts: ["/embed/nhci-chart.js", "/embed/nhci-badge.js", "/assets/configurator.js"],
    body: html`<h1>${embed.heading}</h1>
<p class="lead">${embed.lead}</p>
${chooseSection(embed, { ...place, root: link("/"), language })}
${scriptsSection(embed.scripts)}
${frameSection(embed.frame, site)}
${picturesSection(embed.pictures)}
${policySection(embed.policy, site)}
${pinnedSection(embed.pinned, site, code)}
<section aria-labelledby="places">
<h2 id="places">${places.heading}</h2>
<dl>${places.rows.map(
      ([name, how]) => html`
<dt>${name}</dt><dd>${how}</dd>`,
    )}
</dl>
</section>
<section aria-labelledby="privacy">
<h2 id="privacy">${privacy.heading}</h2>
<p>${privacy.text}</p>
</section>
<section aria-labelledby="attribution">
<h2 id="attribution">${attribution.heading}</h2>
<p>${attribution.text(link(pagePath("attribution", language)))}</p>
</section>`,
  });
}
