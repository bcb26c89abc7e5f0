import { type EmbedChoice, embedPath, sizeOf } from "./embed-choice.js";
import { escapeMarkup } from "./write-text.js";

/** Where the code leads and whom it names. */
export interface EmbedPlace {
  /** Address of the site without a slash at its end. */
  readonly address: string;
  readonly indexName: string;
}

/** One way to put a choice on a page. */
export interface EmbedSnippet {
  readonly form: "HTML" | "Markdown";
  readonly code: string;
}

/** Code to copy; pictures can also be had in Markdown. */
export function embedSnippets(choice: EmbedChoice, place: EmbedPlace): readonly EmbedSnippet[] {
  const path = embedPath(choice);
  if (path === undefined) return [{ form: "HTML", code: script(choice, place) }];
  const address = place.address + path;
  if (choice.kind === "frame") return [{ form: "HTML", code: frame(choice, place, address) }];
  return [
    { form: "HTML", code: picture(choice, place, address) },
    { form: "Markdown", code: markdown(place, address) },
  ];
}

function script({ kind, size, theme, language }: EmbedChoice, { address }: EmbedPlace): string {
  const attributes = [
    kind === "chart" ? "data-nhci-widget" : "data-nhci-badge",
    kind === "chart" || size === "md" ? [] : `data-size="${size}"`,
    theme === "auto" ? [] : `data-theme="${theme}"`,
    language === undefined ? [] : `data-lang="${language}"`,
  ].flat();
  return `<div ${attributes.join(" ")}></div>
<script src="${escapeMarkup(address)}/embed/nhci-${kind}.js" async></script>`;
}

function frame(choice: EmbedChoice, { indexName }: EmbedPlace, address: string): string {
  const { width, height } = sizeOf(choice) ?? { width: 0, height: 0 };
  return `<iframe src="${escapeMarkup(address)}"
  width="${width}" height="${height}" title="${escapeMarkup(indexName)}"
  loading="lazy" style="border:0;border-radius:8px;max-width:100%"></iframe>`;
}

function picture(choice: EmbedChoice, place: EmbedPlace, address: string): string {
  const { width, height } = sizeOf(choice) ?? { width: 0, height: 0 };
  return `<a href="${escapeMarkup(place.address)}/"><img src="${escapeMarkup(address)}"
  width="${width}" height="${height}" alt="${escapeMarkup(place.indexName)}"
  loading="lazy" style="max-width:100%;height:auto"></a>`;
}

/** Brackets in the name would end the text of the link. */
function markdown({ address, indexName }: EmbedPlace, source: string): string {
  return `[![${indexName.replace(/[\\[\]]/g, "\\$&")}](${source})](${address}/)`;
}
