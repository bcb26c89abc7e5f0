import { expect, test } from "vitest";
import { entryOf } from "../../src/chain/link.js";
import { parseHistory } from "../../src/chart/chart-data.js";
import { bitcoinTracks } from "../../src/engine/components.js";
import { apiReference } from "../../src/http/api-reference.js";
import { ENDPOINTS } from "../../src/http/endpoints/all.js";
import { presentSnapshot } from "../../src/http/endpoints/current.js";
import { atomText, feedOf, jsonFeedText } from "../../src/http/endpoints/feeds.js";
import { presentHistory } from "../../src/http/endpoints/history.js";
import { csvText } from "../../src/http/endpoints/history-csv.js";
import { presentMeta } from "../../src/http/endpoints/meta.js";
import { presentKeys, presentProof } from "../../src/http/endpoints/proof.js";
import { presentRevisions } from "../../src/http/endpoints/revisions.js";
import { oneNumber } from "../../src/http/endpoints/score-text.js";
import { docsPage } from "../../src/site/docs.js";
import { homePage } from "../../src/site/home.js";
import { SOURCES } from "../../src/sources/all.js";
import { DAYS } from "../unit/chain/golden-chain.js";
import { CHANGES, HISTORY_CONTEXT, REVISIONS, STATES, sampleProof } from "../unit/http/sample-extras.js";
import { instant, SAMPLE_CONFIG, sampleRows, sampleSnapshot } from "../unit/http/samples.js";

/** Every field of the current score that the public may see, in order. */
const CURRENT_FIELDS = [
  "ok",
  "btc.score",
  "btc.phase",
  "btc.phase_key",
  "btc.signal",
  "btc.context.descent_guard",
  "btc.context.top_risk",
  "btc.updated_at",
  "btc.stale",
  "crypto.score",
  "crypto.phase",
  "market.btc_price_usd",
  "market.btc_dominance_pct",
  "market.fear_greed.value",
  "market.fear_greed.classification",
];

/** Every field of the history that the public may see, in order. */
const HISTORY_FIELDS = [
  "ok",
  "asset",
  "days",
  ...["date", "score", "score_smoothed", "phase", "phase_key", "btc_price_usd"].map((name) => `data[].${name}`),
];

/** Every field of what the score stands on, in order. */
const META_FIELDS = [
  ...["ok", "model_version", "updated_at", "stale", "coverage"],
  ...["score", "phase", "phase_key", "phase_since", "days_in_phase", "change.1d", "change.7d", "change.30d"].map(
    (name) => `btc.${name}`,
  ),
  ...["key", "label", "from", "to"].map((name) => `phases[].${name}`),
  ...["next.score_at", "next.history_at"],
  ...["btc_price_usd", "btc_dominance_pct", "fear_greed"].flatMap((figure) =>
    ["source", "observed_at", "age_seconds"].map((name) => `market.${figure}.${name}`),
  ),
  ...["name", "title", "gives", "health", "answered_at", "age_seconds", "fault"].map((name) => `sources[].${name}`),
];

/** Every field of the proof, in order. */
const PROOF_FIELDS = [
  "ok",
  ...["position", "date", "closed", "hash"].map((name) => `head.${name}`),
  ...["statement", "signature", "key_id", "keys", "leaves", "previous"],
  ...["position", "date", "entry", "leaf", "hash"].map((name) => `links[].${name}`),
];

/** Every field of what is chained, in order. */
const ENTRY_FIELDS = [
  ...["position", "closed"],
  ...["date", "score", "score_smoothed", "phase_key", "btc_price_usd"].map((name) => `row.${name}`),
  ...["row.computed_at", "row.model_version", "row.origin", "sealed"],
];

/** Every field of the public keys, in order. */
const KEY_FIELDS = ["kty", "crv", "alg", "use", "kid", "x", "added_at", "endorsed_by", "endorsement"].map(
  (name) => `keys[].${name}`,
);

/** Every field of a correction, in order. */
const REVISION_FIELDS = [
  "ok",
  ...["number", "date", "revised_at", "reason", "score", "score_smoothed", "phase", "phase_key", "btc_price_usd"].map(
    (name) => `revisions[].${name}`,
  ),
];

/** Every member of the JSON feed, in order. */
const FEED_FIELDS = [
  ...["version", "title", "home_page_url", "feed_url", "description", "language", "authors[].name", "authors[].url"],
  ...["id", "url", "title", "content_text", "date_published"].map((name) => `items[].${name}`),
];

/** Every element of the Atom feed, in order. */
const ATOM_ELEMENTS = [
  ...["feed", "id", "title", "subtitle", "updated", "author", "name", "uri", "rights", "link"],
  ...["entry", "published", "summary"],
];

/** What the model is made of, whatever it is made of. None of it is for the public. */
const INNER_NAMES = [...Object.keys(bitcoinTracks()), "fng", "coverage"];

/** The one word of them that the public is told: how much of the model had data. */
const TOLD = "coverage";

const NONE = { price: undefined, dominance: undefined, fearGreed: undefined };
const current = presentSnapshot(sampleSnapshot(), false);
const history = presentHistory(sampleRows());
const days = parseHistory(history) ?? [];
const proof = presentProof(sampleProof(), { keys: "https://peak.example/k", leaves: "https://peak.example/l" });
const feed = feedOf(SAMPLE_CONFIG, CHANGES);
const meta = presentMeta(
  {
    snapshot: sampleSnapshot(),
    historyContext: HISTORY_CONTEXT,
    changes: CHANGES,
    states: STATES,
    sources: SOURCES.map((each) => ({ ...each, source: each.name, name: each.attribution })),
  },
  instant("2026-11-21T07:06:00Z"),
);

test("the current score has the specified fields and no others", () => {
  expect(fieldsOf(current)).toEqual(CURRENT_FIELDS);
});

test("every row of the history has the specified fields and no others", () => {
  expect(history.data).toHaveLength(30);
  expect(fieldsOf(history)).toEqual(HISTORY_FIELDS);
});

test("what the score stands on, the proof, the keys and the corrections have their fields and no others", () => {
  expect(fieldsOf(meta)).toEqual(META_FIELDS);
  expect(fieldsOf(proof)).toEqual(PROOF_FIELDS);
  expect(fieldsOf(presentKeys(sampleProof().keys))).toEqual(KEY_FIELDS);
  expect(fieldsOf(presentRevisions(REVISIONS))).toEqual(REVISION_FIELDS);
});

test("what is chained has its fields and no others, and what is not public stands in it as one hash", () => {
  const entry = JSON.parse(entryOf(1, DAYS[1]));
  expect(fieldsOf(entry)).toEqual(ENTRY_FIELDS);
  expect(entry.sealed).toMatch(/^[0-9a-f]{64}$/);
});

test("the feeds have their members and no others", () => {
  expect(fieldsOf(JSON.parse(jsonFeedText(feed)))).toEqual(FEED_FIELDS);
  const elements = [...atomText(feed).matchAll(/<(\w+)[ >]/g)].map(([, name]) => name);
  expect([...new Set(elements)]).toEqual(ATOM_ELEMENTS);
});

test("the files for spreadsheets have the columns of the history and the score, and nothing else", () => {
  const [header] = csvText(days).split("\r\n");
  expect(header?.split(",")).toEqual(HISTORY_FIELDS.slice(3).map((name) => name.replace("data[].", "")));
  expect(oneNumber(sampleSnapshot().score, false)).toMatch(/^\d+\.\d\n$/);
});

test("what the score stands on says nothing of indicators and weights", () => {
  const gives = { ...meta, sources: meta.sources.map(({ gives: _asOnThePageAboutSources, ...rest }) => rest) };
  expect(innerNamesIn(JSON.stringify(gives))).toEqual([TOLD]);
});

test.each([
  ["the current score", JSON.stringify(current)],
  ["the history", JSON.stringify(history)],
  ["the front page", homePage(SAMPLE_CONFIG, "en", { current, days, credits: NONE })],
  ["the front page before the first score", homePage(SAMPLE_CONFIG, "en", { firstStart: undefined })],
  ["the proof", JSON.stringify(proof)],
  ["the corrections", JSON.stringify(presentRevisions(REVISIONS))],
  ["the feed", atomText(feed)],
  ["the other feed", jsonFeedText(feed)],
  ["the history as CSV", csvText(days)],
  ["the page about the API", docsPage(SAMPLE_CONFIG, "en", apiReference(ENDPOINTS)).replaceAll(TOLD, "")],
])("%s says nothing of indicators and weights", (_what, text) => {
  expect(text.length).toBeGreaterThan(100);
  expect(innerNamesIn(text)).toEqual([]);
});

test("a field too much and an inner name are seen", () => {
  expect(fieldsOf({ ...current, btc: { ...current.btc, raw: 47.3127 } })).not.toEqual(CURRENT_FIELDS);
  const leaky = { ...history, data: history.data.map((row, i) => (i === 17 ? { ...row, raw: 1 } : row)) };
  expect(fieldsOf(leaky)).not.toEqual(HISTORY_FIELDS);
  expect(innerNamesIn('{"puell_position":0.4}')).toEqual(["puell"]);
  expect(innerNamesIn("<p>MVRV is high</p>")).toEqual(["mvrv"]);
  expect(INNER_NAMES).toEqual(["mvrv", "thermo", "plaw", "ma200w", "puell", "roi", "fng", "coverage"]);
});

/** The paths of all leaves, in order of their first appearance; rows of a list share their paths. */
function fieldsOf(body: unknown, path = ""): readonly string[] {
  if (typeof body !== "object" || body === null) return [path];
  const below = Array.isArray(body)
    ? body.flatMap((each) => fieldsOf(each, `${path}[]`))
    : Object.entries(body).flatMap(([key, value]) => fieldsOf(value, path === "" ? key : `${path}.${key}`));
  return [...new Set(below)];
}

function innerNamesIn(text: string): readonly string[] {
  return INNER_NAMES.filter((name) => text.toLowerCase().includes(name));
}
