/** The page that tells how to put the score on a page of one's own; it shows the widgets themselves. */
import {
  ASSETS,
  type Asset,
  EMBED_KINDS,
  type EmbedKind,
  type EmbedOptions,
  embedName,
  embedPath,
  embedSize,
  embedSnippets,
  hasAssets,
  LANGUAGES,
  type Size,
  type Theme,
} from "peak-cycle-drawing";
import { codeBlock, facts, list, section, table } from "./blocks.js";
import { type Html, html, joined, type Text } from "./html.js";
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
    scripts: ["/embed/nhci-chart.js", "/embed/nhci-badge.js", "/assets/copy.js"],
    body: html`<h1>${localeOf(page.language).embed.heading}</h1>
<p class="lead">${localeOf(page.language).embed.lead}</p>
${sectionsOf(page, view)}`,
  }),
});

/** What the previews and the code are for. */
export interface EmbedChoice {
  readonly theme: Theme;
  readonly size: Size;
  readonly asset: Asset;
}

/** What the page has to be told. */
interface EmbedView {
  readonly choice: EmbedChoice;
  /** How long a picture may be cached. */
  readonly pictureSeconds: number;
}

function sectionsOf(page: PageContext, { choice, pictureSeconds }: EmbedView): readonly Html[] {
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
    chooseSection(embed, page, choice),
    scriptsSection(embed.scripts, site.cryptoAsset),
    section("frame", kinds.frame)`<p>${frame.intro}</p>
<p>${frame.height}</p>
${codeBlock(heightListener(site), language)}`,
    section("pictures", pictures.heading)`<p>${pictures.intro}</p>
<p>${pictures.cache(pictureSeconds)}</p>`,
    policySection(embed, site),
    section("places", places.heading)`${facts(recipes, "places")}`,
    section("privacy", privacy.heading)`<p>${privacy.text}</p>`,
    section("attribution", attribution.heading)`<p>${embed.attribution(page.pageLink("attribution"))}</p>`,
  ];
}

/** Each kind of embed in the chosen theme and size: live, and the code for it. */
function chooseSection({ kinds, choose }: Locale["embed"], page: PageContext, choice: EmbedChoice): Html {
  return section("choose", choose.heading)`${choiceLinks(choose, page, choice)}
${EMBED_KINDS.map((kind) => embedOf(kind, kinds[kind], page, choice))}`;
}

/** Links to this page with another theme, size or asset. */
function choiceLinks(words: Locale["embed"]["choose"], page: PageContext, choice: EmbedChoice): Html {
  const [auto, light, dark] = words.themes;
  const { crypto } = localeOf(page.language).home.market;
  const row = (name: keyof EmbedChoice, label: Text, values: Readonly<Record<string, Text>>) =>
    html`<p><span>${label}</span>${Object.entries(values).map(([value, text]) => {
      const query = new URLSearchParams({ ...choice, [name]: value });
      const current = choice[name] === value ? html` aria-current="true"` : undefined;
      return html` <a href="?${query.toString()}#choose" rel="nofollow"${current}>${text}</a>`;
    })}</p>`;
  return html`<div class="choices">
${row("theme", words.theme, { auto, light, dark })}
${row("size", words.size, { sm: "sm", md: "md", lg: "lg" })}
${page.site.cryptoAsset ? row("asset", words.asset, { btc: "Bitcoin", crypto }) : undefined}</div>`;
}

function embedOf(kind: EmbedKind, name: Text, page: PageContext, choice: EmbedChoice): Html {
  const { site, language } = page;
  // A script sees the language of the page it stands on; a picture or an iframe has to be told.
  const isTold = kind !== "chart" && kind !== "badge" && language !== "en";
  const asset = hasAssets(kind) ? choice.asset : "btc";
  const options = { ...choice, kind, asset, language: isTold ? language : undefined };
  const snippets = embedSnippets(options, { address: addressOf(site, ""), indexName: site.indexName });
  return html`<h3>${name}</h3>
<div class="preview ${choice.theme}">${preview(options, page)}</div>
${snippets.map(({ code }) => codeBlock(code, language))}`;
}

/** What the code would put on a page, from this very site. */
function preview(options: EmbedOptions, { site, link, language }: PageContext): Html {
  const { kind, asset, size, theme } = options;
  const path = embedPath(options);
  if (path === undefined) {
    const host = kind === "chart" ? html`data-nhci-widget` : html`data-nhci-badge data-size="${size}"`;
    return html`<div ${host} data-theme="${theme}" data-asset="${asset}"></div>`;
  }
  const sides = Object.entries(embedSize(options) ?? {}).map(([side, px]) => html` ${side}="${px}"`);
  const name = embedName(site.indexName, asset, language);
  return kind === "frame"
    ? html`<iframe src="${link(path)}"${sides} title="${name}" loading="lazy"></iframe>`
    : html`<img src="${link(path)}"${sides} alt="${name}" loading="lazy">`;
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
