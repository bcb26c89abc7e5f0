import type { Change } from "../../../domain/snapshot.js";
import type { Answer } from "../../answer.js";
import { NOTICE_CACHE } from "../../cache.js";
import { PATHS } from "../../paths.js";
import { atomText } from "../../present/atom.js";
import { type Feed, feedOf } from "../../present/feed.js";
import { jsonFeedText } from "../../present/json-feed.js";
import { shownAnswer } from "../../shown-answer.js";
import type { DataDeps } from "./data.js";

/** The changes of phase, signal and flags, for readers of feeds. */
export function feedAnswers({
  config,
  notices,
  clock,
}: DataDeps): Readonly<Record<"atom" | "json", () => Answer | undefined>> {
  const paths = { atom: PATHS.atom, json: PATHS.jsonFeed };
  const answer = (contentType: string, write: (feed: Feed) => string) =>
    shownAnswer<readonly Change[]>(clock, {
      manner: { contentType, also: [] },
      thing: notices.changes,
      text: (changes) => write(feedOf(config, changes, paths)),
      cacheControl: () => NOTICE_CACHE,
    });
  return {
    atom: answer("application/atom+xml; charset=utf-8", atomText),
    json: answer("application/feed+json; charset=utf-8", jsonFeedText),
  };
}
