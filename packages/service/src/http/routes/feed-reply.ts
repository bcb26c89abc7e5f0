/** The fields of `/feed.json`. Source of the form: jsonfeed.org, version 1.1. */
import * as z from "zod";
import { phaseKeyField, scoreField } from "../reply-fields.js";

const ChangeFacts = z.strictObject({
  kind: z.enum(["settled_phase", "flag"]).describe("what has changed"),
  date: z.iso.date().describe("UTC day of the history row that has it first"),
  score: scoreField("score of that row"),
  phase_key: phaseKeyField("phase of that score"),
  settled_phase_key: phaseKeyField("settled phase after that row"),
  previous_phase_key: phaseKeyField("key of a phase").nullable().describe("settled phase before; null for a flag"),
  flag: z.enum(["descent_guard", "top_risk"]).nullable().describe("name of the flag as in the score; null for a phase"),
  is_up: z.boolean().nullable().describe("whether the flag went up; null for a phase"),
});

export type ChangeFacts = z.infer<typeof ChangeFacts>;

export const JsonFeedReply = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1").describe("the form of the feed"),
  title: z.string().describe("what the feed is about"),
  home_page_url: z.url().describe("the site"),
  feed_url: z.url().describe("the feed itself"),
  description: z.string().describe("what has an item, and the line that whoever shows a score shows with it"),
  language: z.literal("en").describe("of all texts"),
  authors: z
    .array(z.strictObject({ name: z.string().describe("index and service"), url: z.url().describe("the site") }))
    .describe("one"),
  items: z
    .array(
      z.strictObject({
        id: z.string().describe("a tag URI (RFC 4151); it stays the same as long as the site keeps its address"),
        url: z.url().describe("the entry on the record page; each entry has its own"),
        title: z.string().describe("what has changed, and the score of that row"),
        content_text: z.string().describe("the same in sentences"),
        date_published: z.iso
          .datetime()
          .describe("when its row was published, a second later for another change in the same row; ISO 8601, UTC"),
        _peak: ChangeFacts,
      }),
    )
    .describe("newest first, at most 500"),
});

export type JsonFeedReply = z.infer<typeof JsonFeedReply>;
