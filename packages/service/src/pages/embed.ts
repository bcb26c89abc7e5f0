/**
 * The showcase at `/embed`: chart, badge and iframe live in three cards, with the code to copy, and details in folds.
 */
import {
  ASSETS,
  type Asset,
  type EmbedKind,
  type EmbedOptions,
  embedCode,
  embedMarkdown,
  embedName,
  embedPath,
  embedSize,
  hasAssets,
  LANGUAGES,
  type Language,
  type Size,
  type Theme,
} from "peak-cycle-drawing";
import { codeBlock, details, facts, section, table, tabs } from "./blocks.js";
import { type Html, html, join } from "./html.js";
import type { Locale } from "./locales/locale.js";
import { localeOf } from "./locales/locales.js";
import { pageKind } from "./page-kind.js";
import { addressOf, type PageContext, publisherOf, type Site } from "./site.js";
import { BASE_STYLE, styleSheet } from "./style.js";

export const embedPage = pageKind({
  page: "embed",
  style: BASE_STYLE + styleSheet("./embed.css", import.meta.url),
  needs: ["img-src", "script-src", "frame-src"],
  content: (page, view: EmbedView) => {
    const words = localeOf(page.language).embed;
    return {
      title: words.title(page.site.indexName),
      description: words.description,
      scripts: ["/embed/nhci-chart.js", "/embed/nhci-badge.js", "/assets/copy.js", "/assets/frames.js"],
      body: html`<h1>${words.heading}</h1>
<p class="lede">${words.lead}</p>
${controls(words, page, view.choice)}
<div class="shop" id="shop">${CARDS.map((card) => cardOf(card, page, view.choice))}</div>
${section("details", words.details)`${detailsOf(page, view.pictureSeconds)}`}`,
    };
  },
});

/** The options of the previews and the code. */
export interface EmbedChoice {
  readonly theme: Theme;
  readonly size: Size;
  readonly asset: Asset;
  /** `auto` follows the page that contains the embed. */
  readonly lang: Language | "auto";
}

/** The input of the page. */
interface EmbedView {
  readonly choice: EmbedChoice;
  /** How long a picture may be cached. */
  readonly pictureSeconds: number;
}

/** Links to this page with another theme, language, width or asset, which changes every preview and its code. */
function controls(words: Locale["embed"], page: PageContext, choice: EmbedChoice): Html {
  const [auto, light, dark] = words.themes;
  const { crypto } = localeOf(page.language).home.market;
  const group = (name: keyof EmbedChoice, label: Html | string, values: Readonly<Record<string, Html | string>>) => {
    const links = Object.entries(values).map(([value, text]) => ({
      href: `?${new URLSearchParams({ ...choice, [name]: value })}#shop`,
      text,
      isCurrent: choice[name] === value,
    }));
    return html`<div><span>${label}</span>${tabs(label, links)}</div>`;
  };
  const languages = Object.fromEntries(LANGUAGES.map((each) => [each, each.toUpperCase()]));
  return html`<div class="controls">${group("theme", words.theme, { auto, light, dark })}
${group("lang", words.language, { auto: words.pageLanguage, ...languages })}
${group("size", words.width, { sm: "S", md: "M", lg: "L" })}
${page.site.hasCryptoAsset ? group("asset", words.asset, { btc: "Bitcoin", crypto }) : undefined}</div>`;
}

interface Card {
  readonly name: "chart" | "badge" | "frame";
  /** The embeds of its tabs. */
  readonly forms: readonly Form[];
}

/** A tab: an embed, or the Markdown of a picture. */
interface Form {
  readonly label: keyof Locale["embed"]["forms"];
  readonly kind: EmbedKind;
  readonly isMarkdown?: true;
}

/** In page order; the first tab of each is open. */
const CARDS: readonly Card[] = [
  {
    name: "chart",
    forms: [
      { label: "script", kind: "chart" },
      { label: "picture", kind: "chart-svg" },
      { label: "markdown", kind: "chart-svg", isMarkdown: true },
    ],
  },
  {
    name: "badge",
    forms: [
      { label: "script", kind: "badge" },
      { label: "picture", kind: "badge-svg" },
      { label: "markdown", kind: "badge-flat", isMarkdown: true },
    ],
  },
  {
    name: "frame",
    forms: [
      { label: "frame", kind: "frame" },
      { label: "cycle", kind: "cycle-svg" },
      { label: "markdown", kind: "cycle-svg", isMarkdown: true },
    ],
  },
];

/**
 * Works without scripts: the tabs are radio buttons, and the style sheet shows the preview and code of the chosen one.
 */
function cardOf({ name, forms }: Card, page: PageContext, choice: EmbedChoice): Html {
  const words = localeOf(page.language).embed;
  const [heading, note] = words.kinds[name];
  const id = (i: number) => `${name}-${i + 1}`;
  const inputs = forms.map(
    ({ label }, i) => html`
<input type="radio" name="${name}" id="${id(i)}" class="i${i + 1}"${i === 0 ? html` checked` : undefined}><label
for="${id(i)}">${words.forms[label]}</label>`,
  );
  const tag = name === "chart" ? html`<span class="tag">${words.usual}</span>` : undefined;
  return html`
<article><h2>${heading}${tag}</h2><p>${note}</p>
<fieldset class="tabs"><legend class="visually-hidden">${heading}</legend>${inputs}
</fieldset>${forms.map((form, i) => panelOf(form, i, page, choice))}</article>`;
}

/** A preview and its code. */
function panelOf({ kind, isMarkdown }: Form, i: number, page: PageContext, choice: EmbedChoice): Html {
  const { site, language } = page;
  const { theme, size, lang } = choice;
  // A script sees the language of its page; a picture or an iframe needs it in the URL.
  const isScript = kind === "chart" || kind === "badge";
  const usual = isScript || language === "en" ? undefined : language;
  const asset = hasAssets(kind) ? choice.asset : "btc";
  const options = { kind, theme, size, asset, language: lang === "auto" ? usual : lang } as const;
  const code = (isMarkdown ? embedMarkdown : embedCode)(options, addressOf(site, ""), publisherOf(site));
  // The badge is also shown at its smallest width.
  const sizes = kind === "badge" ? [size, size === "sm" ? ("md" as const) : ("sm" as const)] : [size];
  return html`
<div class="form f${i + 1}"><div class="stage ${theme} ${size}">${sizes.map((each) =>
    live({ ...options, size: each }, page),
  )}</div>
${codeBlock(code, language)}</div>`;
}

/** The embed that the code produces, live from this site. */
function live(options: EmbedOptions, page: PageContext): Html {
  const { kind, asset, size, theme } = options;
  if (kind === "chart" || kind === "badge") {
    const host = kind === "chart" ? html`data-nhci-widget` : html`data-nhci-badge data-size="${size}"`;
    const attribute = options.language && html` data-lang="${options.language}"`;
    return html`<div ${host} data-theme="${theme}" data-asset="${asset}"${attribute}></div>`;
  }
  const name = embedName(page.site.indexName, asset, page.language);
  const source = sourceOf(options, page);
  if (kind !== "frame") return html`<img ${source} alt="${name}" loading="lazy">`;
  // A script opens the iframe near the viewport; `loading="lazy"` alone would already open it 1,250 px away. Until
  // then, on paper and when a page is captured whole, a picture in its box replaces it, on phones the smaller one,
  // whose texts are not shrunk. The template costs nothing, while an iframe without a URL takes a phone 40 ms.
  const [small, usual] = (["sm", size] as const).map((each) =>
    page.link(embedPath({ ...options, kind: "chart-svg", size: each }) ?? ""),
  );
  return html`<div class="poster"><picture><source media="(max-width: 34rem)" srcset="${small}">
<img src="${usual}"${sidesOf(options, page)} alt="" fetchpriority="low"></picture>
<template><iframe ${source} title="${name}"></iframe></template></div>
<noscript><iframe ${source} title="${name}" loading="lazy"></iframe></noscript>`;
}

/** The attributes of an `img` or `iframe`: its URL, and its size where that is fixed. */
function sourceOf(options: EmbedOptions, page: PageContext): Html {
  return html`src="${page.link(embedPath(options) ?? "")}"${sidesOf(options, page)}`;
}

function sidesOf(options: EmbedOptions, { site }: PageContext): readonly Html[] {
  return Object.entries(embedSize(options, publisherOf(site))).map(([side, px]) => html` ${side}="${px}"`);
}

function detailsOf(page: PageContext, pictureSeconds: number): readonly Html[] {
  const { site, language, pageLink } = page;
  const { frame, pictures, policy, places, privacy } = localeOf(language).embed;
  const { origin } = site.baseUrl;
  const lines = `script-src ${origin}; connect-src ${origin};\nframe-src ${origin};\nimg-src ${origin};`;
  return [
    scriptsDetails(page),
    details("frame", frame.heading)`<p>${frame.text}</p>${codeBlock(heightListener(site), language)}`,
    details("pictures", pictures.heading)`<p>${pictures.text} ${pictures.cache(pictureSeconds)}</p>`,
    details("policy", policy.heading)`<p>${policy.text}</p>${codeBlock(lines, language)}`,
    details("places", places.heading)`${facts([
      ["WordPress", places.wordPress],
      ["Notion", places.notion],
      ["GitHub", places.readme],
      ["React, Vue, Svelte", places.frameworks],
    ])}`,
    details("privacy", privacy.heading)`<p>${privacy.text}</p><p>${privacy.credit(pageLink("attribution"))}</p>`,
  ];
}

/** The two scripts and the attributes of their elements. */
function scriptsDetails({ site, language }: PageContext): Html {
  const words = localeOf(language).embed.scripts;
  const codes = (...values: readonly string[]) =>
    join(
      values.map((value) => html`<code>${value}</code>`),
      ", ",
    );
  const asset = site.hasCryptoAsset ? words.bothAssets : words.asset;
  const rows = [
    [codes("data-asset"), site.hasCryptoAsset ? codes(...ASSETS) : codes("btc"), asset],
    [codes("data-size"), codes("sm", "lg"), words.size],
    [codes("data-range"), codes("30d", "cycle"), words.range],
    [codes("data-theme"), codes("auto", "light", "dark"), words.theme],
    [codes("data-lang"), codes(...LANGUAGES), words.lang],
    [codes("data-api"), codes("https://…"), words.api],
  ];
  const heightOf = (kind: EmbedKind) => embedSize({ kind, size: "md", language }, publisherOf(site)).height ?? 0;
  return details("scripts", words.heading)`<p>${words.hosts}</p>
<p>${words.room(heightOf("chart"), heightOf("badge"))}</p>
${table(words.columns, rows, "stack")}`;
}

/**
 * The code with which a page learns its frame's height: it checks the frame instead of the origin, which is "null" in a
 * sandbox. It also requests the height, because messages sent before this script ran are lost.
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
