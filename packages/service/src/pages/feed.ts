/** The page `/feed`: the addresses of the two feeds, and their newest entries. */
import { translate } from "peak-cycle-drawing";
import { formatDay, scoreNumber } from "peak-cycle-model";
import { type Announcement, changeId, changeTitle } from "../domain/announcement.js";
import { codeBlock, list, scrollable, section, table } from "./blocks.js";
import { formatOf } from "./format.js";
import { type Html, html } from "./html.js";
import { feed as words } from "./locales/en/feed.js";
import { pageKind } from "./page-kind.js";
import { addressOf, type PageContext } from "./site.js";
import { BASE_STYLE, styleSheet } from "./style.js";

/** The view: all announced changes, newest first. */
export const feedPage = pageKind({
  page: "feed",
  style: BASE_STYLE + styleSheet("./feed.css", import.meta.url),
  needs: ["script-src"],
  content: (page, changes: readonly Announcement[]) => ({
    title: words.title(page.site.indexName),
    description: words.description,
    scripts: ["/assets/copy.js"],
    body: html`<section class="hero"><h1>${words.heading}</h1>
<p class="lede">${words.lead}</p>
${channel(page)}<p>${page.site.followUrl ? words.orAddresses : words.addresses}</p>
${addresses(page)}</section>
${newestSection(changes, page)}${aboutSection(page)}`,
  }),
});

/** Where the operator announces the same changes, if anywhere. */
function channel({ site: { followUrl } }: PageContext): Html | undefined {
  if (followUrl === undefined) return undefined;
  const name = `${followUrl.host}${followUrl.pathname}`.replace(/\/$/, "");
  return html`<p><a class="button" href="${followUrl.href}">${words.channel(name)}</a></p>`;
}

function addresses({ site }: PageContext): Html {
  const feeds = [
    ["/feed.atom", words.kinds.atom],
    ["/feed.json", words.kinds.json],
  ] as const;
  // A URL wider than a phone breaks before its path.
  const address = (path: string) => codeBlock(html`${addressOf(site, "")}<wbr>${path}`, "en");
  return html`${feeds.map(([path, kind]) => html`<p class="kind">${kind}</p>${address(path)}`)}`;
}

/** As many as fit on a screen; the track record has all of them. */
const SHOWN_CHANGES = 12;

function newestSection(changes: readonly Announcement[], { pageLink }: PageContext): Html {
  const [newest] = changes;
  if (newest === undefined) return section("changes", words.newest)`<p>${words.nothing}</p>`;
  const format = formatOf("en");
  const rows = changes.slice(0, SHOWN_CHANGES).map((change) => {
    const day = html`<time datetime="${formatDay(change.day)}">${format.day(formatDay(change.day))}</time>`;
    const title = html`<a href="${pageLink("record")}#${changeId(change)}">${changeTitle(change)}</a>`;
    return [day, title, format.score(scoreNumber(change.score))];
  });
  const phase = html`<b class="${newest.settled}">${translate(newest.settled, "en")}</b>`;
  return section("changes", words.newest)`<p>${words.now(phase, translate(newest.signal, "en"))}</p>
${scrollable(words.table, table(words.columns, rows, "changes"), "wide")}
<p>${words.all(`${pageLink("record")}#changes`)}</p>`;
}

function aboutSection({ pageLink, link }: PageContext): Html {
  const points = words.points(`${pageLink("method")}#settled-phase`, `${pageLink("docs")}#feeds`, link("/sandbox"));
  return section("about", words.about)`${list(points)}`;
}
