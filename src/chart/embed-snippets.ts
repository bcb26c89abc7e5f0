import { type EmbedOptions, embedPath, embedSize } from "./embeds.js";
import { escapeMarkup } from "./markup.js";

/** The site that an embed comes from. */
export interface EmbedSite {
  /** Address of the site without a slash at its end. */
  readonly address: string;
  readonly indexName: string;
}

/** One way to put an embed on a page. */
interface EmbedSnippet {
  readonly form: "HTML" | "Markdown";
  readonly code: string;
}

/** Code to copy; for pictures in Markdown too. */
export function embedSnippets(options: EmbedOptions, site: EmbedSite): readonly EmbedSnippet[] {
  const path = embedPath(options);
  if (path === undefined) return [{ form: "HTML", code: script(options, site) }];
  const address = site.address + path;
  if (options.kind === "frame") return [{ form: "HTML", code: frame(options, site, address) }];
  return [
    { form: "HTML", code: picture(options, site, address) },
    { form: "Markdown", code: markdown(site, address) },
  ];
}

function script({ kind, size, theme, language }: EmbedOptions, { address }: EmbedSite): string {
  const attributes = [
    kind === "chart" ? "data-nhci-widget" : "data-nhci-badge",
    kind === "chart" || size === "md" ? [] : `data-size="${size}"`,
    theme === "auto" ? [] : `data-theme="${theme}"`,
    language === undefined ? [] : `data-lang="${language}"`,
  ].flat();
  return `<div ${attributes.join(" ")}></div>
<script src="${escapeMarkup(address)}/embed/nhci-${kind}.js" async></script>`;
}

function frame(options: EmbedOptions, { indexName }: EmbedSite, address: string): string {
  const { width, height } = embedSize(options) ?? { width: 0, height: 0 };
  return `<iframe src="${escapeMarkup(address)}"
  width="${width}" height="${height}" title="${escapeMarkup(indexName)}"
  loading="lazy" style="border:0;border-radius:8px;max-width:100%"></iframe>`;
}

function picture(options: EmbedOptions, site: EmbedSite, address: string): string {
  const { width, height } = embedSize(options) ?? { width: 0, height: 0 };
  return `<a href="${escapeMarkup(site.address)}/"><img src="${escapeMarkup(address)}"
  width="${width}" height="${height}" alt="${escapeMarkup(site.indexName)}"
  loading="lazy" style="max-width:100%;height:auto"></a>`;
}

/** Brackets in the name would end the text of the link. */
function markdown({ address, indexName }: EmbedSite, source: string): string {
  return `[![${indexName.replace(/[\\[\]]/g, "\\$&")}](${source})](${address}/)`;
}
