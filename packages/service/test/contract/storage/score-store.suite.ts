import { HOUR_MS, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import type { HourlyScore } from "../../../src/domain/snapshot.js";
import type { Stores } from "../../../src/storage/stores.js";
import { at, hourlyScore } from "./samples.js";

const START = at("2026-11-20T10:00:00Z");

/** The score of an hour after the first, calm and in the middle unless said otherwise. */
function said(hours: number, { phase = "BULL", signal = "HOLD", ...context }: Partial<Said> = {}): HourlyScore {
  const hour = plus(START, hours * HOUR_MS);
  const flags = { descentGuard: null, topRisk: null, ...context };
  const btc = { raw: 50.04, score: 50, phase, signal };
  return hourlyScore({ hour, computedAt: plus(hour, 12_345), btc, context: flags });
}

type Said = Pick<HourlyScore["btc"], "phase" | "signal"> & HourlyScore["context"];

/** What every score store promises. @param open empty stores, closed after the test */
export function scoreStoreSuite(open: () => Promise<Stores>): void {
  describe("score store", () => {
    test("keeps the first score of an hour", async () => {
      const { scores } = await open();
      expect(await scores.add(hourlyScore())).toBe(true);
      expect(await scores.add(hourlyScore({ coverage: 0.7 }))).toBe(false);
      expect(await scores.newest()).toStrictEqual(hourlyScore());
    });

    test("gives the score of the latest hour, in whatever order they came", async () => {
      const { scores } = await open();
      const later = hourlyScore({
        hour: at("2026-11-20T11:00:00Z"),
        computedAt: at("2026-11-20T11:00:03.021Z"),
        context: { descentGuard: "BEAR_DESCENT", topRisk: null },
      });
      await scores.add(later);
      await scores.add(hourlyScore());
      expect(await scores.newest()).toStrictEqual(later);
      expect(await scores.newest(later.computedAt)).toStrictEqual(later);
      expect(await scores.newest(later.hour)).toStrictEqual(hourlyScore());
    });

    test("tells when the run of scores in a phase began, over a gap, and what other phase was not before", async () => {
      const { scores } = await open();
      expect(await scores.phaseStart("HOT", START)).toBeUndefined();
      const told = [said(0), said(1, { phase: "HOT" }), said(2), said(5, { phase: "HOT" }), said(6, { phase: "HOT" })];
      for (const score of told) await scores.add(score);
      const now = said(6).computedAt;
      expect(await scores.phaseStart("HOT", now)).toBe(said(5).hour);
      expect(await scores.phaseStart("HOT", said(1).computedAt)).toBe(said(1).hour);
      expect(await scores.phaseStart("BULL", said(0).computedAt)).toBeUndefined();
      expect(await scores.phaseStart("PEAK", now)).toBeUndefined();
    });

    test("knows nothing of scores of after a moment, however they are stamped", async () => {
      const { scores } = await open();
      const [first, second, odd, late] = [said(0), said(2, { phase: "HOT" }), said(1), said(9)];
      const upTo = second.computedAt;
      for (const score of [first, second, late, { ...odd, computedAt: late.computedAt }]) await scores.add(score);
      await scores.add({ ...said(7, { phase: "PEAK" }), computedAt: first.computedAt });
      expect(await scores.newest(upTo)).toStrictEqual(second);
      expect(await scores.phaseStart("HOT", upTo)).toBe(second.hour);
    });

    test("refuses a score that is not a number", async () => {
      const { scores } = await open();
      await expect(scores.add(hourlyScore({ coverage: Number.NaN }))).rejects.toThrow(StorageError);
      expect(await scores.newest()).toBeUndefined();
    });
  });
}
