import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readKeys } from "../../../src/storage/chain-store.js";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { openStores } from "../../../src/storage/stores.js";
import { bothChains, linksOf, storedDay, storedLinks, storedStatements } from "./linked.js";
import { closedDay, closedDays, day, historyRow, historyRows, publicKey, revision, statement } from "./samples.js";

/** What every chain store promises. @param openDatabase an empty database, closed after the test */
export function chainStoreSuite(openDatabase: () => Promise<OpenDatabase>): void {
  const open = async () => openStores(await openDatabase());

  describe("chain store", () => {
    test("has a link for every day as soon as it is appended, over the day and the row on top of it", async () => {
      const database = await openDatabase();
      const rows = historyRows(2, 2);
      await openStores(database).days.append(closedDays(0, 3), rows);
      const links = linksOf(closedDays(0, 3).map((each) => storedDay(each, rows)));
      expect(links.map(({ entry }) => entry.includes('"row":null'))).toEqual([true, false, false]);
      expect(await storedLinks(database)).toStrictEqual(links);
    });

    test("is the same chain whether days came at once, in pieces, or again", async () => {
      const given = closedDays(0, 60);
      const rows = historyRows(20, 41);
      const links = linksOf(given.map((each) => storedDay(each, rows)));
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), async (cuts) => {
          const database = await openDatabase();
          const { days } = openStores(database);
          for (const cut of [...cuts, 60]) {
            await days.append(
              given.slice(0, cut),
              rows.filter((row) => row.day <= day(cut)),
            );
          }
          expect(await storedLinks(database)).toStrictEqual(links);
        }),
        { numRuns: 8 },
      );
    });

    test("is over the bits that are stored, which know no -0", async () => {
      const database = await openDatabase();
      await openStores(database).days.append([closedDay(0, { dominance: -0 })], [historyRow(1, { raw: -0 })]);
      const { made, stored } = await bothChains(database);
      expect(stored).toStrictEqual(made);
    });

    test("stores no row on top of a day that was linked without one, and keeps every row that is there", async () => {
      const database = await openDatabase();
      const { days } = openStores(database);
      await days.append(closedDays(0, 2), [historyRow(2)]);
      await days.append([closedDay(1), closedDay(2)], [historyRow(1), historyRow(2, { raw: 9 }), historyRow(3)]);
      expect(await days.rows(day(0), day(9))).toEqual([historyRow(2), historyRow(3)]);
      expect(await storedLinks(database)).toHaveLength(3);
    });

    test("keeps statements in the order in which they were signed, also about the same link", async () => {
      const database = await openDatabase();
      const { chain } = openStores(database);
      const given = [5, 5, 6].map((position, text) => statement({ position, text: String(text) }));
      for (const each of given) await chain.addStatement(each, publicKey());
      expect(await storedStatements(database)).toStrictEqual(given);
      expect(await chain.newestStatement()).toStrictEqual(given[2]);
    });

    test("keeps keys in the order in which they came, and a key that is there as it is", async () => {
      const database = await openDatabase();
      const { chain } = openStores(database);
      const endorsement = { keyId: "a", signature: "s" };
      for (const key of [
        publicKey({ keyId: "a" }),
        publicKey({ keyId: "b", endorsement }),
        publicKey({ keyId: "a", x: "other", endorsement }),
        publicKey({ keyId: "c" }),
      ])
        await chain.addStatement(statement(), key);
      expect(await readKeys(database.queries)).toStrictEqual([
        publicKey({ keyId: "a" }),
        publicKey({ keyId: "b", endorsement }),
        publicKey({ keyId: "c" }),
      ]);
    });

    test("takes revisions by their numbers, one after the other", async () => {
      const { chain } = await open();
      await chain.addRevision(revision({ number: 1 }));
      for (const number of [0, 1, 3])
        await expect(chain.addRevision(revision({ number: number }))).rejects.toThrow(
          "the next revision has the number 2",
        );
      await chain.addRevision(revision({ number: 2 }));
      expect(await chain.revisions()).toStrictEqual([revision({ number: 1 }), revision({ number: 2 })]);
    });

    test("takes statements, keys and revisions that are added at the same time, all or one of them", async () => {
      const database = await openDatabase();
      const { chain } = openStores(database);
      const five = [0, 1, 2, 3, 4];
      const key = (count: number) => publicKey({ keyId: `key ${count % 2}` });
      await Promise.all(five.map((position) => chain.addStatement(statement({ position }), key(position))));
      const revised = await Promise.allSettled(five.map(() => chain.addRevision(revision({ number: 1 }))));
      expect((await storedStatements(database)).map(({ position }) => position).sort()).toEqual(five);
      expect(await readKeys(database.queries)).toHaveLength(2);
      expect(revised.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await chain.revisions()).toEqual([revision({ number: 1 })]);
    });
  });
}
