import { addDays } from "peak-cycle-model";
import { expect, test } from "vitest";
import { currentForms, scoreForm } from "../../../src/published/current-reply.js";
import { historyForm, rowForm } from "../../../src/published/history-reply.js";
import { samplePublished, sampleRows, sampleSnapshot } from "../../support/sample-published.js";

test("the public form of a score has each figure of both assets in its place", () => {
  expect(scoreForm(sampleSnapshot().score)).toEqual({
    btc: {
      score: 47.3,
      phase: "Bull Active",
      phase_key: "BULL",
      signal: "CAUTION",
      context: { descent_guard: null, top_risk: "TOP_DISTRIBUTION" },
      updated_at: "2026-11-21T07:05:00.250Z",
      stale: false,
    },
    crypto: { score: 61, phase: "Hot Zone", phase_key: "HOT", signal: "CAUTION" },
  });
});

test("the public form of the market has the promised decimals, and the class of Fear & Greed", () => {
  const { score, market } = sampleSnapshot();
  const { fresh, stale } = currentForms(score, market);
  const figures = { btc_price_usd: 84_391.27, btc_dominance_pct: 57.43 };
  const both = { ...figures, fear_greed: { value: 71, classification: "Greed" } };
  expect([fresh.market, stale.market]).toEqual([both, both]);
});

test("each flag has its own place in the public form of a score", () => {
  const { score } = sampleSnapshot();
  const contextOf = (flags: typeof score.flags) => scoreForm({ ...score, flags }).btc.context;
  expect(contextOf({ descentGuard: "BEAR_DESCENT", topRisk: null })).toEqual({
    descent_guard: "BEAR_DESCENT",
    top_risk: null,
  });
});

test("the public form of a row has the phase of its score, not the settled one", () => {
  const row = { ...sampleRows()[0]!, settled: "ACUM" } as const;
  expect(rowForm(row)).toEqual({
    date: "2026-10-23",
    score: 40,
    score_smoothed: 40,
    phase: "Bull Active",
    phase_key: "BULL",
    btc_price_usd: 80_000.13,
  });
});

test("the signal of crypto follows from its phase, regardless of Bitcoin's flags", () => {
  const { score } = samplePublished().now.get();
  const crypto = { ...score!.crypto, phase: "HOT" } as const;
  const flags = { descentGuard: "BEAR_DESCENT", topRisk: "TOP_DISTRIBUTION" } as const;
  expect(scoreForm({ ...score!, crypto, flags }).crypto.signal).toBe("CAUTION");
});

test("a history of 30 consecutive days is public", () => {
  expect(historyForm(sampleRows())?.data).toHaveLength(30);
});

test("a history of 29 days is not public", () => {
  expect(historyForm(sampleRows().slice(1))).toBeUndefined();
});

test("a history of 30 days with a gap is not public", () => {
  const [first, ...others] = sampleRows();
  expect(historyForm([{ ...first!, day: addDays(first!.day, -1) }, ...others])).toBeUndefined();
});
