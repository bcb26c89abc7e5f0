import { describe, expect, test } from "vitest";
import type { LeaseStore } from "../../../src/storage/lease-store.js";

export interface LeaseTrial {
  /** The same lease, as two instances reach it. */
  readonly one: LeaseStore;
  readonly other: LeaseStore;
  /** Lets time pass for the term that runs. */
  pass(ms: number): Promise<void>;
}

/** What every lease promises. */
export function leaseStoreSuite(open: () => Promise<LeaseTrial>): void {
  describe("lease", () => {
    test("is free at first, and then taken by one", async () => {
      const { one, other } = await open();
      expect((await one.poll()).isFree).toBe(true);
      const epoch = await one.acquire("one");
      expect(epoch).toBeGreaterThan(0);
      expect(await other.acquire("other")).toBeUndefined();
      expect(await one.acquire("one")).toBeUndefined();
      expect((await other.poll()).isFree).toBe(false);
    });

    test("is taken by one of many that ask at once", async () => {
      const { one, other } = await open();
      const epochs = await Promise.all(
        Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? one : other).acquire(`${i}`)),
      );
      expect(epochs.filter((each) => each !== undefined)).toHaveLength(1);
    });

    test("goes on as long as it is prolonged", async () => {
      const { one, other, pass } = await open();
      const epoch = (await one.acquire("one")) ?? 0;
      for (let i = 0; i < 3; i++) {
        await pass(one.durationMs * 0.6);
        expect(await one.renew(epoch)).toBe(true);
      }
      expect(await other.acquire("other")).toBeUndefined();
    });

    test("is over when it ran out, even if nobody has taken it", async () => {
      const { one, pass } = await open();
      const epoch = (await one.acquire("one")) ?? 0;
      await pass(one.durationMs + 1);
      expect((await one.poll()).isFree).toBe(true);
      expect(await one.renew(epoch)).toBe(false);
    });

    test("has a greater epoch each time, and the earlier one can neither prolong nor end it", async () => {
      const { one, other, pass } = await open();
      const first = (await one.acquire("one")) ?? 0;
      await pass(one.durationMs + 1);
      const second = (await other.acquire("other")) ?? 0;
      expect(second).toBeGreaterThan(first);
      expect(await one.renew(first)).toBe(false);
      await one.release(first);
      expect(await other.renew(second)).toBe(true);
      expect((await one.poll()).isFree).toBe(false);
    });

    test("is free at once when it is released, and the term stays over", async () => {
      const { one, other } = await open();
      const epoch = (await one.acquire("one")) ?? 0;
      await one.release(epoch);
      expect((await other.poll()).isFree).toBe(true);
      expect(await one.renew(epoch)).toBe(false);
      expect(await other.acquire("other")).toBeGreaterThan(epoch);
    });
  });
}
