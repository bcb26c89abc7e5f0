import { describe, expect, test } from "vitest";
import type { Announcement } from "../../../../src/domain/announcement.js";
import { JsonFeedReply } from "../../../../src/http/routes/feed-reply.js";
import { atomText, presentJsonFeed } from "../../../../src/http/routes/feeds.js";
import type { Site } from "../../../../src/pages/site.js";
import { ANNOUNCEMENTS } from "../sample-extras.js";
import { SAMPLE_CONFIG } from "../samples.js";

const SITE: Site = {
  ...SAMPLE_CONFIG,
  indexName: `Cycle "<One>" & more`,
  siteName: "It's",
  baseUrl: new URL("https://peak.example/below/"),
};

const json = (announcements: readonly Announcement[], site = SITE) => presentJsonFeed(site, announcements);

describe("the JSON feed", () => {
  test("has a line for its reader, and an item for each change, newest first", () => {
    const feed = json(ANNOUNCEMENTS);
    expect(JsonFeedReply.parse(feed)).toEqual(feed);
    expect(feed.description).toMatch(/two flags\. Cycle "<One>" & more by It's · peak\.example$/);
    expect(feed.feed_url).toBe("https://peak.example/below/feed.json");
    expect(feed.items.map(({ title }) => title)).toEqual([
      "Cycle-top distribution: flag up (score 47.0)",
      "Settled phase: Bull Active, was Accumulation (score 46.2)",
      "Bear-market descent: flag down (score 21.0; computed afterwards)",
      "Settled phase: Accumulation, was Bottom (score 26.4; computed afterwards)",
    ]);
    expect(feed.items[0]).toEqual({
      id: "tag:peak.example,2026-11-20:/below/nhci/changes/2026-11-20/topRisk/up",
      url: "https://peak.example/below/record#2026-11-20-top_risk",
      title: "Cycle-top distribution: flag up (score 47.0)",
      content_text: "Cycle-top distribution: flag up. Score 47.0, daily row of 2026-11-20, 06:00 UTC.",
      date_published: "2026-11-20T06:00:01.500Z",
      _peak: {
        kind: "flag",
        date: "2026-11-20",
        score: 47,
        phase_key: "BULL",
        settled_phase_key: "BULL",
        previous_phase_key: null,
        flag: "top_risk",
        is_up: true,
      },
    });
    expect(json([]).items).toEqual([]);
  });

  test("marks what was computed afterwards, and dates it by the day it is about", () => {
    expect(json(ANNOUNCEMENTS).items[2]).toMatchObject({
      date_published: "2026-11-01T06:00:00.000Z",
      content_text:
        "Bear-market descent: flag down. Score 21.0, daily row of 2026-11-01, 06:00 UTC. " +
        "Computed afterwards from the data of that time: the service did not run yet, so nobody was told on that day.",
    });
  });

  test("gives each entry a link and a moment of its own, also where one row brings several changes", () => {
    const day = { ...ANNOUNCEMENTS[1]! };
    const both = [{ ...day, what: "topRisk", isUp: true } as Announcement, day, ...ANNOUNCEMENTS.slice(2)];
    const { items } = json(both);
    expect(new Set(items.map(({ url }) => url)).size).toBe(both.length);
    expect(items.slice(0, 2).map(({ url, date_published }) => [url, date_published])).toEqual([
      ["https://peak.example/below/record#2026-11-10-top_risk", "2026-11-10T06:00:02.500Z"],
      ["https://peak.example/below/record#2026-11-10-phase", "2026-11-10T06:00:01.500Z"],
    ]);
  });

  test("has ids that are tag URIs, one for each change, and stay what they are when others come", () => {
    const ids = (announcements: readonly Announcement[], site = SITE) =>
      json(announcements, site).items.map(({ id }) => id);
    const all = ids(ANNOUNCEMENTS);
    expect(new Set(all).size).toBe(ANNOUNCEMENTS.length);
    for (const id of all) expect(id).toMatch(/^tag:[\w.-]+,\d{4}-\d\d-\d\d:[\w/.-]+$/);
    expect(ids(ANNOUNCEMENTS.slice(1))).toEqual(all.slice(1));
    const renamed = { ...SITE, baseUrl: new URL("http://peak.example:8080/below"), indexName: "X" };
    expect(ids(ANNOUNCEMENTS, renamed)).toEqual(all);
    expect(ids(ANNOUNCEMENTS, { ...SITE, baseUrl: new URL("https://peak.example/") })).not.toEqual(all);
  });
});

describe("the Atom feed", () => {
  test("says the same with what RFC 4287 demands of a feed and of an entry", () => {
    const name = "Cycle &quot;&lt;One&gt;&quot; &amp; more";
    const text = atomText(SITE, ANNOUNCEMENTS.slice(0, 1));
    expect(text.replace(/><\/(?:link|category)>/g, "/>")).toBe(
      `<?xml version="1.0" encoding="utf-8"?>
${[
  '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><id>tag:peak.example,2026:/below/nhci/changes</id>',
  `<title>${name}: changes</title>`,
  "<subtitle>Each change of the settled Bitcoin phase and of the two flags.</subtitle>",
  "<updated>2026-11-20T06:00:01.500Z</updated>",
  `<author><name>${name} by It&#39;s</name><uri>https://peak.example/below/</uri></author>`,
  `<rights>${name} by It&#39;s · peak.example</rights>`,
  '<link rel="self" type="application/atom+xml" href="https://peak.example/below/feed.atom"/>',
  '<link rel="alternate" type="text/html" href="https://peak.example/below/"/>',
  "<entry><id>tag:peak.example,2026-11-20:/below/nhci/changes/2026-11-20/topRisk/up</id>",
  "<title>Cycle-top distribution: flag up (score 47.0)</title>",
  "<updated>2026-11-20T06:00:01.500Z</updated><published>2026-11-20T06:00:01.500Z</published>",
  '<link rel="alternate" type="text/html" href="https://peak.example/below/record#2026-11-20-top_risk"/>',
  '<summary type="text">Cycle-top distribution: flag up. Score 47.0, daily row of 2026-11-20, 06:00 UTC.</summary>',
  ...Object.entries({
    kind: "flag",
    date: "2026-11-20",
    score: "47",
    phase_key: "BULL",
    settled_phase_key: "BULL",
    flag: "top_risk",
    is_up: "true",
  }).map(([fact, term]) => `<category scheme="https://peak.example/below/docs#feeds:${fact}" term="${term}"/>`),
  "</entry></feed>",
].join("")}
`,
    );
  });

  test("is a feed without a change too", () => {
    const text = atomText(SITE, []);
    expect(text).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
    expect(text).not.toContain("<entry>");
  });
});
