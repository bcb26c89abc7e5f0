import { createHash } from "node:crypto";
import type { Announcement, AnnouncementMessage } from "../domain/announcement.js";
import { instantOf } from "../domain/instant.js";
import type { Site } from "../site/site.js";
import { ENDPOINTS } from "./endpoints/all.js";
import { feedItem, feedOf } from "./endpoints/feeds.js";
import { retiredPaths } from "./retirement.js";

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
  const told = announcements.filter(({ isBackfilled }) => !isBackfilled);
  const { home, entries } = feedOf(site, told, retiredPaths(ENDPOINTS));
  return entries.toReversed().map((entry) => ({
    id: messageId(entry.id),
    at: instantOf(entry.at),
    body: JSON.stringify({ type: entry.type, timestamp: entry.at, data: feedItem(entry, home) }),
  }));
}

/** Made from the id of the entry, so that it is the same on every instance and at each attempt. */
function messageId(entry: string): string {
  return `msg_${createHash("sha256").update(entry).digest("base64url").slice(0, 27)}`;
}
