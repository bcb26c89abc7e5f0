/** The attribution line, required wherever a score is shown, and the frame that puts it around pictures. */
import type { Stamp } from "./chart-data.js";
import { type Tree, tree } from "./markup.js";
import { isSmall, line, padding, pictureRoot, rect, text, textWidth } from "./svg.js";

/** Index and service, the site's host, the URL to link to. The publisher in a script has more members after these. */
export type AttributionParts = readonly [names: string, host: string, url: string, ...more: unknown[]];

/**
 * A name in a right-to-left script would reorder the time, date or host after it, so it ends with an invisible mark
 * (LRM).
 */
export function attributionParts({ indexName, siteName, baseUrl, host }: Publisher): AttributionParts {
  const end = /[\u0590-\u08ff\ufb1d-\ufefc]/.test(siteName) ? "\u200e" : "";
  return [`${indexName} by ${siteName}${end} · `, host ?? hostOf(baseUrl), baseUrl];
}

/** The publisher of the score. */
export interface Publisher {
  readonly indexName: string;
  readonly siteName: string;
  /** Public URL of the site. */
  readonly baseUrl: string;
  /** Its host as shown to people, if it differs from the URL's: `münchen.example`. */
  readonly host?: string;
}

/** The line as plain text, where links do not work. */
export function attributionText(publisher: Publisher): string {
  const [names, host] = attributionParts(publisher);
  return names + host;
}

/** `https://peak.example:8443/x/` → `peak.example:8443` */
function hostOf(url: string): string {
  return url.replace(/^[a-z]+:\/\//, "").replace(/[/?#].*$/, "");
}

/** A row below a picture. The links are to the right of the text, or replace it. */
export type CreditRow = readonly [text: string, links: readonly (Tree | string)[]];

/**
 * The attribution in as few rows as possible, never shrunk and never cut: rows break at spaces, or within a word that
 * is wider than the picture. The site is at the right of the last row, next to the time or to the publisher's name if
 * there is no room for the whole row.
 *
 * @param sources a link next to the site's, and its text
 */
export function creditRows(
  [names, host, href]: AttributionParts,
  width: number,
  [stamp, length]: Stamp,
  sources?: Tree,
  sourcesText = "",
): readonly CreditRow[] {
  const room = width - 2 * padding(width);
  const wide = (words: string) => 0.9 * textWidth(words, creditSize(width));
  const placeholder = "0".repeat(length);
  const rows = wrap(names + placeholder, room, wide);
  const last = rows.pop() ?? "";
  const right = wide(`${host} · ${sourcesText}`);
  const isBeside = (words: string) => wide(words) + 8 + right < room;
  const tail = [last, length ? placeholder : last.replace(/.* (?=by )/, "")].find(isBeside) ?? "";
  // Where a row ends between words, the space is kept, because the line is also read aloud and copied.
  const textOf = (row: string) => row.replace(placeholder, stamp).replace(/ *· *$/, "");
  const links =
    right < room
      ? [sources ? [linkTo(href, host), " · ", sources] : [linkTo(href, host)]]
      : [...wrap(host, room, wide).map((each) => [linkTo(href, each)]), ...(sources ? [[sources]] : [])];
  return [
    ...[...rows, last.slice(0, last.length - tail.length)].filter(Boolean).map((row): CreditRow => [textOf(row), []]),
    ...links.map((each, i): CreditRow => [i ? "" : textOf(tail), each]),
  ];
}

function creditSize(width: number): number {
  return width < 400 ? 11 : 11.5;
}

/** Lines no wider than `room`. None begins with a separator. */
function wrap(words: string, room: number, wide: (words: string) => number): string[] {
  const lines = [""];
  for (const part of words.split(/(?<=(?<!by) )(?!·)/)) {
    if (wide(lines.at(-1) + part) > room && lines.at(-1)) lines.push("");
    for (const character of part) {
      if (wide(lines.at(-1) + character) > room) lines.push("");
      lines[lines.length - 1] += character;
    }
  }
  return lines;
}

/**
 * Frames a picture, with the credit at the bottom, below a line.
 *
 * @param top y of the line, in px
 */
export function withCredit(parts: readonly Tree[], rows: readonly CreditRow[], width: number, top: number): Tree {
  const x = padding(width);
  const size = creditSize(width);
  const height = top + creditHeight(rows);
  return pictureRoot(
    width,
    height,
    rect(0.5, 0.5, width - 1, height - 1, 10, "background", undefined, "var(--line)"),
    line(`M0 ${top + 0.5}h${width}`, "line"),
    ...parts,
    ...rows.flatMap(([words, links], i) => {
      const y = top + (isSmall(width) ? 16 : 19) + ROW * i;
      return [
        text(x, y, words || links, size, "soft"),
        ...(words && links[0] ? [text(width - x, y, links, size, "soft", 0, "end")] : []),
      ];
    }),
  );
}

/** Height in px of a row, and of all rows with the space around them. */
const ROW = 15;

export function creditHeight(rows: readonly CreditRow[]): number {
  return 14 + ROW * rows.length;
}

/** The label is for Firefox, which names no link by the text of a drawing. */
export function linkTo(href: string, words: string): Tree {
  const attributes = { href, target: "_blank", "aria-label": words };
  return tree("a", attributes, tree("tspan", { "text-decoration": "underline" }, words));
}
