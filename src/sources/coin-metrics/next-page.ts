import { UpstreamError } from "../../domain/errors.js";
import { COIN_METRICS } from "./read-asset-metrics.js";

/** Follows `next_page_url`, unchanged, as long as it stays where we asked and leads somewhere new. */
export interface PageTrail {
  /** @throws UpstreamError `malformed` for a link that leads to another origin or to a page that was asked for before */
  follow(link: string): URL;
}

export function pageTrail(first: URL): PageTrail {
  const visited = new Set([first.href]);
  return {
    follow(link) {
      const next = URL.canParse(link) ? new URL(link) : undefined;
      if (next?.origin !== first.origin || next.username !== "" || next.password !== "") {
        throw new UpstreamError(COIN_METRICS, "malformed", "the next page lies on another host");
      }
      if (visited.has(next.href)) throw new UpstreamError(COIN_METRICS, "malformed", "the pages lead in a circle");
      visited.add(next.href);
      return next;
    },
  };
}
