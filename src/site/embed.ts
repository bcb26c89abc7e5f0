import { EMBED_KINDS, type EmbedKind, type EmbedSite, embedSnippets } from "../chart/embeds.js";
import { LANGUAGES, type Language } from "../chart/locale.js";
import { escapeMarkup } from "../chart/markup.js";
import { list, tableHead } from "./blocks.js";
import { languageName } from "./format.js";
import { type Html, html, joined, plainText, type Text } from "./html.js";
import { layout } from "./layout.js";
import type { Locale } from "./locales/locale.js";
import { localeOf } from "./locales/locales.js";
import { addressOf, pageContext, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** How to put the score on a page of one's own. */
export function embedPage(site: Site, language: Language, code: EmbedCode): string {
  const { embed } = localeOf(language);
  const { link, pageLink } = pageContext(site, "embed", language);
  const context = { address: addressOf(site, ""), indexName: site.indexName };
  const { places, privacy, attribution } = embed;
  return layout(site, {
    page: "embed",
    language,
    title: embed.title(site.indexName),
    description: embed.description,
    style: EMBED_PAGE_STYLE,
    scripts: ["/embed/nhci-chart.js", "/embed/nhci-badge.js", "/assets/configurator.js"],
    body: html`<h1>${embed.heading}</h1>
<p class="lead">${embed.lead}</p>
${chooseSection(embed, { ...context, root: link("/"), language })}
${scriptsSection(embed.scripts)}
${frameSection(embed.frame, site)}
${picturesSection(embed.pictures)}
${policySection(embed.policy, site)}
${pinnedSection(embed.pinned, site, code)}
<section aria-labelledby="places">
<h2 id="places">${places.heading}</h2>
<dl>${Object.values(places.rows).map(
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
<p>${attribution.text(pageLink("attribution"))}</p>
</section>`,
  });
}

/** The scripts as people load them, as far as pages have to name them. */
export interface EmbedCode {
  /** Part of the addresses that never change, e.g. `0.1.0-3f9a1c2e`. */
  readonly version: string;
  /** Of the bytes behind those addresses, as the attribute `integrity` wants it: `sha384-…`. */
  readonly integrity: { readonly chart: string; readonly badge: string };
}

interface SnippetContext extends EmbedSite {
  /** From this page to the root of the site. */
  readonly root: string;
  readonly language: Language;
}

/**
 * The configurator, which its script (`widgets/site/configurator.ts`) makes visible and alive, and snippets for the
 * usual choices, which that script hides.
 */
function chooseSection({ kinds, choose, ready }: Locale["embed"], context: SnippetContext): Html {
  return html`<section aria-labelledby="choose">
<h2 id="choose">${choose.heading}</h2>
${configurator(kinds, choose, context)}
<div id="ready">
<h3 class="visually-hidden">${ready}</h3>
${EMBED_KINDS.map((kind) => readySnippets(kind, kinds[kind], context))}</div>
</section>`;
}

function configurator(
  kinds: Locale["embed"]["kinds"],
  words: Locale["embed"]["choose"],
  context: SnippetContext,
): Html {
  const { address, indexName, root, language } = context;
  const [small, medium, large] = words.sizes;
  const [auto, light, dark] = words.themes;
  const tongues = LANGUAGES.map((each) => option(each, languageName(each)));
  return html`<div id="configurator" hidden data-address="${address}" data-name="${indexName}" data-root="${root}" data-language="${language}" data-copy="${words.copy}" data-copied="${words.copied}" data-selected="${words.selected}">
<div class="choices">
${menu(
  "kind",
  words.kind,
  EMBED_KINDS.map((kind) => option(kind, kinds[kind])),
)}
${menu("size", words.size, [option("sm", small), option("md", medium, true), option("lg", large)])}
${menu("theme", words.theme, [option("auto", auto), option("light", light), option("dark", dark)])}
${menu("language", words.language, [option("", words.pageLanguage), ...tongues])}
</div>
<p class="soft small" data-part="fills">${words.fills}</p>
<h3>${words.preview}</h3>
<div class="preview" data-part="preview"></div>
<h3>${words.code}</h3>
${["HTML", "Markdown"].map(
  (
    form,
  ) => html`<div class="snippet" data-form="${form}"><div class="bar"><span>${form}</span><button type="button">${words.copy}</button></div><pre tabindex="0"><code></code></pre></div>
`,
)}<p class="visually-hidden" role="status" data-part="said"></p>
</div>`;
}

function menu(name: string, label: Text, options: readonly Html[]): Html {
  return html`<label><span>${label}</span><select name="${name}">${options}</select></label>`;
}

function option(value: string, label: Text, isChosen = false): Html {
  return html`<option value="${value}"${isChosen ? html` selected` : undefined}>${plainText(label)}</option>`;
}

function readySnippets(kind: EmbedKind, name: Text, context: SnippetContext): Html {
  const theme = kind.includes("-") ? "light" : "auto";
  const language = kind === "chart" || kind === "badge" || context.language === "en" ? undefined : context.language;
  return html`<h3>${name}</h3>
${embedSnippets({ kind, size: "md", theme, language }, context).map(
  ({ code }) => html`<pre tabindex="0"><code>${code}</code></pre>
`,
)}`;
}

/** The two scripts and the attributes of their hosts. */
function scriptsSection(words: Locale["embed"]["scripts"]): Html {
  const row = (name: string, values: Text, meaning: Text) => html`
<tr><th scope="row"><code>${name}</code></th><td>${values}</td><td>${meaning}</td></tr>`;
  return html`<section aria-labelledby="scripts">
<h2 id="scripts">${words.heading}</h2>
${list(Object.values(words.points))}
<table class="stack">${tableHead(words.columns)}
<tbody>${[
    row("data-asset", html`<code>btc</code>`, words.asset),
    row("data-size", html`<code>sm</code>, –, <code>lg</code>`, words.size),
    row("data-theme", html`<code>auto</code>, <code>light</code>, <code>dark</code>`, words.theme),
    row(
      "data-lang",
      joined(
        LANGUAGES.map((each) => html`<code>${each}</code>`),
        ", ",
      ),
      words.lang,
    ),
    row("data-api", html`<code>https://…</code>`, words.api),
  ]}
</tbody></table>
</section>`;
}

/** The iframe page and how its height gets to the host. */
function frameSection({ heading, intro, height }: Locale["embed"]["frame"], site: Site): Html {
  // By the frame and not by its origin, which is "null" in a sandbox; and asked, for what was said before this script came.
  const listener = `const frames = () => document.querySelectorAll('iframe[src^="${addressOf(site, "/embed/nhci")}"]');
addEventListener("message", ({ source, data }) => {
  for (const frame of frames()) {
    if (frame.contentWindow === source && data?.type === "peak:height") frame.height = data.height;
  }
});
for (const frame of frames()) frame.contentWindow.postMessage("peak:height", "*");`;
  return html`<section aria-labelledby="frame">
<h2 id="frame">${heading}</h2>
<p>${intro}</p>
<p>${height}</p>
<pre tabindex="0"><code>${listener}</code></pre>
</section>`;
}

/** Pictures at addresses of their own. */
function picturesSection({ heading, intro, cache }: Locale["embed"]["pictures"]): Html {
  return html`<section aria-labelledby="pictures">
<h2 id="pictures">${heading}</h2>
<p>${intro}</p>
<p>${cache}</p>
</section>`;
}

/** What a host's Content Security Policy has to allow. */
function policySection({ heading, intro, rows, after }: Locale["embed"]["policy"], { baseUrl }: Site): Html {
  const { origin } = baseUrl;
  const lines = [`script-src ${origin}; connect-src ${origin}`, `frame-src ${origin}`, `img-src ${origin}`];
  return html`<section aria-labelledby="policy">
<h2 id="policy">${heading}</h2>
<p>${intro}</p>
<table class="stack"><tbody>${rows.map(
    (name, i) => html`
<tr><th scope="row">${name}</th><td><code>${lines[i]}</code></td></tr>`,
  )}
</tbody></table>
<p>${after}</p>
</section>`;
}

/** The scripts at addresses whose bytes never change, with their hashes. */
function pinnedSection(words: Locale["embed"]["pinned"], site: Site, { version, integrity }: EmbedCode): Html {
  const tag = (
    name: "chart" | "badge",
  ) => `<script src="${escapeMarkup(addressOf(site, `/embed/${version}/nhci-${name}.js`))}"
  integrity="${integrity[name]}"
  crossorigin="anonymous" async></script>`;
  return html`<section aria-labelledby="pinned">
<h2 id="pinned">${words.heading}</h2>
<p>${words.intro}</p>
<pre tabindex="0"><code>${tag("chart")}</code></pre>
<pre tabindex="0"><code>${tag("badge")}</code></pre>
<p>${words.rule}</p>
</section>`;
}

/** All CSS of the page. */
export const EMBED_PAGE_STYLE = `${BASE_STYLE}
#configurator[hidden]{display:none}
.choices{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:.75rem 1.25rem}
@media (max-width:56rem){.choices{grid-template-columns:repeat(2,minmax(0,1fr))}}@media (max-width:30rem){.choices{grid-template-columns:minmax(0,1fr)}}
label span{display:block;font-size:.85rem;color:var(--soft);margin-bottom:.2rem}
select{font:inherit;width:100%;padding:.45rem .6rem;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:8px}
select:disabled{opacity:.55}
.preview{padding:1rem;border:1px dashed var(--line);border-radius:8px;overflow:auto;min-height:12rem}
.preview.light{background:#fff}.preview.dark{background:#111}
.preview img,.preview iframe{display:block;max-width:100%;border:0}.preview img{height:auto}.preview iframe{border-radius:8px}
.snippet .bar{display:flex;align-items:center;justify-content:space-between;margin-top:.75rem;font-size:.85rem;color:var(--soft)}.snippet pre{margin-top:.35rem}
.snippet pre,#ready pre{white-space:pre-wrap}.snippet[hidden]{display:none}
button{font:inherit;font-weight:600;color:var(--paper);background:var(--link);border:1px solid var(--link);border-radius:8px;padding:.3rem 1rem;cursor:pointer}
button:hover{filter:brightness(1.1)}
dt{font-weight:600;margin-top:.75rem}dd{margin:.15rem 0 0}
@media print{.choices,.bar button{display:none}}`;
