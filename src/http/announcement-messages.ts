import { createHash } from "node:crypto";
import type { Announcement, AnnouncementMessage } from "../domain/announcement.js";
import { instantOf } from "../domain/instant.js";
import type { Site } from "../site/site.js";
import { ENDPOINTS } from "./endpoints/all.js";
import { feedItem, feedOf } from "./endpoints/feeds.js";
import { retiredPaths } from "./retirement.js";

/**
 * The entries of the feeds as messages to receivers, oldest first, without those of before the installation, of which
 * nobody was told. The body has the form that Standard Webhooks recommends; `data` is the item of the JSON feed.
 *
 * @param announcements newest first
 */
export function announcementMessages(
  site: Site,
  announcements: readonly Announcement[],
): readonly AnnouncementMessage[] {
  const told = announcements.filter(({ isBackfilled }) => !isBackfilled);
  const { home, entries } = feedOf(site, told, retiredPaths(ENDPOINTS));
  return entries.toReversed().map((entry) => ({
    id: messageId(entry.id),
    at: instantOf(entry.at),
    body: JSON.stringify({ type: entry.type, timestamp: entry.at, data: feedItem(entry, home) }),
  }));
}

/** Follows from the id of the entry, so that it stays the same whoever sends it and however often. */
function messageId(entry: string): string {
  return `msg_${createHash("sha256").update(entry).digest("base64url").slice(0, 27)}`;
}
