import type { JsonFeedReply } from "peak-cycle-client";
import { expect, test } from "vitest";
import type { Announcement } from "../../../src/domain/announcement.js";
import { ANNOUNCEMENTS } from "../../support/sample-extras.js";
import { sampleSite } from "../../support/sample-site.js";
import { showHistory } from "../../support/show-history.js";

const CONFIG = {
  indexName: `Cycle "<One>" & more`,
  siteName: "It's",
  baseUrl: new URL("https://peak.example/below/"),
};

function feeds(told: readonly Announcement[] = ANNOUNCEMENTS, config: Partial<typeof CONFIG> = {}) {
  const { ask, published } = sampleSite({ config: { ...CONFIG, ...config } });
  showHistory(published, { announcements: told });
  return {
    atom: async () => (await ask("/feed.atom")).text(),
    json: async () => (await (await ask("/feed.json")).json()) as JsonFeedReply,
  };
}

test("the JSON feed names the index in its title, and its subject and publisher in its description", async () => {
  const feed = await feeds().json();
  expect(feed.title).toBe(`Cycle "<One>" & more: Bitcoin changes`);
  expect(feed.description).toMatch(/two warnings\. Cycle "<One>" & more by It's · peak\.example$/);
});

test("the JSON feed has an item for each change, newest first", async () => {
  const feed = await feeds().json();
  expect(feed.items.map(({ title }) => title)).toEqual([
    "Bitcoin settled signal: Caution, was Hold (score 47.0)",
    "Bitcoin cycle-top warning: up (score 47.0)",
    "Bitcoin settled phase: Bull Active, was Accumulation (score 46.2)",
    "Bitcoin bear-market warning: down (score 21.0; computed afterwards)",
    "Bitcoin settled phase: Accumulation, was Bottom (score 26.4; computed afterwards)",
  ]);
});

test("an item of the JSON feed has an id, a URL, a time, and the change as data", async () => {
  const feed = await feeds().json();
  expect(feed.items[1]).toEqual({
    id: "tag:peak.example,2026-11-20:/below/nhci/changes/2026-11-20/topRisk/up",
    url: "https://peak.example/below/record#2026-11-20-top_risk",
    title: "Bitcoin cycle-top warning: up (score 47.0)",
    content_text: "Bitcoin cycle-top warning: up. Score 47.0, daily row of 2026-11-20, 06:00 UTC.",
    date_published: "2026-11-20T06:00:01.500Z",
    _peak: {
      kind: "flag",
      date: "2026-11-20",
      score: 47,
      phase_key: "BULL",
      settled_phase_key: "BULL",
      previous_phase_key: null,
      settled_signal: "CAUTION",
      previous_signal: null,
      flag: "top_risk",
      is_up: true,
      is_backfilled: false,
    },
  });
  expect(feed.items[0]).toMatchObject({
    id: "tag:peak.example,2026-11-20:/below/nhci/changes/2026-11-20/signal/CAUTION",
    url: "https://peak.example/below/record#2026-11-20-signal",
    date_published: "2026-11-20T06:00:02.500Z",
  });
});

test("each kind of change in the JSON feed has the previous and the new value", async () => {
  const feed = await feeds().json();
  const changes = feed.items.map(({ _peak: facts }) => [
    ...[facts.kind, facts.settled_phase_key, facts.previous_phase_key],
    ...[facts.settled_signal, facts.previous_signal, facts.flag, facts.is_up],
  ]);
  expect(changes).toEqual([
    ["settled_signal", "BULL", null, "CAUTION", "HOLD", null, null],
    ["flag", "BULL", null, "CAUTION", null, "top_risk", true],
    ["settled_phase", "BULL", "ACUM", "HOLD", null, null, null],
    ["flag", "ACUM", null, "ACCUMULATE", null, "descent_guard", false],
    ["settled_phase", "ACUM", "FONDO", "HOLD", null, null, null],
  ]);
});

test("entries computed afterwards are marked in the JSON feed, and dated 06:00 UTC of their row", async () => {
  const feed = await feeds().json();
  expect(feed.items.map(({ _peak }) => _peak.is_backfilled)).toEqual([false, false, false, true, true]);
  expect(feed.items[3]).toMatchObject({
    date_published: "2026-11-01T06:00:00.000Z",
    content_text: expect.stringContaining("Backfilled from the data of that time"),
  });
});

test("each entry has its own anchor on the record page, and its own time", async () => {
  const { ask, published } = sampleSite();
  const change = ANNOUNCEMENTS[2]!;
  const both: readonly Announcement[] = [{ ...change, what: "topRisk", isUp: true }, ...ANNOUNCEMENTS.slice(2)];
  showHistory(published, { announcements: both });
  const { items } = (await (await ask("/feed.json")).json()) as JsonFeedReply;
  const page = await (await ask("/record")).text();
  const places = [...page.matchAll(/id="(\d{4}-[^"]+)"/g)].map(([, id]) => id);
  expect(items.map(({ url }) => url.split("#")[1])).toEqual(places);
  expect(items.slice(0, 2).map(({ url, date_published }) => [url, date_published])).toEqual([
    ["http://127.0.0.1:8080/record#2026-11-10-top_risk", "2026-11-10T06:00:02.500Z"],
    ["http://127.0.0.1:8080/record#2026-11-10-phase", "2026-11-10T06:00:01.500Z"],
  ]);
});

test("ids are tag URIs, one per change, and stay the same when changes are added or the site is renamed", async () => {
  const ids = async (...of: Parameters<typeof feeds>) => (await feeds(...of).json()).items.map(({ id }) => id);
  const all = await ids();
  expect(new Set(all).size).toBe(ANNOUNCEMENTS.length);
  for (const id of all) expect(id).toMatch(/^tag:[\w.-]+,\d{4}-\d\d-\d\d:[\w/.-]+$/);
  expect(await ids(ANNOUNCEMENTS.slice(1))).toEqual(all.slice(1));
  expect(await ids(ANNOUNCEMENTS, { baseUrl: new URL("http://peak.example:80/below"), indexName: "X" })).toEqual(all);
});

test("the Atom feed has the same content, with everything RFC 4287 requires of feeds and entries", async () => {
  const name = "Cycle &quot;&lt;One&gt;&quot; &amp; more";
  const facts = { kind: "flag", date: "2026-11-20", score: "47", phase_key: "BULL" };
  const settled = { settled_phase_key: "BULL", settled_signal: "CAUTION" };
  const expected = [
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><id>tag:peak.example,2026:/below/nhci/changes</id>',
    `<title>${name}: Bitcoin changes</title>`,
    "<subtitle>Each change of Bitcoin&#39;s settled phase, of its settled signal and of the two warnings.</subtitle>",
    "<updated>2026-11-20T06:00:01.500Z</updated>",
    `<author><name>${name} by It&#39;s</name><uri>https://peak.example/below/</uri></author>`,
    `<rights>${name} by It&#39;s · peak.example</rights>`,
    '<link rel="self" type="application/atom+xml" href="https://peak.example/below/feed.atom"/>',
    '<link rel="alternate" type="text/html" href="https://peak.example/below/"/>',
    "<entry><id>tag:peak.example,2026-11-20:/below/nhci/changes/2026-11-20/topRisk/up</id>",
    "<title>Bitcoin cycle-top warning: up (score 47.0)</title>",
    "<updated>2026-11-20T06:00:01.500Z</updated><published>2026-11-20T06:00:01.500Z</published>",
    '<link rel="alternate" type="text/html" href="https://peak.example/below/record#2026-11-20-top_risk"/>',
    '<summary type="text">Bitcoin cycle-top warning: up. Score 47.0, daily row of 2026-11-20, 06:00 UTC.</summary>',
    ...Object.entries({ ...facts, ...settled, flag: "top_risk", is_up: "true", is_backfilled: "false" }).map(
      ([fact, term]) => `<category scheme="https://peak.example/below/docs#feeds:${fact}" term="${term}"/>`,
    ),
    "</entry></feed>",
  ];
  const text = (await feeds(ANNOUNCEMENTS.slice(1, 2)).atom()).replace(/><\/(?:link|category)>/g, "/>");
  expect(text).toBe(`<?xml version="1.0" encoding="utf-8"?>\n${expected.join("")}\n`);
  expect(await feeds([]).atom()).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
});
