/** Turns the Markdown of docs/ into HTML for `/method` and `/docs`. */
import { Marked, type RendererObject, type Token, type Tokens } from "marked";
import { escapeMarkup } from "peak-cycle-drawing";
import { codeBlock } from "../packages/service/src/pages/blocks.js";
import { trustedHtml } from "../packages/service/src/pages/html.js";

/** How to turn a document in docs/ into a page. `pages/document.ts` builds the table of contents from its headings. */
interface DocumentPage {
  /** Whether sections fold. */
  readonly isFolded: boolean;
  /** Whether to typeset `P_i` and `2^x`. */
  readonly hasFormulas: boolean;
}

export const METHOD: DocumentPage = { isFolded: true, hasFormulas: true };
export const API: DocumentPage = { isFolded: false, hasFormulas: false };

/**
 * The HTML of a document, without its title and its list of sections, which the page adds itself. Links to documents
 * that are not pages become plain text, since readers of the site do not have these files.
 */
export function documentHtml(markdown: string, page: DocumentPage): string {
  const parser = new Marked({ renderer: renderer(anchorNames(), page) });
  const tokens = parser.lexer(markdown);
  const starts = tokens.flatMap((token, i) => (isSectionStart(token) ? [i] : []));
  const intro = tokens.slice(0, starts[0]).filter(({ type }) => type !== "heading" && type !== "list");
  const [begin, end] = page.isFolded ? ['<details class="fold">', "</details>"] : ["<section>", "</section>"];
  const sections = starts.map(
    (start, nth) => `${begin}${parser.parser(tokens.slice(start, starts[nth + 1]))}</div>${end}\n`,
  );
  return (parser.parser(intro) + sections.join("")).replace(EXCHANGE, '<div class="exchange">$&</div>\n');
}

/** Two code blocks in a row: a request and its response, which wide screens show side by side. */
const EXCHANGE = /(?:<div class="code">(?:(?!<\/div>).)*<\/div>\n){2}/gs;

function isSectionStart(token: Token): boolean {
  return token.type === "heading" && token["depth"] === 2;
}

/** Generates heading anchors as GitHub does; a repeated name gets a number. */
function anchorNames(): (title: string) => string {
  const names: string[] = [];
  return (title) => {
    const name = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    let free = name;
    for (let i = 1; names.includes(free); i++) free = `${name}-${i}`;
    names.push(free);
    return free;
  };
}

/** The files that the site serves, with their URLs. */
const ADDRESSES: Readonly<Record<string, string>> = {
  "api.md": "docs",
  "method.md": "method",
  "embedding.md": "embed",
  "openapi.json": "openapi.json",
};

/** @param anchorOf returns the anchor of the next heading */
function renderer(anchorOf: (title: string) => string, { isFolded, hasFormulas }: DocumentPage): RendererObject {
  let heading = "";
  const prose = (text: string) => (hasFormulas ? formula(escapeMarkup(text)) : escapeMarkup(text));
  return {
    heading({ text, tokens, depth }) {
      heading = text;
      const [title, id] = [this.parser.parseInline(tokens), anchorOf(text)];
      if (depth > 2) return `<h${depth} id="${id}">${title}</h${depth}>\n`;
      // Browsers open a closed section if a link leads inside it. The heading is outside, so the anchor is on the text.
      const titleHtml = isFolded ? `<summary><h2>${title}</h2></summary>` : `<h2>${title}</h2>`;
      return `${titleHtml}\n<div id="${id}">\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const [, file = "", anchor = ""] = /^([^#]*)(.*)$/.exec(href) ?? [];
      const address = /^(#|https:)/.test(href) ? href : (ADDRESSES[file] ?? "") && `${ADDRESSES[file]}${anchor}`;
      return address === "" ? text : `<a href="${escapeMarkup(address)}">${text}</a>`;
    },
    text(token) {
      if ("tokens" in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens);
      return prose(token.text);
    },
    html({ text }) {
      return escapeMarkup(text);
    },
    code({ text }) {
      // A URL that is too long for its line breaks at a slash, and not within a word.
      const code = (line: string) => prose(line).replace(/(?<=(?:\{base\}|:\/\/)\S*)\/(?=\w)/g, "/<wbr>");
      const lines = text.split("\n").map((line) => `<span>${code(line)}\n</span>`);
      return codeBlock(trustedHtml(lines.join("")), "en").text;
    },
    table({ header, rows }) {
      const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
      const head = header.map((cell) => (cell.text === "" ? "<td></td>" : `<th scope="col">${inline(cell)}</th>`));
      const isPair = header.length < 3; // a name and its meaning need no label on phones
      const labels = header.map(({ text }) => escapeMarkup(text.replaceAll("`", "")));
      const body = rows.map(([first, ...others]) => {
        const name = first === undefined || first.text === "" ? "<td></td>" : `<th scope="row">${inline(first)}</th>`;
        const cells = others.map(
          (cell, i) => `<td${isPair ? "" : ` data-label="${labels[i + 1]}"`}>${inline(cell)}</td>`,
        );
        return `<tr>${name}${cells.join("")}</tr>`;
      });
      const lines = `<tbody>${body.join("\n")}</tbody>`;
      const table = `<table class="rows"><thead><tr>${head.join("")}</tr></thead>\n${lines}</table>`;
      return `<div class="wide" tabindex="0" role="group" aria-label="${escapeMarkup(heading)}">${table}</div>\n`;
    },
  };
}

/**
 * Typesets formulas: `P_i` and `P_{i-365}` with a subscript, `2^(j / 1461)` with a superscript, and proper symbols.
 */
function formula(markup: string): string {
  return markup
    .replace(
      /(?<=[A-Za-z)])_(?:\{([^}]+)\}|([a-z0-9])(?![A-Za-z0-9_]))/g,
      (_, long, short) => `<sub>${long ?? short}</sub>`,
    )
    .replace(/\^(?:\(([^)]+)\)|(\w))/g, (_, long, short) => `<sup>${long ?? short}</sup>`)
    .replaceAll("&lt;=", "≤")
    .replaceAll("&gt;=", "≥")
    .replace(/(?<=\S) - (?=\S)/g, " − ");
}
