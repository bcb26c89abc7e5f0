import { describe, expect, test } from "vitest";
import { parseCurrent, parseHistory } from "../../src/chart-data.js";
import { NOW } from "./sample-views.js";

const CURRENT = {
  ok: true,
  btc: {
    score: 72.4,
    phase: "Hot Zone",
    phase_key: "HOT",
    signal: "REDUCE",
    context: { descent_guard: null, top_risk: "TOP_DISTRIBUTION" },
    updated_at: "2026-11-21T10:00:04.000Z",
    stale: false,
  },
  crypto: { score: 70, phase: "Hot Zone" },
  market: { btc_price_usd: 83_236.56, btc_dominance_pct: 58, fear_greed: { value: 70, classification: "Greed" } },
};

const ROW = {
  date: "2026-11-21",
  score: 72.5,
  score_smoothed: 67.3,
  phase: "Hot Zone",
  phase_key: "HOT",
  btc_price_usd: 83_000.4,
};

test("the current answer becomes what the head of a chart shows", () => {
  expect(parseCurrent(CURRENT)).toEqual({ now: NOW });
});

const CRYPTO = {
  ...CURRENT.crypto,
  phase_key: "HOT",
  updated_at: CURRENT.btc.updated_at,
  stale: true,
  data: [{ date: "2026-11-20", score: 71, phase_key: "HOT" }],
};

test("the score of crypto and its days need neither price nor signal, and one part that is none spoils them", () => {
  const changed = (changes: object) => ({ ...CURRENT, crypto: { ...CRYPTO, ...changes } });
  const now = { score: 70, phase: "HOT", updatedAt: "2026-11-21T10:00:04.000Z", isStale: true };
  expect(parseCurrent(changed({}), "crypto")).toEqual({ now });
  expect(parseHistory(changed({}), "crypto")).toEqual({ days: [{ date: "2026-11-20", score: 71, phase: "HOT" }] });
  expect(parseCurrent(CURRENT, "crypto")).toBeUndefined(); // a site that does not offer it
  for (const changes of [{ score: 101 }, { phase_key: "MOON" }]) {
    expect(parseCurrent(changed(changes), "crypto")).toBeUndefined();
  }
  for (const changes of [{ data: undefined }, { data: {} }, { data: [{ ...CRYPTO.data[0], score: -1 }] }]) {
    expect(parseHistory(changed(changes), "crypto")).toBeUndefined();
  }
});

describe("what is no current answer gives nothing:", () => {
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "72.4"],
    ["a problem", { ok: false, status: 503 }],
    ["a score of 101", { ...CURRENT, btc: { ...CURRENT.btc, score: 101 } }],
    ["a score as text", { ...CURRENT, btc: { ...CURRENT.btc, score: "72.4" } }],
    ["an unknown phase", { ...CURRENT, btc: { ...CURRENT.btc, phase_key: "MOON" } }],
    ["a time that is none", { ...CURRENT, btc: { ...CURRENT.btc, updated_at: "now" } }],
  ])("%s", (_name, body) => {
    expect(parseCurrent(body)).toBeUndefined();
  });
});

test("the history becomes days, oldest first", () => {
  const { days } = parseHistory({ data: [{ ...ROW, score: 1 }, ROW] }) ?? {};
  expect(days).toHaveLength(2);
  expect(days?.at(0)).toEqual({ date: "2026-11-21", score: 1, phase: "HOT", priceUsd: 83_000.4 });
  expect(parseHistory({ data: [] })).toEqual({ days: [] });
});

test("one row that is none spoils the history", () => {
  expect(parseHistory({ data: [ROW, { ...ROW, date: "21.11.2026" }] })).toBeUndefined();
  expect(parseHistory({ data: [ROW, { ...ROW, date: "2026-99-99" }] })).toBeUndefined();
  expect(parseHistory({ data: [ROW, null] })).toBeUndefined();
  expect(parseHistory({ data: [{ ...ROW, btc_price_usd: undefined }] })).toBeUndefined();
  expect(parseHistory({ ok: true })).toBeUndefined();
});
