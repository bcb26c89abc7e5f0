/**
 * Changes of the settled phase, the settled signal and the flags, as Atom 1.0 (RFC 4287) and JSON Feed 1.1
 * (jsonfeed.org).
 */

import type { FastifyInstance } from "fastify";
import { attributionText, serialize, type Tree, tree } from "peak-cycle-drawing";
import { formatDay, formatInstant, type Instant, phaseOf, plus, SECOND_MS, scoreNumber } from "peak-cycle-model";
import * as z from "zod";
import { type Announcement, CHANGE_NAMES, changeId, changeTitle } from "../../domain/announcement.js";
import { addressOf, feedTitle, publisherOf, type Site } from "../../pages/site.js";
import * as fields from "../../published/public-fields.js";
import { EXTRAS_CACHE } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge, recipeOf } from "../edge.js";
import { json } from "../responses.js";

const ChangeFacts = z.strictObject({
  kind: z.enum(["settled_phase", "settled_signal", "flag"]).describe("what changed"),
  date: fields.day.describe("UTC day of the first history row with this change"),
  score: fields.score.describe("score of that row"),
  phase_key: fields.phaseKey.describe("phase of that score"),
  settled_phase_key: fields.phaseKey.describe("settled phase after that row"),
  previous_phase_key: fields.phaseKey
    .describe("key of a phase")
    .nullable()
    .describe("settled phase before the change; null unless the phase changed"),
  settled_signal: fields.signal.describe("settled signal after that row, from that phase and the flags"),
  previous_signal: fields.signal
    .describe("one of the signals")
    .nullable()
    .describe("settled signal before the change; null unless the signal changed"),
  flag: z
    .enum(["descent_guard", "top_risk"])
    .nullable()
    .describe("name of the flag, as in btc.context; null unless a flag changed"),
  is_up: z
    .boolean()
    .nullable()
    .describe("true if the flag was set, false if it was cleared; null unless a flag changed"),
  is_backfilled: z
    .boolean()
    .describe("true if it was computed at the site's first start, as of its day, so it was not announced at the time"),
});

const JsonFeedReply = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1").describe("version of the feed format"),
  title: z.string().describe("title of the feed"),
  home_page_url: z.url().describe("the site"),
  feed_url: z.url().describe("the feed itself"),
  description: z.string().describe("what the items are, and the attribution line to show with a score"),
  language: z.literal("en").describe("language of all texts"),
  authors: fields.list("one author", {
    name: z.string().describe("index and site"),
    url: z.url().describe("the site"),
  }),
  items: fields.list("newest first, at most 500", {
    id: z.string().describe("a tag URI (RFC 4151); it stays the same as long as the site keeps its address"),
    url: z.url().describe("address of the entry on the record page; each entry has its own"),
    title: z.string().describe("what changed, and the score of that row"),
    content_text: z.string().describe("the same in sentences"),
    date_published: fields.moment.describe(
      "when the row was published, one second later for each further change in it; ISO 8601, UTC",
    ),
    _peak: ChangeFacts,
  }),
});

type JsonFeedReply = z.infer<typeof JsonFeedReply>;

const ATOM = "/feed.atom";
const JSON_FEED = "/feed.json";

const ATOM_DOC: Doc = {
  id: "atom",
  tag: "data",
  summary: "Changes of the settled phase, the settled signal and the flags as Atom 1.0",
  description: "One entry for each change, newest first, at most 500. Subscribe to it in a feed reader or a chat.",
  type: "application/atom+xml",
};

const JSON_DOC: Doc = {
  id: "jsonFeed",
  tag: "data",
  summary: "Changes of the settled phase, the settled signal and the flags as JSON Feed 1.1",
  description: "The entries of `/feed.atom` for programs: each item has the facts of its change in `_peak`.",
  type: "application/feed+json",
  reply: JsonFeedReply,
};

export function feedRoutes(app: FastifyInstance, edge: Edge): void {
  const { site, published } = edge;
  const announcements = () => published.history.get()?.announcements;
  cachedRoute(app, edge, ATOM, ATOM_DOC, () =>
    recipeOf(announcements(), EXTRAS_CACHE, (all) => {
      return { type: "application/atom+xml; charset=utf-8", body: atomText(site, presentFeed(site, all)) };
    }),
  );
  cachedRoute(app, edge, JSON_FEED, JSON_DOC, () =>
    recipeOf(announcements(), EXTRAS_CACHE, (all) =>
      json(JsonFeedReply, presentFeed(site, all), "application/feed+json; charset=utf-8"),
    ),
  );
}

type FeedItem = JsonFeedReply["items"][number];

const SUMMARY = "Each change of Bitcoin's settled phase, of its settled signal and of the two warnings.";

/** As JSON Feed 1.1 (jsonfeed.org). @param announcements newest first */
function presentFeed(site: Site, announcements: readonly Announcement[]): JsonFeedReply {
  const home = addressOf(site, "/");
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: feedTitle(site),
    home_page_url: home,
    feed_url: addressOf(site, JSON_FEED),
    description: `${SUMMARY} ${attributionText(publisherOf(site))}`,
    language: "en",
    authors: [{ name: `${site.indexName} by ${site.siteName}`, url: home }],
    items: announcements.map((each, i) => {
      // Some feed readers merge items with the same time, so the changes of one row are a second apart.
      const before = announcements.slice(i + 1).filter(({ at }) => at === each.at).length;
      return itemOf(site, each, plus(each.at, before * SECOND_MS));
    }),
  };
}

/**
 * The headline as a sentence and the first row with the change; for backfilled days, a note that it was not announced.
 */
function itemOf(site: Site, announcement: Announcement, at: Instant): FeedItem {
  const { what, isBackfilled, serial } = announcement;
  const day = formatDay(announcement.day);
  const became = "to" in announcement ? announcement.to : announcement.isUp ? "up" : "down";
  const [change, score] = [changeTitle(announcement), scoreNumber(announcement.score).toFixed(1)];
  const row = `${change}. Score ${score}, daily row of ${day}, 06:00 UTC.`;
  return {
    id: tagOf(site, day, `changes/${day}/${what}/${became}${serial === undefined ? "" : `/${serial}`}`),
    url: addressOf(site, `/record#${changeId(announcement)}`),
    title: `${change} (score ${score}${isBackfilled ? "; computed afterwards" : ""})`,
    content_text: isBackfilled ? `${row} ${AFTERWARDS}` : row,
    date_published: formatInstant(at),
    _peak: factsOf(announcement),
  };
}

const AFTERWARDS =
  "Backfilled from the data of that time: the service was not running then, so this was not announced at the time.";

const KINDS = { phase: "settled_phase", signal: "settled_signal", descentGuard: "flag", topRisk: "flag" } as const;

function factsOf(change: Announcement): FeedItem["_peak"] {
  const score = scoreNumber(change.score);
  return {
    kind: KINDS[change.what],
    date: formatDay(change.day),
    score,
    phase_key: phaseOf(score).key,
    settled_phase_key: change.settled,
    previous_phase_key: change.what === "phase" ? change.from : null,
    settled_signal: change.signal,
    previous_signal: change.what === "signal" ? change.from : null,
    flag: "isUp" in change ? CHANGE_NAMES[change.what] : null,
    is_up: "isUp" in change ? change.isUp : null,
    is_backfilled: change.isBackfilled,
  };
}

/** A tag URI (RFC 4151), unique to this site. Derived from stored data, so a restart does not change it. */
function tagOf({ baseUrl }: Site, date: string, name: string): string {
  const authority = baseUrl.hostname.replace(/[^\w.-]/g, "");
  return `tag:${authority},${date}:${baseUrl.pathname.replace(/\/?$/, "/")}nhci/${name}`;
}

/** As Atom 1.0 (RFC 4287). */
function atomText(site: Site, { title, home_page_url: home, authors, items }: JsonFeedReply): string {
  const root = tree(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" },
    tree("id", {}, tagOf(site, "2026", "changes")), // constant as long as the site keeps its address
    tree("title", {}, title),
    tree("subtitle", {}, SUMMARY),
    tree("updated", {}, items[0]?.date_published ?? "1970-01-01T00:00:00.000Z"),
    ...authors.map(({ name, url }) => tree("author", {}, tree("name", {}, name), tree("uri", {}, url))),
    tree("rights", {}, attributionText(publisherOf(site))),
    tree("link", { rel: "self", type: "application/atom+xml", href: addressOf(site, ATOM) }),
    tree("link", { rel: "alternate", type: "text/html", href: home }),
    ...items.map((item) => entryTree(site, item)),
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${serialize(root)}\n`;
}

function entryTree(
  site: Site,
  { id, url, title, content_text: text, date_published: at, _peak: facts }: FeedItem,
): Tree {
  return tree(
    "entry",
    {},
    tree("id", {}, id),
    tree("title", {}, title),
    tree("updated", {}, at),
    tree("published", {}, at),
    tree("link", { rel: "alternate", type: "text/html", href: url }),
    tree("summary", { type: "text" }, text),
    ...Object.entries(facts).flatMap(([name, value]) =>
      value === null ? [] : [tree("category", { scheme: addressOf(site, `/docs#feeds:${name}`), term: `${value}` })],
    ),
  );
}
