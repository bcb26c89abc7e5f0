import fc from "fast-check";
import { expect, test } from "vitest";
import { flagRuns } from "../../../src/record/flag-record.js";
import { quantile } from "../../../src/record/returns.js";
import { recordDays } from "../../unit/record/record-days.js";

test("runs of a flag cover the days it is up, each once", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (ups) => {
      const days = recordDays(ups.map((topRisk) => ({ topRisk })));
      const runs = flagRuns(days, ({ context }) => context.topRisk !== null);
      const covered = runs.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth));
      expect(covered).toEqual([...ups.keys()].filter((row) => ups[row]));
      expect(runs.filter(({ isUp }) => isUp).length).toBe(ups.at(-1) === true ? 1 : 0);
    }),
  );
});

test("quantiles rise with their share and stay between the least and the greatest", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const values = fc.array(fc.double({ min: -1, max: 50, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(values, share, share, (list, a, b) => {
      const sorted = [...list].sort((x, y) => x - y);
      const [low, high] = [quantile(sorted, Math.min(a, b))!, quantile(sorted, Math.max(a, b))!];
      expect(low).toBeLessThanOrEqual(high + 1e-9);
      expect(low).toBeGreaterThanOrEqual(sorted[0]! - 1e-9);
      expect(high).toBeLessThanOrEqual(sorted.at(-1)! + 1e-9);
    }),
  );
});
