import { Marked, type RendererObject, type Token, type Tokens } from "marked";
import { escapeMarkup } from "../src/chart/markup.js";

/**
 * The document of the method as the content of a page: a table of contents made of its headings, and its text. Its first
 * heading and its own list of sections are left out, since the page has both. Links to other documents become text: readers
 * of the page have none of these files.
 */
export function methodHtml(markdown: string): string {
  const anchors = anchorNames();
  const marked = new Marked({ renderer: renderer(anchors.take) });
  const tokens = marked.lexer(markdown);
  const introEnd = tokens.findIndex((token) => isHeading(token) && token.depth > 1);
  const shown = tokens.filter((token, i) => i >= introEnd || !["heading", "list"].includes(token.type));
  const text = marked.parser(shown);
  const entries = shown.filter(isHeading).map((heading, i) => {
    const link = `<a href="#${anchors.taken[i]}">${marked.parseInline(heading.text, { async: false })}</a>`;
    return `\n<li${heading.depth > 2 ? ' class="sub"' : ""}>${link}</li>`;
  });
  return `<nav class="toc" aria-label="Contents"><ul>${entries.join("")}\n</ul></nav>\n<div class="text">\n${text}</div>`;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}

/** Names of headings as addresses, as code hosts make them; the second of a name gets a number. */
function anchorNames() {
  const taken: string[] = [];
  const take = (title: string): string => {
    const name = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    let free = name;
    for (let i = 1; taken.includes(free); i++) free = `${name}-${i}`;
    taken.push(free);
    return free;
  };
  return { taken, take };
}

/** @param anchorOf the name of the next heading */
function renderer(anchorOf: (title: string) => string): RendererObject {
  let heading = "";
  return {
    heading({ text, tokens, depth }) {
      heading = text;
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return /^(#|https:)/.test(href) ? `<a href="${escapeMarkup(href)}">${text}</a>` : text;
    },
    text(token) {
      if ("tokens" in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens);
      return formula(escapeMarkup(token.text));
    },
    html({ text }) {
      return escapeMarkup(text);
    },
    code({ text }) {
      const lines = text.split("\n").map((line) => `<span>${formula(escapeMarkup(line))}\n</span>`);
      return `<pre tabindex="0"><code>${lines.join("")}</code></pre>\n`;
    },
    table({ header, rows }) {
      const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
      const head = header.map((cell) => (cell.text === "" ? "<td></td>" : `<th scope="col">${inline(cell)}</th>`));
      const body = rows.map(([first, ...others]) => {
        const name = first === undefined || first.text === "" ? "<td></td>" : `<th scope="row">${inline(first)}</th>`;
        return `<tr>${name}${others.map((cell) => `<td>${inline(cell)}</td>`).join("")}</tr>`;
      });
      return `<div class="wide" tabindex="0" role="group" aria-label="${escapeMarkup(heading)}"><table><thead><tr>${head.join("")}</tr></thead>
<tbody>${body.join("\n")}</tbody></table></div>\n`;
    },
  };
}

/** Formulas as a book sets them: `P_i` and `P_{i-365}` with an index, `2^(j / 1461)` with an exponent, and real signs. */
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
