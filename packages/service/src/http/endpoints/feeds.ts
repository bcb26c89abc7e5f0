/** The changes of phase and flags as Atom and as JSON Feed, and the same entries as messages to webhook receivers. */
import { createHash } from "node:crypto";
import { attributionText, serialize, type Tree, tree } from "peak-cycle-drawing";
import {
  dayOf,
  formatDay,
  formatInstant,
  type Instant,
  instantOf,
  type PlaceRecord,
  phaseOf,
  scoreNumber,
} from "peak-cycle-model";
import type { Announcement, AnnouncementMessage } from "../../domain/announcement.js";
import { addressOf, publisherOf, type Site } from "../../pages/site.js";
import { EXTRAS_CACHE } from "../cache-control.js";
import { type EndpointDeps, endpoint, textEndpoint } from "../endpoint.js";
import { type ChangeFacts, JSON_FEED_EXAMPLE, JsonFeedReply } from "../json-feed.js";
import { laterPlaceText, presentLaterPlace } from "../later-place.js";
import { phaseLabel } from "../reply-fields.js";

const ATOM = "/feed.atom";
const JSON_FEED = "/feed.json";

export const atomFeed = textEndpoint({
  path: ATOM,
  id: "atom",
  summary: "Changes of the settled phase and of the flags as Atom 1.0",
  headers: { contentType: "application/atom+xml; charset=utf-8" },
  source: feedSource,
  text: ({ announcements, place }, { config }) => atomText(feedOf(config, announcements), place),
  cache: EXTRAS_CACHE,
});

export const jsonFeed = endpoint({
  path: JSON_FEED,
  id: "jsonFeed",
  summary: "The same as JSON Feed 1.1",
  docs: {
    heading: "The feed as JSON",
    purpose: "Each change of the settled phase and of the two flags, as JSON Feed 1.1. The same stands in /feed.atom.",
    renewed: "once a day, with the record",
  },
  reply: JsonFeedReply,
  example: JSON_FEED_EXAMPLE,
  headers: { contentType: "application/feed+json; charset=utf-8" },
  source: feedSource,
  content: ({ announcements, place }, { config }) => presentJsonFeed(feedOf(config, announcements), place),
  cache: EXTRAS_CACHE,
});

/** The later place is that of the record: with the one of each score, who polls would get all entries again every hour. */
function feedSource({ published }: EndpointDeps) {
  const announcements = published.announcements.get();
  return announcements && { announcements, place: published.record.get()?.place };
}

type Feed = ReturnType<typeof feedOf>;

interface FeedEntry {
  readonly id: string;
  /** What kind of change, for programs that get it posted. */
  readonly type: "settled_phase.changed" | "flag.changed" | "test";
  readonly title: string;
  readonly text: string;
  /** ISO 8601 */
  readonly at: string;
  /** The same change for programs, so that none has to read the sentence. */
  readonly facts: ChangeFacts;
}

/** The time of the last change in a feed without entries. */
const NEVER = 0 as Instant;

/** What both feeds say, the newest entry first. @param announcements newest first */
export function feedOf(site: Site, announcements: readonly Announcement[]) {
  const { indexName, siteName } = site;
  const entries = announcements.map((announcement) => entryOf(site, announcement));
  return {
    id: tagOf(site, "2026", "changes"), // the same for as long as the site keeps its address
    title: `${indexName}: changes`,
    summary: "Each change of the settled Bitcoin phase and of the two flags.",
    home: addressOf(site, "/"),
    atom: addressOf(site, ATOM),
    json: addressOf(site, JSON_FEED),
    author: `${indexName} by ${siteName}`,
    credit: attributionText(publisherOf(site)),
    updated: entries[0]?.at ?? formatInstant(NEVER),
    entries,
  };
}

function entryOf(site: Site, announcement: Announcement): FeedEntry {
  const day = formatDay(announcement.day);
  const became = announcement.what === "phase" ? announcement.to : announcement.isUp ? "up" : "down";
  return {
    id: tagOf(site, day, `changes/${day}/${announcement.what}/${became}`),
    type: announcement.what === "phase" ? "settled_phase.changed" : "flag.changed",
    title: `${headline(announcement)} (score ${scoreText(announcement)}${announcement.isBackfilled ? "; computed afterwards" : ""})`,
    text: entryText(announcement, day),
    at: formatInstant(announcement.at),
    facts: factsOf(announcement),
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

/** A feed as Atom 1.0 (RFC 4287). @param place what the record says of the later place */
export function atomText(feed: Feed, place?: PlaceRecord): string {
  const root = tree(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" },
    tree("id", {}, feed.id),
    tree("title", {}, feed.title),
    tree("subtitle", {}, `${feed.summary} ${laterPlaceText(place)}`.trim()),
    tree("updated", {}, feed.updated),
    tree("author", {}, tree("name", {}, feed.author), tree("uri", {}, feed.home)),
    tree("rights", {}, feed.credit),
    tree("link", { rel: "self", type: "application/atom+xml", href: feed.atom }),
    tree("link", { rel: "alternate", type: "text/html", href: feed.home }),
    ...feed.entries.map((entry) => entryTree(entry, feed.home)),
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${serialize(root)}\n`;
}

function entryTree({ id, title, text, at, facts }: FeedEntry, home: string): Tree {
  return tree(
    "entry",
    {},
    tree("id", {}, id),
    tree("title", {}, title),
    tree("updated", {}, at),
    tree("published", {}, at),
    tree("link", { rel: "alternate", type: "text/html", href: home }),
    tree("summary", { type: "text" }, text),
    ...Object.entries(facts).flatMap(([name, value]) =>
      value === null ? [] : [tree("category", { scheme: `${home}docs#feeds:${name}`, term: `${value}` })],
    ),
  );
}

/** A feed as JSON Feed 1.1 (jsonfeed.org). @param place what the record says of the later place */
export function presentJsonFeed(feed: Feed, place?: PlaceRecord): JsonFeedReply {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.home,
    feed_url: feed.json,
    description: `${feed.summary} ${feed.credit}`,
    language: "en",
    authors: [{ name: feed.author, url: feed.home }],
    _peak: { later_place: presentLaterPlace(place?.newest.range, place) },
    items: feed.entries.map((entry) => feedItem(entry, feed.home)),
  };
}

/** An entry as an item of a JSON feed. @param home address of the front page */
function feedItem({ id, title, text, at, facts }: FeedEntry, home: string): JsonFeedReply["items"][number] {
  return { id, url: home, title, content_text: text, date_published: at, _peak: facts };
}

/**
 * The entries of the feeds as messages to receivers, oldest first. Those that a first start has backfilled are left
 * out. The body has the form that Standard Webhooks recommends; `data` is the item of the JSON feed.
 *
 * @param announcements newest first
 */
export function announcementMessages(
  site: Site,
  announcements: readonly Announcement[],
): readonly AnnouncementMessage[] {
  const live = announcements.filter(({ isBackfilled }) => !isBackfilled);
  const { home, entries } = feedOf(site, live);
  return entries.toReversed().map((entry) => messageOf(entry, home));
}

/** An event by which an operator tries a receiver: of the form of the others, and of a type that none of them has. */
export function testMessage(site: Site, now: Instant): AnnouncementMessage {
  const date = formatDay(dayOf(now));
  const text = "This is a test: nothing has changed. The figures beside it are made up.";
  const facts: ChangeFacts = {
    kind: "test",
    date,
    score: 60.4,
    phase_key: "HOT",
    settled_phase_key: "HOT",
    previous_phase_key: "BULL",
    flag: null,
    is_up: null,
  };
  const at = formatInstant(now);
  const id = tagOf(site, date, `test/${at}`);
  return messageOf({ id, type: "test", title: "Test event of Peak", text, at, facts }, addressOf(site, "/"));
}

function messageOf(entry: FeedEntry, home: string): AnnouncementMessage {
  return {
    // Made from the id of the entry, so that it is the same on every instance and at each attempt.
    id: `msg_${createHash("sha256").update(entry.id).digest("base64url").slice(0, 27)}`,
    at: instantOf(entry.at),
    body: JSON.stringify({ type: entry.type, timestamp: entry.at, data: feedItem(entry, home) }),
  };
}
