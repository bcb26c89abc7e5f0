import { describe, expect, test } from "vitest";
import { LedgerConflictError } from "../../../src/domain/errors.js";
import { revisionBody } from "../../../src/published/bodies.js";
import type { Stores } from "../../../src/storage/stores.js";
import { appendDays, storedDays, storedHistory, storedRows } from "../../support/sample-ledger.js";
import { testSigner } from "../../support/test-signer.js";
import { at, closedDays, historyRows, revision } from "./samples.js";

/** What the ledger promises on every engine. @param begin empty stores */
export function ledgerStoreSuite(begin: () => Promise<Stores>): void {
  describe("the ledger", () => {
    test("gives back closed days, rows and revisions to the last bit, over any number of pages", async () => {
      const stores = await begin();
      const signer = testSigner();
      await appendDays(stores, closedDays(0, 400), historyRows(30, 371), signer);
      const history = await appendDays(stores, closedDays(400, 1), historyRows(401, 1), signer);
      await history.append(stores.ledger, [revisionBody(revision(), 66_900.125)], signer, at("2026-11-22T10:00:00Z"));
      expect(await storedDays(stores)).toEqual(closedDays(0, 401));
      expect(await storedRows(stores)).toEqual(historyRows(30, 372).map((row) => ({ ...row })));
      expect((await storedHistory(stores)).current?.revisions).toEqual([revision()]);
      expect(await stores.ledger.newestPosition()).toBe(1 + 400 + 1 + 1 + 1 + 1 + 1 - 1);
      expect(await stores.ledger.keyIds()).toEqual([signer.keyId]);
    });

    test("says what its newest entries are", async () => {
      const stores = await begin();
      expect(await stores.ledger.end()).toBeUndefined();
      await appendDays(stores, closedDays(0, 3), []);
      const signedAt = new Date(closedDays(2, 1)[0]?.closedAt ?? 0).toISOString();
      expect(await stores.ledger.end()).toEqual({ length: 5, closed: "2010-07-20", signedAt });
    });

    test("of two that append at the same position takes one, whole, and refuses the other", async () => {
      const stores = await begin();
      const signer = testSigner();
      await appendDays(stores, closedDays(0, 5), [], signer);
      const [one, other] = [await storedHistory(stores), await storedHistory(stores)];
      const append = (history: typeof one, reason: string) =>
        history.append(stores.ledger, [revisionBody(revision({ reason }), 1)], signer, at("2026-11-22T10:00:00Z"));
      await append(one, "first");
      await expect(append(other, "second")).rejects.toThrow(LedgerConflictError);
      expect((await storedHistory(stores)).current?.revisions.map(({ reason }) => reason)).toEqual(["first"]);
    });
  });

  describe("the state", () => {
    test("is replaced by name, and its version grows with each change", async () => {
      const { state } = await begin();
      expect(await state.get("now")).toBeUndefined();
      await state.put("now", { market: { btcPrice: 0.1 + 0.2 } });
      await state.put("past", "whole");
      await state.put("now", { market: {}, texts: ["é ✓ \u0000".slice(0, 3)] });
      expect([await state.get("now"), await state.get("past")]).toEqual([{ market: {}, texts: ["é ✓"] }, "whole"]);
    });
  });
}
