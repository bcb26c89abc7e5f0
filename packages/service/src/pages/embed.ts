/** The page that tells how to put the score on a page of one's own; it shows the widgets themselves. */
import { ASSETS, EMBED_KINDS, type EmbedKind, embedSnippets, escapeMarkup, LANGUAGES } from "peak-cycle-drawing";
import { codeBlock, facts, list, section, table } from "./blocks.js";
import { languageName } from "./format.js";
import { type Html, html, joined, plainText, type Text } from "./html.js";
import type { Locale } from "./locales/locale.js";
import { localeOf } from "./locales/locales.js";
import { pageKind } from "./page-kind.js";
import { addressOf, type PageContext, type Site } from "./site.js";
import { BASE_STYLE, styleSheet } from "./style.js";

export const embedPage = pageKind({
  page: "embed",
  style: BASE_STYLE + styleSheet("./embed.css", import.meta.url),
  needs: () => ["img-src", "script-src", "connect-src", "frame-src"],
  content: (page, view: EmbedView) => ({
    title: localeOf(page.language).embed.title(page.site.indexName),
    description: localeOf(page.language).embed.description,
    scripts: ["/embed/nhci-chart.js", "/embed/nhci-badge.js", "/assets/configurator.js"],
    body: html`<h1>${localeOf(page.language).embed.heading}</h1>
<p class="lead">${localeOf(page.language).embed.lead}</p>
${sectionsOf(page, view)}`,
  }),
});

/** What the page has to be told. */
interface EmbedView {
  readonly code: EmbedCode;
  /** How long a picture may be cached. */
  readonly pictureSeconds: number;
}

function sectionsOf(page: PageContext, { code, pictureSeconds }: EmbedView): readonly Html[] {
  const { site, language } = page;
  const { embed, attribution } = localeOf(language);
  const { frame, kinds, pictures, places, privacy } = embed;
  const recipes: readonly (readonly [Text, Text])[] = [
    ["WordPress", places.wordPress],
    ["Notion", places.notion],
    places.readme,
    ["React, Vue, Svelte", places.frameworks],
  ];
  return [
    chooseSection(embed, page),
    scriptsSection(embed.scripts, site.cryptoAsset),
    section("frame", kinds.frame)`<p>${frame.intro}</p>
<p>${frame.height}</p>
${codeBlock(heightListener(site))}`,
    section("pictures", pictures.heading)`<p>${pictures.intro}</p>
<p>${pictures.cache(pictureSeconds)}</p>`,
    policySection(embed, site),
    pinnedSection(embed.pinned, site, code),
    section("places", places.heading)`${facts(recipes, "places")}`,
    section("privacy", privacy.heading)`<p>${privacy.text}</p>`,
    section("attribution", attribution.heading)`<p>${embed.attribution(page.pageLink("attribution"))}</p>`,
  ];
}

/** The scripts as people load them, as far as pages have to name them. */
export interface EmbedCode {
  /** Part of the addresses that never change, e.g. `0.1.0-3f9a1c2e`. */
  readonly version: string;
  /** Of the bytes behind those addresses, as the attribute `integrity` wants it: `sha384-…`. */
  readonly integrity: { readonly chart: string; readonly badge: string };
}

/**
 * The configurator, which its script (`site/configurator.ts` of the package widgets) makes visible and alive, and snippets for the
 * usual choices, which that script hides.
 */
function chooseSection(embed: Locale["embed"], page: PageContext): Html {
  const { kinds, choose, ready } = embed;
  return section("choose", choose.heading)`${configurator(embed, page)}
<div id="ready">
<h3 class="visually-hidden">${ready}</h3>
${EMBED_KINDS.map((kind) => readySnippets(kind, kinds[kind], page))}</div>`;
}

function configurator({ kinds, choose: words, scripts }: Locale["embed"], { site, language, link }: PageContext): Html {
  const [auto, light, dark] = words.themes;
  const tongues = LANGUAGES.map((each) => option(each, languageName(each)));
  const kindOptions = EMBED_KINDS.map((kind) => option(kind, kinds[kind]));
  const assets = [option("btc", "Bitcoin", true), option("crypto", localeOf(language).home.now.crypto)];
  const menus = [
    menu("kind", words.kind, kindOptions),
    ...(site.cryptoAsset ? [menu("asset", scripts.assets.name, assets)] : []),
    menu("size", words.size, [option("sm", "320 px"), option("md", "480 px", true), option("lg", "640 px")]),
    menu("theme", words.theme, [option("auto", auto), option("light", light), option("dark", dark)]),
    menu("language", localeOf(language).common.languages, [option("", words.pageLanguage), ...tongues]),
  ];
  return html`<div id="configurator" hidden data-address="${addressOf(site, "")}" data-name="${site.indexName}" data-root="${link("/")}" data-language="${language}" data-copy="${words.copy}" data-copied="${words.copied}" data-selected="${words.selected}">
<div class="choices">
${joined(menus, "\n")}
</div>
<p class="soft small" data-part="fills">${words.fills}</p>
<h3>${words.preview}</h3>
<div class="preview" data-part="preview"></div>
<h3>${words.code}</h3>
${["HTML", "Markdown", "URL"].map(
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

function readySnippets(kind: EmbedKind, name: Text, { site, language: own }: PageContext): Html {
  const theme = kind.includes("-") ? "light" : "auto";
  const language = kind === "chart" || kind === "badge" || own === "en" ? undefined : own;
  const { indexName } = site;
  const snippets = embedSnippets({ kind, size: "md", theme, language }, { address: addressOf(site, ""), indexName });
  return html`<h3>${name}</h3>
${snippets.map(({ code }) => codeBlock(code))}`;
}

/** The two scripts and the attributes of their hosts. */
function scriptsSection(words: Locale["embed"]["scripts"], hasCrypto: boolean): Html {
  const codes = (...values: readonly string[]) =>
    joined(
      values.map((value) => html`<code>${value}</code>`),
      ", ",
    );
  const rows = [
    [codes("data-asset"), hasCrypto ? codes(...ASSETS) : codes("btc"), hasCrypto ? words.assets.meaning : words.asset],
    [codes("data-size"), html`<code>sm</code>, –, <code>lg</code>`, words.size],
    [codes("data-theme"), codes("auto", "light", "dark"), words.theme],
    [codes("data-lang"), codes(...LANGUAGES), words.lang],
    [codes("data-api"), codes("https://…"), words.api],
  ];
  return section("scripts", words.heading)`${list(Object.values(words.points))}
${table(words.columns, rows, { className: "stack" })}${hasCrypto ? html`<p>${words.assets.crypto}</p>` : undefined}`;
}

/**
 * How a page learns the height of its frame: by the frame and not by its origin, which is "null" in a sandbox; and it asks,
 * for what was said before this script came.
 */
function heightListener(site: Site): string {
  return `const frames = () => document.querySelectorAll('iframe[src^="${addressOf(site, "/embed/nhci")}"]');
addEventListener("message", ({ source, data }) => {
  for (const frame of frames()) {
    if (frame.contentWindow === source && data?.type === "peak:height") frame.height = data.height;
  }
});
for (const frame of frames()) frame.contentWindow.postMessage("peak:height", "*");`;
}

/** What a host's Content Security Policy has to allow. */
function policySection({ policy, kinds, scripts, pictures }: Locale["embed"], { baseUrl: { origin } }: Site): Html {
  const rows = [
    [scripts.heading, html`<code>script-src ${origin}; connect-src ${origin}</code>`],
    [kinds.frame, html`<code>frame-src ${origin}</code>`],
    [pictures.heading, html`<code>img-src ${origin}</code>`],
  ];
  return section("policy", "Content Security Policy")`<p>${policy.intro}</p>
${table([], rows, { className: "stack" })}
<p>${policy.after}</p>`;
}

/** The scripts at addresses whose bytes never change, with their hashes. */
function pinnedSection(words: Locale["embed"]["pinned"], site: Site, { version, integrity }: EmbedCode): Html {
  const tag = (
    name: "chart" | "badge",
  ) => `<script src="${escapeMarkup(addressOf(site, `/embed/${version}/nhci-${name}.js`))}"
  integrity="${integrity[name]}"
  crossorigin="anonymous" async></script>`;
  return section("pinned", words.heading)`<p>${words.intro}</p>
${codeBlock(tag("chart"))}${codeBlock(tag("badge"))}<p>${words.rule}</p>`;
}
