import type { Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import type { Stores } from "../../../src/storage/stores.js";
import { at, observation } from "./samples.js";

const EVER = 8.64e15 as Instant;

/** What every observation store promises. @param open empty stores, closed after the test */
export function observationStoreSuite(open: () => Promise<Stores>): void {
  describe("observation store", () => {
    test("adds an observation once, within one call and over several", async () => {
      const { observations } = await open();
      expect(await observations.add([observation(), observation()])).toBe(1);
      expect(await observations.add([observation(), observation({ value: 5 })])).toBe(1);
      expect(await observations.add([])).toBe(0);
    });

    test("knows a statement whenever it was fetched, and keeps the first time", async () => {
      const { observations } = await open();
      await observations.add([observation()]);
      expect(await observations.add([observation({ fetchedAt: at("2026-11-21T00:00:00Z") })])).toBe(0);
      expect(await observations.newest("btc-price", EVER)).toEqual(observation());
    });

    test("keeps a restated figure beside the first one, in the order in which they were fetched", async () => {
      const { observations } = await open();
      const first = observation({ metric: "mvrv", source: "brk", value: 2 });
      const restated = { ...first, value: 1.5, fetchedAt: (first.fetchedAt + 1) as Instant };
      await observations.add([restated]);
      await observations.add([first]);
      expect(await observations.between("mvrv", first.observedAt, EVER)).toEqual([first, restated]);
      expect(await observations.newest("mvrv", EVER)).toEqual(restated);
    });

    test("reads from the first instant up to, but not including, the last, oldest first", async () => {
      const { observations } = await open();
      const [a, b, c] = [1000, 2000, 3000].map((observedAt) => observation({ observedAt: observedAt as Instant }));
      await observations.add([c!, a!, b!, observation({ metric: "eth-price", observedAt: 1500 as Instant })]);
      expect(await observations.between("btc-price", 1000 as Instant, 3000 as Instant)).toEqual([a, b]);
    });

    test("finds the newest of all sources and of one", async () => {
      const { observations } = await open();
      const older = observation({ source: "bitstamp", observedAt: 1000 as Instant });
      const newer = observation({ source: "kraken", observedAt: 2000 as Instant });
      await observations.add([newer, older]);
      expect(await observations.newest("btc-price", EVER)).toEqual(newer);
      expect(await observations.newest("btc-price", EVER, "bitstamp")).toEqual(older);
      expect(await observations.newest("btc-price", EVER, "binance")).toBeUndefined();
      expect(await observations.newest("dominance", EVER)).toBeUndefined();
    });

    test("passes over what no source can have given, and what is dated later than it may be", async () => {
      const { observations } = await open();
      const known = observation({ observedAt: 1000 as Instant, fetchedAt: 1000 as Instant });
      const changed = [{ value: 91_234_000 }, { value: Number.POSITIVE_INFINITY }, { fetchedAt: 8.7e15 as Instant }];
      const later = observation({ observedAt: 2000 as Instant, fetchedAt: 1000 as Instant });
      await observations.add([known, later, ...changed.map((each) => ({ ...known, source: "brk", ...each }))]);
      expect(await observations.between("btc-price", 0 as Instant, 1500 as Instant)).toEqual([known]);
      expect(await observations.newest("btc-price", 1999 as Instant)).toEqual(known);
      expect(await observations.newest("btc-price", 1999 as Instant, "brk")).toBeUndefined();
      expect(await observations.newest("btc-price", 2000 as Instant)).toEqual(later);
    });

    test("removes what was observed before a moment, of one metric, some hundred at once", async () => {
      const { observations } = await open();
      const many = Array.from({ length: 1200 }, (_, index) => observation({ observedAt: index as Instant }));
      const other = observation({ metric: "mvrv", observedAt: 0 as Instant, value: 1 });
      await observations.add([...many, other]);
      const before = 1100 as Instant;
      const more = [];
      for (let i = 0; i < 4; i++) more.push(await observations.prune("btc-price", before));
      expect(more).toEqual([true, true, false, false]);
      expect(await observations.between("btc-price", 0 as Instant, EVER)).toEqual(many.slice(1100));
      expect(await observations.newest("mvrv", EVER)).toEqual(other);
    });

    test("adds all or nothing", async () => {
      const { observations } = await open();
      const many = Array.from({ length: 7000 }, (_, index) => observation({ observedAt: index as Instant }));
      const bad = observation({ value: Number.NaN });
      await expect(observations.add([...many, bad])).rejects.toThrow(StorageError);
      expect(await observations.newest("btc-price", EVER)).toBeUndefined();
    });

    test("takes more rows than one statement holds and counts the new ones", async () => {
      const { observations } = await open();
      const many = Array.from({ length: 14_000 }, (_, index) => observation({ observedAt: index as Instant }));
      expect(await observations.add(many.slice(0, 9000))).toBe(9000);
      expect(await observations.add(many)).toBe(5000);
    });
  });
}
