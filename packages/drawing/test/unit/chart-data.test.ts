import fc from "fast-check";
import { expect, test } from "vitest";
import { attributionParts } from "../../src/attribution.js";
import { chart } from "../../src/chart.js";
import { parseCurrent, parseHistory } from "../../src/chart-data.js";
import { NOW, PUBLISHER } from "../support/views.js";

const CURRENT = {
  btc: {
    ...{ score: 72.4, phase_key: "HOT", signal: "REDUCE", updated_at: "2026-11-21T10:00:04.000Z", stale: false },
    context: { descent_guard: null, top_risk: "TOP_DISTRIBUTION" },
  },
  market: { btc_price_usd: 83_236.56 },
};
const ROW = { date: "2026-11-21", score: 72.5, score_smoothed: 67.3, phase_key: "HOT", btc_price_usd: 83_000.4 };
const CRYPTO = { score: 70, phase_key: "HOT", updated_at: CURRENT.btc.updated_at, stale: true, data: [ROW] };

test("a chart's data come from the current response and the history", () => {
  expect(parseCurrent(CURRENT)).toEqual({ now: NOW });
  const days = [{ date: "2026-11-21", score: 72.5, phase: "HOT", priceUsd: 83_000.4 }];
  expect(parseHistory({ data: [ROW] })).toEqual({ days });
  expect(parseHistory({ data: [] })).toEqual({ days: [] });
});

test("the score of crypto and its days need neither price nor signal", () => {
  const body = { ...CURRENT, crypto: { ...CRYPTO, data: [{ ...ROW, btc_price_usd: undefined }] } };
  const now = { score: 70, phase: "HOT", updatedAt: "2026-11-21T10:00:04.000Z", isStale: true };
  expect(parseCurrent(body, "crypto")).toEqual({ now });
  expect(parseHistory(body, "crypto")).toEqual({ days: [{ date: "2026-11-21", score: 72.5, phase: "HOT" }] });
  expect(parseCurrent(CURRENT, "crypto")).toBeUndefined(); // from a site that does not offer it
});

test.each([{ score: 101 }, { score: "72.4" }, { phase_key: "MOON" }, { updated_at: "now", date: "2026-99-99" }])(
  "one invalid part makes the current response or the history invalid: %j",
  (changes) => {
    expect(parseCurrent({ ...CURRENT, btc: { ...CURRENT.btc, ...changes } })).toBeUndefined();
    expect(parseHistory({ data: [ROW, { ...ROW, ...changes }] })).toBeUndefined();
  },
);

test.each([{ signal: "PANIC" }, { signal: "constructor" }, { signal: null }])(
  "a signal that this version does not know is omitted: %j",
  (changes) => {
    const now = parseCurrent({ ...CURRENT, btc: { ...CURRENT.btc, ...changes } })?.now;
    expect(now).toEqual({ ...NOW, signal: undefined });
  },
);

test.each([null, "83236", 0, -1, 1e300])("an invalid price is omitted from the current response: %j", (price) => {
  const { now } = parseCurrent({ ...CURRENT, market: { btc_price_usd: price } }) ?? {};
  expect(now).toEqual({ ...NOW, priceUsd: undefined });
  expect(parseHistory({ data: [{ ...ROW, btc_price_usd: price }] })).toBeUndefined();
});

/** Keys of the API among random ones, so that values of every kind reach every field that is read. */
const keys = fc.constantFrom(...Object.keys(CURRENT.btc), ...Object.keys(ROW), "btc", "market", "data", "toString");
const anything = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.jsonValue(),
    fc.constantFrom("HOT", 50, "2026-11-21"),
    tie("all"),
    tie("list"),
  ),
  all: fc.dictionary(keys, tie("any")),
  list: fc.array(tie("any"), { maxLength: 3 }),
})).any;

test("no response makes a parser or a drawing throw or yields a number out of range", () => {
  fc.assert(
    fc.property(anything, (body) => {
      const { now } = parseCurrent(body) ?? {};
      const { days = [] } = parseHistory(body) ?? {};
      chart({ now, days }, 400, "en", attributionParts(PUBLISHER));
      const numbers = [now?.score ?? 0, ...days.map(({ score }) => score)];
      expect(numbers.every((each) => each >= 0 && each <= 100)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
