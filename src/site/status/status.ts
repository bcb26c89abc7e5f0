import type { Language } from "../../chart/locale.js";
import { instantOf } from "../../domain/instant.js";
import { formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import { layout } from "../layout.js";
import type { StatusWords } from "../locales/status-shape.js";
import { WORDS } from "../locales/words.js";
import { linkTo, pagePath } from "../page-path.js";
import type { Site } from "../site.js";
import { BASE_STYLE } from "../style/base.js";
import { STATUS_STYLE } from "../style/status.js";
import { nowSection } from "./now.js";
import { servedSection } from "./served.js";
import { figuresSection, sourcesSection } from "./sources.js";
import type { Standing } from "./standing.js";

export const STATUS_PAGE_STYLE = BASE_STYLE + STATUS_STYLE;

/** Whether the score is fresh, what it stands on, and how the service has kept up. @param standing `undefined` before the first score */
export function statusPage(site: Site, language: Language, standing: Standing | undefined): string {
  const { common, status: words } = WORDS[language];
  const path = pagePath("status", language);
  return layout(site, {
    page: "status",
    language,
    words: common,
    title: words.title(site.indexName),
    description: words.description,
    style: STATUS_PAGE_STYLE,
    scripts: [],
    body: html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
${standing === undefined ? html`<p class="waiting">${words.waiting}</p>` : sections(standing, words, language)}
${limitsSection(words.limits)}
<p>${words.json(linkTo(path, "/api/public/nhci/meta"))}</p>`,
  });
}

function sections(standing: Standing, words: StatusWords, language: Language): Html {
  const { at, meta, served } = standing;
  const attribution = linkTo(pagePath("status", language), pagePath("attribution", language));
  return html`<p class="soft"><time datetime="${at}">${words.asOf(formatOf(language).minute(at))}</time></p>
${nowSection(standing, words.now, language)}
${figuresSection(meta, words.figures, language)}
${sourcesSection(meta, words.sources, { language, attribution })}
${servedSection(served, { words: words.served, language, at: instantOf(at) })}`;
}

function limitsSection({ heading, points }: StatusWords["limits"]): Html {
  return html`<section aria-labelledby="limits">
<h2 id="limits">${heading}</h2>
<ul>${points.map(
    (point) => html`
<li>${point}</li>`,
  )}
</ul>
</section>`;
}
