import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import type { Stores } from "../../../src/storage/stores.js";
import { closedDay, closedDays, day, historyRow, historyRows } from "./samples.js";

/** What every day store promises. @param open empty stores, closed after the test */
export function dayStoreSuite(open: () => Promise<Stores>): void {
  describe("day store", () => {
    test("gives back days and rows as they were given, oldest first", async () => {
      const { days } = await open();
      await days.append([...closedDays(0, 5)].reverse(), [...historyRows(1, 5)].reverse());
      expect(await days.closedDays()).toStrictEqual(closedDays(0, 5));
      expect(await days.lastClosedDay()).toBe(day(4));
      expect(await days.rows(day(2), day(4))).toStrictEqual(historyRows(2, 3));
    });

    test("keeps missing inputs apart from zero", async () => {
      const { days } = await open();
      const missing = { price: undefined, mvrv: undefined, fearGreed: undefined, dominance: undefined };
      const given = [
        closedDay(0, { ...missing, majors: {}, sources: {} }),
        closedDay(1, { fearGreed: 0, majors: { eth: 0 } }),
      ];
      await days.append(given, []);
      expect(await days.closedDays()).toStrictEqual(given);
    });

    test("leaves a stored day and its basket as they are", async () => {
      const { days } = await open();
      const stored = closedDay(0, { majors: { eth: 1 } });
      await days.append([stored], [historyRow(1)]);
      await days.append([closedDay(0, { price: 9, majors: { sol: 2 } }), closedDay(1)], [historyRow(1, { raw: 9 })]);
      expect(await days.closedDays()).toStrictEqual([stored, closedDay(1)]);
      expect(await days.rows(day(0), day(9))).toEqual([historyRow(1)]);
    });

    test("takes the first of a day or row that is given twice", async () => {
      const { days } = await open();
      const first = closedDay(0, { majors: { eth: 1 } });
      await days.append([first, closedDay(0, { majors: { sol: 2 } })], [historyRow(1), historyRow(1, { raw: 9 })]);
      expect(await days.closedDays()).toStrictEqual([first]);
      expect(await days.rows(day(0), day(9))).toEqual([historyRow(1)]);
    });

    test("refuses a gap after the last stored day, inside the given days, and days before the first", async () => {
      const { days } = await open();
      await expect(days.append([closedDay(0), closedDay(2)], [])).rejects.toThrow(StorageError);
      expect(await days.lastClosedDay()).toBeUndefined();
      await days.append(closedDays(10, 3), []);
      await expect(days.append([closedDay(14)], [])).rejects.toThrow(
        "closed days must follow each other: 2010-08-01 cannot be stored after 2010-07-30",
      );
      await expect(days.append([closedDay(9)], [])).rejects.toThrow(StorageError);
      expect(await days.closedDays()).toStrictEqual(closedDays(10, 3));
    });

    test("leaves nothing of an append that fails at its last row", async () => {
      const { days } = await open();
      await days.append(closedDays(0, 2), historyRows(1, 1));
      const rows = [...historyRows(3, 3099), historyRow(3102, { smoothed: Number.NaN })];
      await expect(days.append(closedDays(2, 3100), rows)).rejects.toThrow("NaN cannot be stored as smoothed");
      expect(await days.closedDays()).toStrictEqual(closedDays(0, 2));
      expect(await days.rows(day(0), day(9999))).toEqual(historyRows(1, 1));
    });
  });
}
