/** The attribution line, required wherever a score is shown, and the frame that puts it around pictures. */
import { type Tree, tree } from "./markup.js";
import { isSmall, line, padding, pictureRoot, rect, roundToTenth, text, textWidth } from "./svg.js";

/** Index and service, the site's host, the URL to link to. */
export type AttributionParts = readonly [names: string, host: string, url: string];

export function attributionParts({ indexName, siteName, baseUrl }: Publisher): AttributionParts {
  return [`${indexName} by ${siteName} · `, hostOf(baseUrl), baseUrl];
}

/** The publisher of the score. */
export interface Publisher {
  readonly indexName: string;
  readonly siteName: string;
  /** Public URL of the site. */
  readonly baseUrl: string;
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

/**
 * Frames a picture, with the attribution at the bottom, below a line.
 *
 * @param top y of that line, in px
 * @param more shown next to the attribution, or below it if there is no room
 */
export function framed(
  drawn: readonly Tree[],
  [names, host, href]: AttributionParts,
  width: number,
  top: number,
  more?: Tree,
): Tree {
  const x = padding(width);
  const link = linkTo(href, host);
  const small = isSmall(width);
  const rows = small ? [[names], [link]] : [[names, link]];
  // In one row the sources come before the time, which takes 75 px.
  const isOneRow = more && width >= 460;
  if (isOneRow && more.children[0]) rows[0]?.push(" · ", more);
  else if (more && !isOneRow) rows.push([more]);
  const room = width - 2 * x - (isOneRow ? 75 : 0);
  const longest = small ? names : names + host + (isOneRow ? " · Sources" : "");
  const size = Math.min(11, roundToTenth(room / textWidth(longest, 1)));
  const height = top + 16 + ROW * rows.length;
  return pictureRoot(
    width,
    height,
    rect(0.5, 0.5, width - 1, height - 1, 10, "background", undefined, "var(--line)"),
    line(`M0 ${top}h${width}`, "line"),
    ...drawn,
    ...rows.map((row, i) => text(x, top + 18.5 + ROW * i, row, size, "soft")),
  );
}

/** Height in px of an attribution row. */
const ROW = 15;

/** Height in px of a chart's attribution, with sources and time. */
export function chartFooter(width: number): number {
  return 16 + ROW * (isSmall(width) ? 3 : width < 460 ? 2 : 1);
}

export function linkTo(href: string, words: string): Tree {
  return tree("a", { href, target: "_blank" }, tree("tspan", { "text-decoration": "underline" }, words));
}
