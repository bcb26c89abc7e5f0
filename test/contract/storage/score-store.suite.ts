import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import type { Instant } from "../../../src/domain/instant.js";
import type { Stores } from "../../../src/operations/ports.js";
import { at, hourlyScore } from "./samples.js";

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

    test("gives the score of the latest hour, in whatever order they came", async () => {
      const { scores } = await open();
      const later = hourlyScore({
        hour: at("2026-11-20T11:00:00Z"),
        context: { descentGuard: "BEAR_DESCENT", topRisk: null },
      });
      await scores.add(later);
      await scores.add(hourlyScore());
      expect(await scores.newest()).toStrictEqual(later);
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
