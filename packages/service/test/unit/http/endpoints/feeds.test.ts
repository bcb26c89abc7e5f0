import type { IncomingMessage } from "node:http";
import type { PlaceRecord } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { Announcement } from "../../../../src/domain/announcement.js";
import type { Endpoint } from "../../../../src/http/endpoint.js";
import {
  announcementMessages,
  atomFeed,
  atomText,
  jsonFeed,
  presentJsonFeed,
} from "../../../../src/http/endpoints/feeds.js";
import { JSON_FEED_EXAMPLE } from "../../../../src/http/json-feed.js";
import type { PreparedResponse } from "../../../../src/http/response-variants.js";
import type { Site } from "../../../../src/pages/site.js";
import { sampleDeps } from "../sample-deps.js";
import { ANNOUNCEMENTS } from "../sample-extras.js";
import { SAMPLE_CONFIG } from "../samples.js";
import { type Element, readXml } from "./read-xml.js";

const SITE: Site = {
  ...SAMPLE_CONFIG,
  indexName: `Cycle "<One>" & more`,
  siteName: "It's",
  baseUrl: new URL("https://peak.example/below/"),
};

const atom = (announcements: readonly Announcement[], site = SITE, place?: PlaceRecord) =>
  readXml(atomText(site, { announcements, place }));
const json = (announcements: readonly Announcement[], site = SITE) =>
  presentJsonFeed(site, { announcements, place: undefined });
const texts = (element: Element, name: string) =>
  element.children.filter((child) => child.name === name).map(({ text }) => text);
const links = (element: Element) =>
  element.children
    .filter(({ name }) => name === "link")
    .map(({ attributes }) => [attributes["rel"], attributes["type"], attributes["href"]]);

describe("an entry", () => {
  test("says for programs what its sentence says, and the same in both feeds and in what is posted", () => {
    const facts = json(ANNOUNCEMENTS).items.map(({ _peak }) => _peak);
    expect(facts[0]).toEqual({
      kind: "flag",
      date: "2026-11-20",
      score: 47,
      phase_key: "BULL",
      settled_phase_key: "BULL",
      previous_phase_key: null,
      flag: "top_risk",
      is_up: true,
    });
    expect(facts[1]).toMatchObject({
      kind: "settled_phase",
      settled_phase_key: "BULL",
      previous_phase_key: "ACUM",
      flag: null,
    });
    const entries = atom(ANNOUNCEMENTS).children.filter(({ name }) => name === "entry");
    const categories = entries.map(({ children }) =>
      Object.fromEntries(
        children
          .filter(({ name }) => name === "category")
          .map(({ attributes }) => [attributes["scheme"]?.split("#feeds:")[1], attributes["term"]]),
      ),
    );
    const written = facts.map((each) =>
      Object.fromEntries(
        Object.entries(each).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
      ),
    );
    expect(categories).toEqual(written);
    const posted = announcementMessages(SITE, ANNOUNCEMENTS).map(({ body }) => JSON.parse(body).data._peak);
    expect(posted).toEqual([facts[1], facts[0]]);
  });
});

describe("the later place in both feeds", () => {
  const deps = sampleDeps();
  const record = deps.published.record.get()!;
  const place = {
    ...record.place!,
    rangeDays: 3768,
    coveredShare: 0.97817,
    newest: { day: "2026-11-20" as const, score: 61.2, range: { low: 12.44, high: 81.55 } },
  };
  const ask = ({ responder }: Endpoint) => {
    const respond = responder(deps);
    return () => String((respond({ headers: {} } as IncomingMessage, "") as PreparedResponse).body);
  };

  test("is that of the newest closed day, so that a feed stays the same from score to score", () => {
    deps.published.record.put({ ...record, place });
    const [atomBody, jsonBody] = [ask(atomFeed), ask(jsonFeed)];
    const before = [atomBody(), jsonBody()];
    expect(JSON.parse(jsonBody())._peak.later_place).toMatchObject({ low: 12.4, high: 81.6, covered_share: 0.978 });
    deps.published.score.put({ ...deps.published.score.get()!, laterPlace: { low: 1, high: 99 } });
    expect([atomBody(), jsonBody()]).toEqual(before);
  });

  test("is a sentence with its coverage and its meaning in Atom, and nothing before there is one", () => {
    const [subtitle] = texts(atom([], SITE, place), "subtitle");
    expect(subtitle).toContain(
      "Later place of 2026-11-20, known in two years: 12.4 to 81.6; of 3768 earlier days 97.8 % lay in their range. Where the day",
    );
    for (const none of [undefined, { ...place, newest: { ...place.newest, range: undefined } }]) {
      expect(texts(atom([], SITE, none), "subtitle")[0]).toMatch(/two flags\.$/);
    }
  });
});

describe("the Atom feed", () => {
  test("is one feed in the Atom namespace, with what RFC 4287 demands of a feed", () => {
    const feed = atom(ANNOUNCEMENTS);
    expect([feed.name, feed.attributes["xmlns"]]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
    expect(texts(feed, "id")).toEqual(["tag:peak.example,2026:/below/nhci/changes"]);
    expect(texts(feed, "title")).toEqual([`Cycle "<One>" & more: changes`]);
    expect(texts(feed, "updated")).toEqual(["2026-11-20T06:00:01.500Z"]);
    expect(texts(feed, "rights")).toEqual([`Cycle "<One>" & more by It's · peak.example`]);
    expect(feed.children.find(({ name }) => name === "author")?.children[0]?.text).toBe(`Cycle "<One>" & more by It's`);
    expect(links(feed)).toEqual([
      ["self", "application/atom+xml", "https://peak.example/below/feed.atom"],
      ["alternate", "text/html", "https://peak.example/below/"],
    ]);
  });

  test("has an entry a change, newest first, with all that RFC 4287 demands of an entry", () => {
    const entries = atom(ANNOUNCEMENTS).children.filter(({ name }) => name === "entry");
    expect(entries.flatMap((entry) => texts(entry, "title"))).toEqual([
      "Cycle-top distribution: flag up (score 47.0)",
      "Settled phase: Bull Active, was Accumulation (score 46.2)",
      "Bear-market descent: flag down (score 21.0; computed afterwards)",
      "Settled phase: Accumulation, was Bottom (score 26.4; computed afterwards)",
    ]);
    expect(texts(entries[1]!, "updated")).toEqual(["2026-11-10T06:00:01.500Z"]);
    expect(texts(entries[1]!, "summary")).toEqual([
      "Settled phase: Bull Active, was Accumulation. Score 46.2, daily row of 2026-11-10, 06:00 UTC.",
    ]);
    for (const entry of entries)
      expect(links(entry)).toEqual([["alternate", "text/html", "https://peak.example/below/"]]);
  });

  test("marks what was computed afterwards, and dates it by the day it is about", () => {
    const [, , flag] = atom(ANNOUNCEMENTS).children.filter(({ name }) => name === "entry");
    expect(texts(flag!, "published")).toEqual(["2026-11-01T06:00:00.000Z"]);
    expect(texts(flag!, "summary")).toEqual([
      "Bear-market descent: flag down. Score 21.0, daily row of 2026-11-01, 06:00 UTC. " +
        "Computed afterwards from the data of that time: the service did not run yet, so nobody was told on that day.",
    ]);
  });

  test("is a feed without a change too", () => {
    const feed = atom([]);
    expect(texts(feed, "id")).toHaveLength(1);
    expect(texts(feed, "updated")).toEqual(["1970-01-01T00:00:00.000Z"]);
    expect(feed.children.filter(({ name }) => name === "entry")).toEqual([]);
  });
});

describe("the JSON feed", () => {
  test("has the members of JSON Feed 1.1 and says the same as the Atom feed", () => {
    const feed = json(ANNOUNCEMENTS);
    expect(Object.keys(feed)).toEqual([
      ...["version", "title", "home_page_url", "feed_url", "description", "language", "authors", "_peak", "items"],
    ]);
    expect(feed.version).toBe("https://jsonfeed.org/version/1.1");
    expect(feed.feed_url).toBe("https://peak.example/below/feed.json");
    expect(feed.description).toContain("peak.example");
    const entries = atom(ANNOUNCEMENTS).children.filter(({ name }) => name === "entry");
    expect(feed.items.map(({ id }: { id: string }) => id)).toEqual(entries.flatMap((entry) => texts(entry, "id")));
    expect(feed.items.map(({ title }: { title: string }) => title)).toEqual(
      entries.flatMap((entry) => texts(entry, "title")),
    );
    expect(feed.items[0]).toEqual({
      id: "tag:peak.example,2026-11-20:/below/nhci/changes/2026-11-20/topRisk/up",
      url: "https://peak.example/below/",
      title: "Cycle-top distribution: flag up (score 47.0)",
      content_text: "Cycle-top distribution: flag up. Score 47.0, daily row of 2026-11-20, 06:00 UTC.",
      date_published: "2026-11-20T06:00:01.500Z",
      _peak: expect.objectContaining({ kind: "flag", flag: "top_risk" }),
    });
  });

  test("is documented by what it is for such a change", () => {
    const site = {
      ...SITE,
      indexName: "Peak Cycle Index",
      siteName: "Peak",
      baseUrl: new URL("https://peak.example/"),
    };
    const { _peak, ...made } = json(ANNOUNCEMENTS.slice(1, 2), site);
    expect(JSON_FEED_EXAMPLE).toEqual({ ...made, _peak: JSON_FEED_EXAMPLE._peak });
  });

  test("has an empty list without a change", () => {
    expect(json([]).items).toEqual([]);
  });
});

describe("the ids", () => {
  const ids = (announcements: readonly Announcement[], site = SITE): string[] =>
    json(announcements, site).items.map(({ id }: { id: string }) => id);

  test("are tag URIs, one for each change, and stay what they are when others come", () => {
    const all = ids(ANNOUNCEMENTS);
    expect(new Set(all).size).toBe(ANNOUNCEMENTS.length);
    for (const id of all) expect(id).toMatch(/^tag:[\w.-]+,\d{4}-\d\d-\d\d:[\w/.-]+$/);
    expect(ids(ANNOUNCEMENTS.slice(1))).toEqual(all.slice(1));
  });

  test("do not depend on the port or the names of the site, and tell sites of one host apart", () => {
    const other = { ...SITE, baseUrl: new URL("http://peak.example:8080/below"), indexName: "X" };
    expect(ids(ANNOUNCEMENTS, other)).toEqual(ids(ANNOUNCEMENTS));
    expect(ids(ANNOUNCEMENTS, { ...SITE, baseUrl: new URL("https://peak.example/") })).not.toEqual(ids(ANNOUNCEMENTS));
  });
});

describe("messages to receivers", () => {
  const messages = announcementMessages(SITE, ANNOUNCEMENTS);

  test("a message is an item of the JSON feed, with its kind and time, oldest first, without those of the past", () => {
    const { items } = json(ANNOUNCEMENTS) as { items: readonly { readonly date_published: string }[] };
    expect(messages.map(({ body }) => JSON.parse(body))).toEqual([
      { type: "settled_phase.changed", timestamp: items[1]?.date_published, data: items[1] },
      { type: "flag.changed", timestamp: items[0]?.date_published, data: items[0] },
    ]);
  });

  test("its id stays the same, is that of no other, and has no character that could change what is signed", () => {
    expect(announcementMessages(SITE, ANNOUNCEMENTS).map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    for (const { id } of messages) expect(id).toMatch(/^msg_[\w-]{27}$/);
  });
});
