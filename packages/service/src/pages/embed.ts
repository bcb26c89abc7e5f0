/** The showcase at `/embed`: every kind of embed live, with the code to copy, and details in folds. */
import {
  ASSETS,
  type Asset,
  type EmbedKind,
  type EmbedOptions,
  embedCode,
  embedName,
  embedPath,
  embedSize,
  hasAssets,
  LANGUAGES,
  type Size,
  type Theme,
} from "peak-cycle-drawing";
import { codeBlock, facts, fold, section, table, tabs } from "./blocks.js";
import { type Html, html, joined } from "./html.js";
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
      scripts: ["/embed/nhci-chart.js", "/embed/nhci-badge.js", "/assets/copy.js"],
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
}

/** The input of the page. */
interface EmbedView {
  readonly choice: EmbedChoice;
  /** How long a picture may be cached. */
  readonly pictureSeconds: number;
}

/** Links to this page with another theme, width or asset. */
function controls(words: Locale["embed"], page: PageContext, choice: EmbedChoice): Html {
  const [auto, light, dark] = words.themes;
  const { crypto } = localeOf(page.language).home.market;
  const group = (name: keyof EmbedChoice, label: Html | string, values: Readonly<Record<string, Html | string>>) => {
    const links = Object.entries(values).map(([value, text]) => ({
      href: `?${new URLSearchParams({ ...choice, [name]: value })}#shop`,
      text,
      isCurrent: choice[name] === value,
    }));
    return html`<span>${label}</span>${tabs(label, links)}`;
  };
  return html`<div class="controls">${group("theme", words.theme, { auto, light, dark })}
${group("size", words.width, { sm: "320", md: "480", lg: "640" })}
${page.site.cryptoAsset ? group("asset", words.asset, { btc: "Bitcoin", crypto }) : undefined}</div>`;
}

interface Card {
  readonly name: keyof Locale["embed"]["kinds"];
  readonly kind: EmbedKind;
  /** Overrides the chosen size. */
  readonly size?: Size;
}

/** In page order, left and right. */
const CARDS: readonly Card[] = [
  { name: "chart", kind: "chart" },
  { name: "badge", kind: "badge" },
  { name: "cycle", kind: "cycle-svg" },
  { name: "frame", kind: "frame", size: "sm" },
  { name: "png", kind: "badge-png", size: "lg" },
  { name: "readme", kind: "badge-flat" },
];

function cardOf({ name, kind, size }: Card, page: PageContext, choice: EmbedChoice): Html {
  const { site, language } = page;
  const [heading, note] = localeOf(language).embed.kinds[name];
  // A script sees the language of its page; a picture or an iframe needs it in the URL.
  const isTold = kind !== "chart" && kind !== "badge" && language !== "en";
  const options = {
    kind,
    theme: choice.theme,
    size: size ?? choice.size,
    asset: hasAssets(kind) ? choice.asset : "btc",
    language: isTold ? language : undefined,
  } as const;
  return html`
<article><h2>${heading}</h2><p>${note}</p>
<div class="stage ${choice.theme} ${choice.size}">${live(options, page)}</div>
${codeBlock(embedCode(options, addressOf(site, ""), publisherOf(site)), language)}</article>`;
}

/** The embed that the code produces, live from this site. */
function live(options: EmbedOptions, { site, link, language }: PageContext): Html {
  const { kind, asset, size, theme } = options;
  const path = embedPath(options);
  if (path === undefined) {
    const host = kind === "chart" ? html`data-nhci-widget` : html`data-nhci-badge data-size="${size}"`;
    return html`<div ${host} data-theme="${theme}" data-asset="${asset}"></div>`;
  }
  const sides = Object.entries(embedSize(options, publisherOf(site))).map(([side, px]) => html` ${side}="${px}"`);
  const name = embedName(site.indexName, asset, language);
  return kind === "frame"
    ? html`<iframe src="${link(path)}"${sides} title="${name}" loading="lazy"></iframe>`
    : html`<img src="${link(path)}"${sides} alt="${name}" loading="lazy">`;
}

function detailsOf(page: PageContext, pictureSeconds: number): readonly Html[] {
  const { site, language, pageLink } = page;
  const { frame, pictures, policy, places, privacy } = localeOf(language).embed;
  const { origin } = site.baseUrl;
  const lines = `script-src ${origin}; connect-src ${origin};\nframe-src ${origin};\nimg-src ${origin};`;
  return [
    scriptsFold(page),
    fold("frame", frame.heading)`<p>${frame.text}</p>${codeBlock(heightListener(site), language)}`,
    fold("pictures", pictures.heading)`<p>${pictures.text} ${pictures.cache(pictureSeconds)}</p>`,
    fold("policy", policy.heading)`<p>${policy.text}</p>${codeBlock(lines, language)}`,
    fold("places", places.heading)`${facts([
      ["WordPress", places.wordPress],
      ["Notion", places.notion],
      ["GitHub", places.readme],
      ["React, Vue, Svelte", places.frameworks],
    ])}`,
    fold("privacy", privacy.heading)`<p>${privacy.text}</p><p>${privacy.credit(pageLink("attribution"))}</p>`,
  ];
}

/** The two scripts and the attributes of their elements. */
function scriptsFold({ site, language }: PageContext): Html {
  const words = localeOf(language).embed.scripts;
  const codes = (...values: readonly string[]) =>
    joined(
      values.map((value) => html`<code>${value}</code>`),
      ", ",
    );
  const asset = site.cryptoAsset ? words.bothAssets : words.asset;
  const rows = [
    [codes("data-asset"), site.cryptoAsset ? codes(...ASSETS) : codes("btc"), asset],
    [codes("data-size"), codes("sm", "lg"), words.size],
    [codes("data-range"), codes("30d", "cycle"), words.range],
    [codes("data-theme"), codes("auto", "light", "dark"), words.theme],
    [codes("data-lang"), codes(...LANGUAGES), words.lang],
    [codes("data-api"), codes("https://…"), words.api],
  ];
  const heightOf = (kind: EmbedKind) => embedSize({ kind, size: "md", language }, publisherOf(site)).height ?? 0;
  return fold("scripts", words.heading)`<p>${words.hosts}</p>
<p>${words.room(heightOf("chart"), heightOf("badge"))}</p>
${table(words.columns, rows, "stack")}`;
}

/**
 * The code with which a page learns its frame's height: it checks the frame, not the origin, which is "null" in a
 * sandbox; and it asks, since earlier messages were sent before this script ran.
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
