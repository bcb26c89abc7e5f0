import { addressOf, type Site } from "./site.js";

/** Where other sites ask how to embed a page of ours. @param path of that page, with its query */
export function oembedAddress(site: Site, path: string, format: "json" | "xml" = "json"): string {
  return addressOf(site, `/oembed?url=${encodeURIComponent(addressOf(site, path))}&format=${format}`);
}
