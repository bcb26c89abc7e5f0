import fc from "fast-check";
import type { Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import type { Stores } from "../../../src/storage/stores.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { at, quote } from "./samples.js";

/** What the stores whose rows are replaced promise. @param open empty stores, closed after the test */
export function latestStoresSuite(open: () => Promise<Stores>): void {
  describe("market store", () => {
    test("keeps the last value of each part", async () => {
      const { market } = await open();
      const newer = quote(0.1 + 0.2, { source: "bitstamp", observedAt: at("2026-11-20T11:00:00Z") });
      await market.put("btcPrice", quote(1));
      await market.put("fearGreed", quote(0));
      await market.put("btcPrice", newer);
      expect(await market.all()).toStrictEqual({ btcPrice: newer, fearGreed: quote(0) });
    });

    test("keeps the stored value when an older one comes late", async () => {
      const { market } = await open();
      const older = quote(2, { observedAt: at("2026-11-20T09:59:59.999Z") });
      await market.put("btcPrice", quote(1));
      await market.put("btcPrice", older);
      expect(await market.all()).toStrictEqual({ btcPrice: quote(1) });
    });

    test("keeps the stored value when the next one is not a number", async () => {
      const { market } = await open();
      await market.put("btcDominance", quote(58.1));
      await expect(market.put("btcDominance", quote(Number.NaN))).rejects.toThrow(StorageError);
      expect(await market.all()).toEqual({ btcDominance: quote(58.1) });
    });
  });

  describe("installation store", () => {
    test("gives back the last text put under a key, whatever is in it", async () => {
      const { installation } = await open();
      await installation.put("other", "stays");
      const text = fc.string({ unit: "grapheme" });
      await fc.assert(
        fc.asyncProperty(text, text, async (first, second) => {
          await installation.put("key", first);
          await installation.put("key", second);
          expect(await installation.get("key")).toBe(second);
        }),
        { numRuns: 25 },
      );
      expect(await installation.get("other")).toBe("stays");
    });
  });

  describe("source store", () => {
    const state = {
      source: "kraken",
      askedAt: at("2026-11-20T10:00:00Z"),
      answeredAt: at("2026-11-20T10:00:01.234Z"),
      fault: undefined,
    };

    test("keeps the last state of each source, in the order of their names", async () => {
      const { sources } = await open();
      const failing = { ...state, askedAt: at("2026-11-20T10:01:00Z"), fault: "throttled" } as const;
      const silent = { ...state, source: "bitstamp", answeredAt: undefined, fault: "unreachable" } as const;
      for (const each of [state, silent, failing]) await sources.put(each);
      expect(await sources.all()).toStrictEqual([silent, failing]);
      await sources.put(state);
      expect(await sources.all()).toStrictEqual([silent, state]);
    });

    test("refuses a time that is not a number, and keeps what it has", async () => {
      const { sources } = await open();
      await sources.put(state);
      await expect(sources.put({ ...state, askedAt: Number.NaN as Instant })).rejects.toThrow(StorageError);
      expect(await sources.all()).toStrictEqual([state]);
    });
  });

  describe("report store", () => {
    test("gives back the last record and its mark, and none that it cannot read", async () => {
      const { reports } = await open();
      const body = JSON.stringify(SAMPLE_RECORD);
      for (const mark of ["1", "2"]) await reports.put("record", mark, body);
      expect(await reports.get("record")).toEqual({ mark: "2", record: JSON.parse(body) });
      await reports.put("record", "3", "{}");
      expect(await reports.get("record")).toBeUndefined();
    });
  });

  describe("stores", () => {
    test("answer a ping until they are closed, and then fail by name", async () => {
      const stores = await open();
      await stores.ping();
      await stores.close();
      await stores.close();
      await expect(stores.ping()).rejects.toThrow(StorageError);
      await expect(stores.scores.newest()).rejects.toThrow(StorageError);
      await expect(stores.days.append([], [])).rejects.toThrow(StorageError);
    });
  });
}
