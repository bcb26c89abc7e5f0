import { formatInstant, type Instant } from "../../domain/instant.js";
import type { Change } from "../../domain/snapshot.js";
import { addressOf, type Site } from "../../site/site.js";
import { changeText, changeTitle } from "./change-words.js";

/** What both feeds say. */
export interface Feed {
  /** Stays the same for as long as the site keeps its address. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly home: string;
  readonly atom: string;
  readonly json: string;
  /** Who is to be named, and where. */
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

/** What a feed without entries says about its last change: there was none. */
const NEVER = 0 as Instant;

/** The feed of a site. @param changes newest first @param paths of the two feeds */
export function feedOf(site: Site, changes: readonly Change[], paths: { atom: string; json: string }): Feed {
  const { indexName, siteName, baseUrl } = site;
  return {
    id: tagOf(site, "2026", "changes"),
    title: `${indexName}: changes`,
    summary: "Each change of the Bitcoin phase, of its signal and of the two flags.",
    home: addressOf(site, "/"),
    atom: addressOf(site, paths.atom),
    json: addressOf(site, paths.json),
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

/** A tag URI (RFC 4151): a name that no other site gives to anything. Made of what is stored, so a restart changes nothing. */
function tagOf({ baseUrl }: Site, date: string, name: string): string {
  const authority = baseUrl.hostname.replace(/[^\w.-]/g, "");
  return `tag:${authority},${date}:${baseUrl.pathname.replace(/\/?$/, "/")}nhci/${name}`;
}
