/** The changes of phase and flags as Atom and as JSON Feed. */
import { attributionText, serialize, type Tree, tree } from "peak-cycle-drawing";
import { formatDay, formatInstant, type Instant, phaseOf, scoreNumber } from "peak-cycle-model";
import type { Announcement } from "../../domain/announcement.js";
import { addressOf, publisherOf, type Site } from "../../pages/site.js";
import { EXTRAS_CACHE } from "../cache-control.js";
import { endpoint, textEndpoint } from "../endpoint.js";
import { type ChangeFacts, JSON_FEED_EXAMPLE, JsonFeedReply } from "../json-feed.js";
import { phaseLabel } from "../reply-fields.js";

const ATOM = "/feed.atom";
const JSON_FEED = "/feed.json";

export const atomFeed = textEndpoint({
  path: ATOM,
  id: "atom",
  summary: "Changes of the settled phase and of the flags as Atom 1.0",
  headers: { contentType: "application/atom+xml; charset=utf-8" },
  source: ({ published }) => published.history.get()?.announcements,
  text: (source, { config }) => atomText(config, source),
  cache: EXTRAS_CACHE,
});

export const jsonFeed = endpoint({
  path: JSON_FEED,
  id: "jsonFeed",
  summary: "The same as JSON Feed 1.1",
  reply: JsonFeedReply,
  example: JSON_FEED_EXAMPLE,
  headers: { contentType: "application/feed+json; charset=utf-8" },
  source: ({ published }) => published.history.get()?.announcements,
  content: (source, { config }) => presentJsonFeed(config, source),
  cache: EXTRAS_CACHE,
});

type FeedItem = JsonFeedReply["items"][number];

const SUMMARY = "Each change of the settled Bitcoin phase and of the two flags.";

/** As JSON Feed 1.1 (jsonfeed.org). @param announcements newest first */
export function presentJsonFeed(site: Site, announcements: readonly Announcement[]): JsonFeedReply {
  const home = addressOf(site, "/");
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: `${site.indexName}: changes`,
    home_page_url: home,
    feed_url: addressOf(site, JSON_FEED),
    description: `${SUMMARY} ${attributionText(publisherOf(site))}`,
    language: "en",
    authors: [{ name: `${site.indexName} by ${site.siteName}`, url: home }],
    items: announcements.map((announcement) => itemOf(site, announcement)),
  };
}

function itemOf(site: Site, announcement: Announcement): FeedItem {
  const day = formatDay(announcement.day);
  const became = announcement.what === "phase" ? announcement.to : announcement.isUp ? "up" : "down";
  return {
    id: tagOf(site, day, `changes/${day}/${announcement.what}/${became}`),
    url: addressOf(site, "/"),
    title: `${headline(announcement)} (score ${scoreText(announcement)}${announcement.isBackfilled ? "; computed afterwards" : ""})`,
    content_text: entryText(announcement, day),
    date_published: formatInstant(announcement.at),
    _peak: factsOf(announcement),
  };
}

function factsOf(announcement: Announcement): ChangeFacts {
  const { score, settled } = announcement;
  const isPhase = announcement.what === "phase";
  return {
    kind: isPhase ? "settled_phase" : "flag",
    date: formatDay(announcement.day),
    score: scoreNumber(score),
    phase_key: phaseOf(scoreNumber(score)).key,
    settled_phase_key: settled,
    previous_phase_key: isPhase ? announcement.from : null,
    flag: isPhase ? null : FLAG_KEYS[announcement.what],
    is_up: isPhase ? null : announcement.isUp,
  };
}

/** A tag URI (RFC 4151), unique to this site. It is made of stored data, so a restart does not change it. */
function tagOf({ baseUrl }: Site, date: string, name: string): string {
  const authority = baseUrl.hostname.replace(/[^\w.-]/g, "");
  return `tag:${authority},${date}:${baseUrl.pathname.replace(/\/?$/, "/")}nhci/${name}`;
}

const FLAG_NAMES = { descent_guard: "Bear-market descent", top_risk: "Cycle-top distribution" } as const;

const FLAG_KEYS = { descentGuard: "descent_guard", topRisk: "top_risk" } as const;

/** The headline as a sentence and the row that has it first; of the days before the service, that it was computed afterwards. */
function entryText(announcement: Announcement, day: string): string {
  const row = `${headline(announcement)}. Score ${scoreText(announcement)}, daily row of ${day}, 06:00 UTC.`;
  return announcement.isBackfilled ? `${row} ${AFTERWARDS}` : row;
}

const AFTERWARDS =
  "Computed afterwards from the data of that time: the service did not run yet, so nobody was told on that day.";

function scoreText({ score }: Announcement): string {
  return scoreNumber(score).toFixed(1);
}

/** `Settled phase: Bull Active, was Accumulation` */
function headline(announcement: Announcement): string {
  return announcement.what === "phase"
    ? `Settled phase: ${phaseLabel(announcement.to)}, was ${phaseLabel(announcement.from)}`
    : `${FLAG_NAMES[FLAG_KEYS[announcement.what]]}: flag ${announcement.isUp ? "up" : "down"}`;
}

/** The same as Atom 1.0 (RFC 4287). */
export function atomText(site: Site, announcements: readonly Announcement[]): string {
  const { title, home_page_url: home, authors, items } = presentJsonFeed(site, announcements);
  const root = tree(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" },
    tree("id", {}, tagOf(site, "2026", "changes")), // the same for as long as the site keeps its address
    tree("title", {}, title),
    tree("subtitle", {}, SUMMARY),
    tree("updated", {}, items[0]?.date_published ?? formatInstant(NEVER)),
    ...authors.map(({ name, url }) => tree("author", {}, tree("name", {}, name), tree("uri", {}, url))),
    tree("rights", {}, attributionText(publisherOf(site))),
    tree("link", { rel: "self", type: "application/atom+xml", href: addressOf(site, ATOM) }),
    tree("link", { rel: "alternate", type: "text/html", href: home }),
    ...items.map(entryTree),
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${serialize(root)}\n`;
}

/** The time of the last change in a feed without entries. */
const NEVER = 0 as Instant;

function entryTree({ id, url, title, content_text: text, date_published: at, _peak: facts }: FeedItem): Tree {
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
      value === null ? [] : [tree("category", { scheme: `${url}docs#feeds:${name}`, term: `${value}` })],
    ),
  );
}
