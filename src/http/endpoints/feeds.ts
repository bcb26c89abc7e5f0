import { serialize, type Tree, tree } from "../../chart/markup.js";
import { formatInstant, type Instant } from "../../domain/instant.js";
import { scoreNumber } from "../../domain/score.js";
import type { Change } from "../../domain/snapshot.js";
import { addressOf, type Site } from "../../site/site.js";
import { EXTRAS_CACHE } from "../cache-control.js";
import { textEndpoint } from "../endpoint.js";
import { phaseLabel } from "../reply-fields.js";

const ATOM = "/feed.atom";
const JSON_FEED = "/feed.json";

export const atomFeed = textEndpoint({
  path: ATOM,
  id: "atom",
  summary: "Changes of phase, signal and flags as Atom 1.0",
  headers: { contentType: "application/atom+xml; charset=utf-8", extra: [] },
  source: ({ data }) => data.changes(),
  text: (changes, { config }) => atomText(feedOf(config, changes)),
  cache: EXTRAS_CACHE,
});

export const jsonFeed = textEndpoint({
  path: JSON_FEED,
  id: "jsonFeed",
  summary: "The same as JSON Feed 1.1",
  headers: { contentType: "application/feed+json; charset=utf-8", extra: [] },
  schema: { type: "object" },
  source: ({ data }) => data.changes(),
  text: (changes, { config }) => jsonFeedText(feedOf(config, changes)),
  cache: EXTRAS_CACHE,
});

/** What both feeds say. */
export interface Feed {
  /** Stays the same for as long as the site keeps its address. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly home: string;
  readonly atom: string;
  readonly json: string;
  /** The publisher, and where the site is. */
  readonly author: string;
  readonly credit: string;
  /** ISO 8601 */
  readonly updated: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** ISO 8601 */
  readonly at: string;
}

/** The time of the last change in a feed without entries. */
const NEVER = 0 as Instant;

/** The feed of a site. @param changes newest first */
export function feedOf(site: Site, changes: readonly Change[]): Feed {
  const { indexName, siteName, baseUrl } = site;
  return {
    id: tagOf(site, "2026", "changes"),
    title: `${indexName}: changes`,
    summary: "Each change of the Bitcoin phase, of its signal and of the two flags.",
    home: addressOf(site, "/"),
    atom: addressOf(site, ATOM),
    json: addressOf(site, JSON_FEED),
    author: `${indexName} by ${siteName}`,
    credit: `${indexName} by ${siteName} · ${baseUrl.host}`,
    updated: formatInstant(changes[0]?.computedAt ?? NEVER),
    entries: changes.map((change) => entryOf(site, change)),
  };
}

function entryOf(site: Site, change: Change): FeedEntry {
  const hour = formatInstant(change.hour);
  return {
    id: tagOf(site, hour.slice(0, 10), `changes/${hour.slice(0, 13)}/${change.what}`),
    title: changeTitle(change),
    text: changeText(change),
    at: formatInstant(change.computedAt),
  };
}

/** A tag URI (RFC 4151), unique to this site. It is made of stored data, so a restart does not change it. */
function tagOf({ baseUrl }: Site, date: string, name: string): string {
  const authority = baseUrl.hostname.replace(/[^\w.-]/g, "");
  return `tag:${authority},${date}:${baseUrl.pathname.replace(/\/?$/, "/")}nhci/${name}`;
}

const FLAGS = { descentGuard: "Bear-market descent", topRisk: "Cycle-top distribution" } as const;

/** A change in a line, e.g. `Phase: Bull Active, was Accumulation (score 40.2)`. */
function changeTitle(change: Change): string {
  return `${headline(change)} (score ${scoreNumber(change.score).toFixed(1)})`;
}

/** The same as a sentence with its time. */
function changeText(change: Change): string {
  const minute = formatInstant(change.computedAt).slice(0, 16).replace("T", " ");
  return `${headline(change)}. Score ${scoreNumber(change.score).toFixed(1)}, computed on ${minute} UTC.`;
}

function headline(change: Change): string {
  switch (change.what) {
    case "phase":
      return moved("Phase", phaseLabel(change.to), phaseLabel(change.from));
    case "signal":
      return moved("Signal", change.to, change.from);
    default:
      return `${FLAGS[change.what]}: flag ${change.to === null ? "down" : "up"}`;
  }
}

function moved(what: string, to: string, from: string): string {
  return `${what}: ${to}, was ${from}`;
}

/** A feed as Atom 1.0 (RFC 4287). */
export function atomText(feed: Feed): string {
  const root = tree(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" },
    tree("id", {}, feed.id),
    tree("title", {}, feed.title),
    tree("subtitle", {}, feed.summary),
    tree("updated", {}, feed.updated),
    tree("author", {}, tree("name", {}, feed.author), tree("uri", {}, feed.home)),
    tree("rights", {}, feed.credit),
    tree("link", { rel: "self", type: "application/atom+xml", href: feed.atom }),
    tree("link", { rel: "alternate", type: "text/html", href: feed.home }),
    ...feed.entries.map((entry) => entryTree(entry, feed.home)),
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${serialize(root)}\n`;
}

function entryTree({ id, title, text, at }: FeedEntry, home: string): Tree {
  return tree(
    "entry",
    {},
    tree("id", {}, id),
    tree("title", {}, title),
    tree("updated", {}, at),
    tree("published", {}, at),
    tree("link", { rel: "alternate", type: "text/html", href: home }),
    tree("summary", { type: "text" }, text),
  );
}

/** A feed as JSON Feed 1.1 (jsonfeed.org). */
export function jsonFeedText(feed: Feed): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.home,
    feed_url: feed.json,
    description: `${feed.summary} ${feed.credit}`,
    language: "en",
    authors: [{ name: feed.author, url: feed.home }],
    items: feed.entries.map(({ id, title, text, at }) => ({
      id,
      url: feed.home,
      title,
      content_text: text,
      date_published: at,
    })),
  });
}
