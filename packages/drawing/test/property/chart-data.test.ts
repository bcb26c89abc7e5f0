import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCurrent, parseHistory } from "../../src/chart-data.js";

/** Keys of the API among any others, so that values of any kind get to every field that is read. */
const keys = fc.constantFrom(
  ...["btc", "score", "phase_key", "signal", "context", "updated_at", "descent_guard", "market", "btc_price_usd"],
  ...["data", "date", "score_smoothed", "toString", "valueOf", "length"],
);
const values = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.jsonValue(),
    fc.constantFrom("HOT", "HOLD", 50, "2026-11-21"),
    tie("all"),
    tie("list"),
  ),
  all: fc.dictionary(keys, tie("any")),
  list: fc.array(tie("any"), { maxLength: 3 }),
}));

test("no answer, whatever it is, makes a reader throw or gives a number out of range", () => {
  fc.assert(
    fc.property(values.any, (body) => {
      const { now } = parseCurrent(body) ?? {};
      const { days = [] } = parseHistory(body) ?? {};
      const numbers = [now?.score ?? 0, ...days.map(({ score }) => score)];
      expect(numbers.every((each) => each >= 0 && each <= 100)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
