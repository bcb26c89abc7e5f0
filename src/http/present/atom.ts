import { serialize, type Tree, tree } from "../../chart/markup.js";
import type { Feed, FeedEntry } from "./feed.js";

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
