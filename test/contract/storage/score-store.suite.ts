import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { HOUR_MS, type Instant, plus } from "../../../src/domain/instant.js";
import type { Change, HourlyScore } from "../../../src/domain/snapshot.js";
import type { Stores } from "../../../src/operations/store-ports.js";
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

/** The plain way to tell changes: from one score to the next, in memory. */
function changesBetween(scores: readonly HourlyScore[]): readonly Change[] {
  const pairs = scores.slice(1).map((score, i) => [scores[i] ?? score, score] as const);
  const told = pairs.flatMap(([before, now]) => {
    const when = { hour: now.hour, computedAt: now.computedAt, score: now.btc.score };
    const parts = [
      { what: "phase", from: before.btc.phase, to: now.btc.phase },
      { what: "signal", from: before.btc.signal, to: now.btc.signal },
      { what: "descentGuard", from: before.context.descentGuard, to: now.context.descentGuard },
      { what: "topRisk", from: before.context.topRisk, to: now.context.topRisk },
    ];
    return [parts.filter(({ from, to }) => from !== to).map((part) => ({ ...part, ...when }) as Change)];
  });
  return told.reverse().flat();
}

/** What every score store promises. @param open empty stores, closed after the test */
export function scoreStoreSuite(open: () => Promise<Stores>): void {
  describe("score store", () => {
    test("is empty at first", async () => {
      const { scores } = await open();
      expect(await scores.newest()).toBeUndefined();
    });

    test("keeps the first score of an hour", async () => {
      const { scores } = await open();
      expect(await scores.add(hourlyScore())).toBe(true);
      expect(await scores.add(hourlyScore({ coverage: 0.7 }))).toBe(false);
      expect(await scores.newest()).toStrictEqual(hourlyScore());
    });

    test("keeps a score without ranges as one without", async () => {
      const { scores } = await open();
      const young = hourlyScore({ laterPlace: undefined, disagreement: undefined });
      await scores.add(young);
      expect(await scores.newest()).toStrictEqual(young);
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

    test("knows when the first score was computed, and when those since an hour", async () => {
      const { scores } = await open();
      expect(await scores.first()).toBeUndefined();
      expect(await scores.computedSince(START)).toEqual([]);
      for (const hours of [5, 0, 1]) await scores.add(said(hours));
      expect(await scores.first()).toBe(said(0).computedAt);
      expect(await scores.computedSince(said(1).hour)).toEqual([said(1).computedAt, said(5).computedAt]);
      expect(await scores.computedSince(said(6).hour)).toEqual([]);
    });

    test("tells each change of phase, signal and flags, also over a gap, newest first", async () => {
      const { scores } = await open();
      const told = [
        said(0),
        said(1),
        said(2, { phase: "HOT", signal: "CAUTION" }),
        said(9, { phase: "HOT", signal: "REDUCE", topRisk: "TOP_DISTRIBUTION", descentGuard: "BEAR_DESCENT" }),
        said(10, { phase: "HOT", signal: "REDUCE", topRisk: "TOP_DISTRIBUTION" }),
      ];
      for (const score of told) await scores.add(score);
      const at9 = { hour: said(9).hour, computedAt: said(9).computedAt, score: 50 };
      const changes = await scores.changes(50);
      expect(changes.map(({ what }) => what)).toEqual([
        ...["descentGuard", "signal", "descentGuard", "topRisk"],
        ...["phase", "signal"],
      ]);
      expect(changes[3]).toStrictEqual({ what: "topRisk", from: null, to: "TOP_DISTRIBUTION", ...at9 });
      expect(changes).toStrictEqual(changesBetween(told));
      expect(await scores.changes(3)).toStrictEqual(changes.slice(0, 3));
    });

    test("tells no change without one, nor of a single score", async () => {
      const { scores } = await open();
      expect(await scores.changes(50)).toEqual([]);
      await scores.add(said(0, { topRisk: "TOP_DISTRIBUTION" }));
      expect(await scores.changes(50)).toEqual([]);
      await scores.add(said(1, { topRisk: "TOP_DISTRIBUTION" }));
      expect(await scores.changes(50)).toEqual([]);
    });

    test("tells neither a change nor a score of after a moment, however it is stamped", async () => {
      const { scores } = await open();
      const flagged = { topRisk: "TOP_DISTRIBUTION" } as const;
      const [first, second, odd, late] = [said(0), said(2, flagged), said(1), said(9)];
      const upTo = second.computedAt;
      for (const score of [first, second, late, { ...odd, computedAt: late.computedAt }]) await scores.add(score);
      await scores.add({ ...said(7, { phase: "PEAK" }), computedAt: first.computedAt });
      expect(await scores.newest(upTo)).toStrictEqual(second);
      expect(await scores.changes(50, upTo)).toStrictEqual(changesBetween([first, second]));
    });

    test("tells the same changes as a walk from score to score, whatever they said", async () => {
      const { scores } = await open();
      const anything: fc.Arbitrary<Said> = fc.record({
        phase: fc.constantFrom("FONDO", "BULL", "PEAK"),
        signal: fc.constantFrom("HOLD", "REDUCE"),
        descentGuard: fc.constantFrom(null, "BEAR_DESCENT"),
        topRisk: fc.constantFrom(null, "TOP_DISTRIBUTION"),
      });
      const all: HourlyScore[] = [];
      const step = fc.tuple(fc.integer({ min: 1, max: 30 }), anything);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 5 }), fc.integer({ min: 1, max: 60 }), async (steps, count) => {
          for (const [hours, each] of steps) {
            const last = all.at(-1)?.hour ?? START;
            all.push(said((last - START) / HOUR_MS + hours, each));
            await scores.add(all.at(-1) ?? said(0));
          }
          expect(await scores.changes(count)).toStrictEqual(changesBetween(all).slice(0, count));
        }),
        { numRuns: 40 },
      );
    });

    test("refuses a score that is not a number", async () => {
      const { scores } = await open();
      await expect(scores.add(hourlyScore({ coverage: Number.NaN }))).rejects.toThrow(StorageError);
      expect(await scores.newest()).toBeUndefined();
    });

    test("gives back every number to the bit", async () => {
      const { scores } = await open();
      let hour = 0;
      const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
      await fc.assert(
        fc.asyncProperty(number, number, number, async (coverage, raw, btcPriceUsd) => {
          hour += 1;
          const crypto = { ...hourlyScore().crypto, raw };
          const given = hourlyScore({ hour: hour as Instant, coverage, btcPriceUsd, crypto });
          expect(await scores.add(given)).toBe(true);
          expect(await scores.newest()).toStrictEqual(given);
        }),
      );
    });
  });
}
