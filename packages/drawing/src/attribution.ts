/** The attribution line, which everything that shows a score must show too, and the frame of pictures around it. */
import { type Tree, tree } from "./markup.js";
import { isSmall, line, padding, pictureRoot, rect, roundToTenth, text, textWidth } from "./svg.js";

/** Index and service, the site's host, its address as a link. */
export type AttributionParts = readonly [names: string, host: string, url: string];

export function attributionParts({ indexName, siteName, baseUrl }: Publisher): AttributionParts {
  return [`${indexName} by ${siteName} · `, hostOf(baseUrl), baseUrl];
}

/** Who publishes the number. */
export interface Publisher {
  readonly indexName: string;
  readonly siteName: string;
  /** Public address of the site. */
  readonly baseUrl: string;
}

/** The line as text, where no link works. */
export function attributionText(publisher: Publisher): string {
  const [names, host] = attributionParts(publisher);
  return names + host;
}

/** `https://peak.example:8443/x/` → `peak.example:8443` */
function hostOf(url: string): string {
  return url.replace(/^[a-z]+:\/\//, "").replace(/[/?#].*$/, "");
}

/**
 * A picture in a frame, which ends with the attribution below a line.
 *
 * @param top of that line, in px
 * @param more stands beside the attribution, or below it where there is no room
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
  // In one row the sources stand before the time, which takes 75 px.
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

/** Height in px of a row of the attribution. */
const ROW = 15;

/** Height in px of the attribution of a chart, with its sources and time. */
export function chartFooter(width: number): number {
  return 16 + ROW * (isSmall(width) ? 3 : width < 460 ? 2 : 1);
}

export function linkTo(href: string, words: string): Tree {
  return tree("a", { href, target: "_blank" }, tree("tspan", { "text-decoration": "underline" }, words));
}
