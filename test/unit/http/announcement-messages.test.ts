import { expect, test } from "vitest";
import { announcementMessages } from "../../../src/http/announcement-messages.js";
import { feedOf, jsonFeedText } from "../../../src/http/endpoints/feeds.js";
import { ANNOUNCEMENTS } from "./sample-extras.js";
import { SAMPLE_CONFIG } from "./samples.js";

const messages = announcementMessages(SAMPLE_CONFIG, ANNOUNCEMENTS);

test("a message is an item of the JSON feed, with its kind and time, oldest first, without those of the past", () => {
  const { items } = JSON.parse(jsonFeedText(feedOf(SAMPLE_CONFIG, ANNOUNCEMENTS, []))) as {
    items: readonly { readonly date_published: string }[];
  };
  expect(messages.map(({ body }) => JSON.parse(body))).toEqual([
    { type: "settled_phase.changed", timestamp: items[1]?.date_published, data: items[1] },
    { type: "flag.changed", timestamp: items[0]?.date_published, data: items[0] },
  ]);
});

test("its id stays the same, is that of no other, and has no sign that could change what is signed", () => {
  expect(announcementMessages(SAMPLE_CONFIG, ANNOUNCEMENTS).map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  for (const { id } of messages) expect(id).toMatch(/^msg_[\w-]{27}$/);
});
