import { expect, test } from "vitest";
import { bitcoinTracks } from "../../src/engine/components.js";
import { presentHistory } from "../../src/http/present/history.js";
import { presentSnapshot } from "../../src/http/present/snapshot.js";
import { apiReference } from "../../src/http/schemas/api-reference.js";
import { docsPage } from "../../src/pages/docs/docs.js";
import { homePage } from "../../src/pages/home/home.js";
import { readDays } from "../../src/picture/reading.js";
import { SAMPLE_CONFIG, sampleRows, sampleSnapshot } from "../unit/http/samples.js";

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

/** What the model is made of, whatever it is made of. None of it is for the public. */
const INNER_NAMES = [...Object.keys(bitcoinTracks()), "fng", "coverage"];

const NONE = { price: undefined, dominance: undefined, fearGreed: undefined };
const current = presentSnapshot(sampleSnapshot(), false);
const history = presentHistory(sampleRows());

test("the current score has the specified fields and no others", () => {
  expect(fieldsOf(current)).toEqual(CURRENT_FIELDS);
});

test("every row of the history has the specified fields and no others", () => {
  expect(history.data).toHaveLength(30);
  expect(fieldsOf(history)).toEqual(HISTORY_FIELDS);
});

test.each([
  ["the current score", JSON.stringify(current)],
  ["the history", JSON.stringify(history)],
  ["the front page", homePage(SAMPLE_CONFIG, "en", { current, days: readDays(history) ?? [], credits: NONE })],
  ["the front page before the first score", homePage(SAMPLE_CONFIG, "en", undefined)],
  ["the page about the API", docsPage(SAMPLE_CONFIG, "en", apiReference())],
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
