import { describe, expect, test } from "vitest";
import type { AnnouncementMessage } from "../../../src/domain/announcement.js";
import type { Stores } from "../../../src/storage/stores.js";
import { at } from "./samples.js";

const NOW = at("2026-11-21T06:00:00Z");
const LATER = at("2026-11-21T06:05:00Z");

const NEVER_TRIED = { attempts: 0, at: null, fault: null, outcome: null, endedAt: null };

const message = (id: string): AnnouncementMessage => ({ id, at: NOW, body: `{"about":"${id}"}` });

/** @param open empty stores, closed after the test */
export function deliveryStoreSuite(open: () => Promise<Stores>): void {
  describe("the store of deliveries", () => {
    test("knows nothing of a receiver before it was activated, and then what is of before", async () => {
      const { deliveries } = await open();
      expect(await deliveries.state("a")).toBeUndefined();
      await deliveries.activate("a", [message("1"), message("2")], NOW);
      expect(await deliveries.state("a")).toEqual({ isDisabled: false, known: new Set(["1", "2"]) });
      expect(await deliveries.next("a")).toBeUndefined();
      expect(await deliveries.state("b")).toBeUndefined();
    });

    test("gives messages in the order in which they were queued, each receiver its own, and none twice", async () => {
      const { deliveries } = await open();
      await deliveries.activate("a", [message("0")], NOW);
      await deliveries.activate("b", [], NOW);
      await deliveries.queue("a", [message("z"), message("y")], NOW);
      await deliveries.queue("a", [message("y"), message("0"), message("x")], LATER);
      await deliveries.queue("b", [message("x")], NOW);
      const order = [];
      for (let next = await deliveries.next("a"); next !== undefined; next = await deliveries.next("a")) {
        order.push([next.message.id, next.message.body, next.attempts, next.dueAt]);
        await deliveries.end("a", next.message.id, LATER);
      }
      expect(order).toEqual([
        ["z", '{"about":"z"}', 0, NOW],
        ["y", '{"about":"y"}', 0, NOW],
        ["x", '{"about":"x"}', 0, LATER],
      ]);
      expect((await deliveries.next("b"))?.message.id).toBe("x");
    });

    test("keeps how often and why a message has failed and when it is due again, also once it is given up", async () => {
      const { deliveries } = await open();
      await deliveries.activate("a", [], NOW);
      await deliveries.queue("a", [message("1"), message("2")], NOW);
      const failed = { attempts: 3, at: NOW, fault: "status 503" };
      await deliveries.postpone("a", "1", failed, LATER);
      expect(await deliveries.next("a")).toMatchObject({ message: { id: "1" }, attempts: 3, dueAt: LATER });
      await deliveries.giveUp("a", "1", { ...failed, attempts: 4, at: LATER });
      expect(await deliveries.next("a")).toMatchObject({ message: { id: "2" }, attempts: 0 });
      expect((await deliveries.last("a", 9))?.messages).toEqual([
        { ...NEVER_TRIED, message: "2", dueAt: NOW },
        { ...failed, message: "1", attempts: 4, dueAt: LATER, at: LATER, outcome: "given-up", endedAt: LATER },
      ]);
    });

    test("keeps that a receiver wants no more, and forgets all about those that are left out", async () => {
      const { deliveries } = await open();
      for (const receiver of ["a", "b"]) {
        await deliveries.activate(receiver, [], NOW);
        await deliveries.queue(receiver, [message("1")], NOW);
        await deliveries.disable(receiver, LATER);
      }
      await deliveries.keepOnly(["a", "c"]);
      expect((await deliveries.state("a"))?.isDisabled).toBe(true);
      expect([await deliveries.state("b"), await deliveries.next("b")]).toEqual([undefined, undefined]);
      expect((await deliveries.next("a"))?.message.id).toBe("1");
    });
  });
}
