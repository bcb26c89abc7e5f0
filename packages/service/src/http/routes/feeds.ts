/** The changes of the settled phase and of the flags, as Atom and as JSON Feed. */

import type { FastifyInstance } from "fastify";
import { attributionText, serialize, type Tree, tree } from "peak-cycle-drawing";
import { formatDay, formatInstant, type Instant, phaseOf, plus, SECOND_MS, scoreNumber } from "peak-cycle-model";
import type { Announcement } from "../../domain/announcement.js";
import { addressOf, publisherOf, type Site } from "../../pages/site.js";
import { EXTRAS_CACHE, EXTRAS_SECONDS } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NOTHING_YET, sendProblem } from "../problems.js";
import { phaseLabel } from "../reply-fields.js";
import { type ChangeFacts, JsonFeedReply } from "./feed-reply.js";

const ATOM = "/feed.atom";
const JSON_FEED = "/feed.json";

export function feeds(app: FastifyInstance, { published, site, made }: Edge): void {
  const forms = [
    { path: ATOM, doc: ATOM_DOC, type: "application/atom+xml; charset=utf-8", text: atomText },
    { path: JSON_FEED, doc: JSON_DOC, type: "application/feed+json; charset=utf-8", text: jsonText },
  ] as const;
  for (const { path, doc, type, text } of forms) {
    app.get(path, { config: { group: "extra", doc } }, (request, reply) => {
      const announcements = published.history.get()?.announcements;
      if (announcements === undefined) return sendProblem(reply, NOTHING_YET);
      return made.respond(request, reply, EXTRAS_CACHE, {
        shows: [announcements],
        make: () => ({ type, body: text(site, announcements) }),
      });
    });
  }
}

const COMMON = { tag: "data", maxAge: EXTRAS_SECONDS, failures: [503] } as const;

const ATOM_DOC = {
  ...COMMON,
  id: "atom",
  summary: "Changes of the settled phase and of the flags as Atom 1.0",
  type: "application/atom+xml",
} as const;

const JSON_DOC = {
  ...COMMON,
  id: "jsonFeed",
  summary: "The same as JSON Feed 1.1",
  type: "application/feed+json",
  reply: JsonFeedReply,
} as const;

function jsonText(site: Site, announcements: readonly Announcement[]): string {
  return JSON.stringify(JsonFeedReply.parse(presentJsonFeed(site, announcements)));
}

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
    items: announcements.map((announcement, i) => itemOf(site, announcement, momentOf(announcements, i))),
  };
}

/**
 * Each entry has a moment of its own, since some readers take two of one moment for one: a second later for each of one
 * row.
 */
function momentOf(announcements: readonly Announcement[], index: number): Instant {
  const own = announcements[index];
  if (own === undefined) throw new RangeError(`there is no announcement ${index}`);
  const before = announcements.slice(index + 1).filter(({ day }) => day === own.day).length; // newest first
  return plus(own.at, before * SECOND_MS);
}

function itemOf(site: Site, announcement: Announcement, at: Instant): FeedItem {
  const day = formatDay(announcement.day);
  const became = announcement.what === "phase" ? announcement.to : announcement.isUp ? "up" : "down";
  return {
    id: tagOf(site, day, `changes/${day}/${announcement.what}/${became}`),
    url: addressOf(site, `/record#${day}-${NAMES[announcement.what]}`),
    title: `${headline(announcement)} (score ${scoreText(announcement)}${announcement.isBackfilled ? "; computed afterwards" : ""})`,
    content_text: entryText(announcement, day),
    date_published: formatInstant(at),
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

/** What an entry is about, in its link. */
const NAMES = { phase: "phase", ...FLAG_KEYS } as const;

/**
 * The headline as a sentence and the row that has it first; of the days before the service, that it was computed
 * afterwards.
 */
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
    ...items.map((item) => entryTree(site, item)),
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${serialize(root)}\n`;
}

/** The time of the last change in a feed without entries. */
const NEVER = 0 as Instant;

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
