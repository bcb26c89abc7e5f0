import type { Feed } from "./feed.js";

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
