import { describe, expect, test } from "vitest";
import type { NewApiKey } from "../../../src/storage/key-store.js";
import type { Stores } from "../../../src/storage/stores.js";
import { at, day } from "./samples.js";

const NOW = at("2026-11-20T10:00:00Z");

function key(hash: string, changes: Partial<NewApiKey> = {}): NewApiKey {
  return {
    hash,
    prefix: hash.slice(0, 6),
    name: `name of ${hash}`,
    perMinute: 600,
    madeAt: NOW,
    until: undefined,
    ...changes,
  };
}

/** What a key store promises. @param open empty stores, closed after the test */
export function keyStoreSuite(open: () => Promise<Stores>): void {
  describe("key store", () => {
    test("is empty at first, and gives every key back in the order in which they were made", async () => {
      const { keys } = await open();
      expect(await keys.all()).toEqual([]);
      const [late, early] = [
        key("aaaaaaaa", { until: day(9) }),
        key("bbbbbbbb", { madeAt: at("2026-11-19T10:00:00Z") }),
      ];
      await keys.add(late);
      await keys.add(early);
      const unused = { lastUsedDay: undefined, revokedAt: undefined };
      expect(await keys.all()).toStrictEqual([
        { ...early, ...unused },
        { ...late, ...unused },
      ]);
    });

    test("revokes one for good", async () => {
      const { keys } = await open();
      await keys.add(key("aaaaaaaa"));
      await keys.add(key("bbbbbbbb"));
      await keys.revoke("aaaaaaaa", NOW);
      await keys.revoke("aaaaaaaa", at("2026-11-21T10:00:00Z"));
      expect((await keys.all()).map(({ revokedAt }) => revokedAt)).toEqual([NOW, undefined]);
    });

    test("notes the last day of use, and no earlier one after it", async () => {
      const { keys } = await open();
      await keys.add(key("aaaaaaaa"));
      await keys.add(key("bbbbbbbb"));
      const used = async () => (await keys.all()).map(({ lastUsedDay }) => lastUsedDay);
      await keys.noteUse("aaaaaaaa", day(3));
      await keys.noteUse("aaaaaaaa", day(2));
      expect(await used()).toEqual([day(3), undefined]);
      await keys.noteUse("aaaaaaaa", day(4));
      expect(await used()).toEqual([day(4), undefined]);
    });
  });
}
