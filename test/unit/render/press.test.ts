import { describe, expect, test } from "vitest";
import type { Instant } from "../../../src/domain/instant.js";
import type { DrawnPicture, DrawPictures, PictureOrder } from "../../../src/render/draw-pictures.js";
import { type Press, press } from "../../../src/render/press.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { SAMPLE_NOW, SAMPLE_PUBLISHER } from "../../support/sample-scene.js";

const RETRY_MS = 5 * 60_000;

function orderOf(number: number): PictureOrder {
  return { score: { computedAt: number as Instant, now: SAMPLE_NOW }, days: [], publisher: SAMPLE_PUBLISHER };
}

const numberOf = ({ score }: PictureOrder): number => score?.computedAt ?? Number.NaN;

const PICTURE: DrawnPicture = {
  variant: { picture: "badge", size: "md", theme: "light", language: "en" },
  fresh: Buffer.from("fresh"),
  stale: Buffer.from("stale"),
};

interface Drawing {
  readonly number: number;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: () => void;
}

interface Shop {
  readonly machine: Press;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly log: ReturnType<typeof quietLog>;
  /** Every drawing that was begun; the test says how it ends. */
  readonly begun: readonly Drawing[];
  readonly kept: readonly number[];
}

function shop(): Shop {
  const clock = fakeClock("2026-11-21T07:00:00Z");
  const log = quietLog();
  const begun: Drawing[] = [];
  const kept: number[] = [];
  const draw: DrawPictures = (order, give, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        void give(PICTURE);
        resolve();
      };
      begun.push({ number: numberOf(order), signal, end, fail: () => reject(new Error("broken")) });
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  const machine = press({ clock, log, draw, keep: (_picture, order) => void kept.push(numberOf(order)) });
  return { machine, clock, log, begun, kept };
}

/** Lets everything that can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("the press", () => {
  test("draws what is ordered and gives it away with its order", async () => {
    const { machine, begun, kept } = shop();
    machine.order(orderOf(1));
    begun[0]!.end();
    await settle();
    machine.order(orderOf(2));
    begun[1]!.end();
    expect(kept).toEqual([1, 2]);
  });

  test("never draws twice at once; of the orders that wait, the newest is drawn", async () => {
    const { machine, begun, kept } = shop();
    for (const number of [1, 2, 3, 4]) machine.order(orderOf(number));
    await settle();
    expect(begun.map(({ number }) => number)).toEqual([1]);
    begun[0]!.end();
    await settle();
    expect(begun.map(({ number }) => number)).toEqual([1, 4]);
    begun[1]!.end();
    await settle();
    expect([begun.length, kept]).toEqual([2, [1, 4]]);
  });

  test("logs a failure and tries again after five minutes, as often as it takes", async () => {
    const { machine, clock, log, begun, kept } = shop();
    machine.order(orderOf(1));
    for (const round of [1, 2, 3]) {
      begun.at(-1)!.fail();
      await settle();
      expect(log.lines.filter(({ sentence }) => sentence === "pictures not drawn")).toHaveLength(round);
      await clock.advance(RETRY_MS - 1);
      await settle();
      expect(begun).toHaveLength(round);
      await clock.advance(1);
      await settle();
      expect(begun).toHaveLength(round + 1);
    }
    begun.at(-1)!.end();
    await settle();
    await clock.advance(10 * RETRY_MS);
    await settle();
    expect([begun.length, kept]).toEqual([4, [1]]);
  });

  test("does not wait after a failure when there is something newer to draw", async () => {
    const { machine, begun } = shop();
    machine.order(orderOf(1));
    machine.order(orderOf(2));
    begun[0]!.fail();
    await settle();
    expect(begun.map(({ number }) => number)).toEqual([1, 2]);
    begun[1]!.fail();
    await settle();
    machine.order(orderOf(3));
    await settle();
    expect(begun.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test("ends at once when it is closed, says nothing, and begins nothing more", async () => {
    const { machine, log, begun, kept } = shop();
    machine.order(orderOf(1));
    machine.order(orderOf(2));
    await machine.close();
    expect(begun[0]!.signal.aborted).toBe(true);
    machine.order(orderOf(3));
    await settle();
    expect([begun.length, kept, log.lines]).toEqual([1, [], []]);
  });

  test("ends at once when it is closed while it waits to try again", async () => {
    const { machine, begun } = shop();
    machine.order(orderOf(1));
    begun[0]!.fail();
    await settle();
    await machine.close();
    expect(begun).toHaveLength(1);
  });
});
