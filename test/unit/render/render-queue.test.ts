import { describe, expect, test } from "vitest";
import type { Instant } from "../../../src/domain/instant.js";
import type { RenderedPicture, RenderJob, RenderPictures } from "../../../src/render/render-pictures.js";
import { type RenderQueue, renderQueue } from "../../../src/render/render-queue.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { SAMPLE_NOW, SAMPLE_PUBLISHER } from "../../support/sample-chart.js";

const RETRY_MS = 5 * 60_000;

function jobOf(number: number): RenderJob {
  const score = { computedAt: number as Instant, now: SAMPLE_NOW };
  return { score, days: [], cycle: undefined, publisher: SAMPLE_PUBLISHER };
}

const numberOf = ({ score }: RenderJob): number => score?.computedAt ?? Number.NaN;

const PICTURE: RenderedPicture = {
  variant: { picture: "badge", size: "md", theme: "light", language: "en" },
  fresh: Buffer.from("fresh"),
  stale: Buffer.from("stale"),
};

interface Rendering {
  readonly number: number;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: () => void;
}

interface TestQueue {
  readonly queue: RenderQueue;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly log: ReturnType<typeof quietLog>;
  /** Every rendering that was begun; the test says how it ends. */
  readonly begun: readonly Rendering[];
  readonly kept: readonly number[];
}

function testQueue(): TestQueue {
  const clock = fakeClock("2026-11-21T07:00:00Z");
  const log = quietLog();
  const begun: Rendering[] = [];
  const kept: number[] = [];
  const render: RenderPictures = (job, handOver, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        void handOver(PICTURE);
        resolve();
      };
      begun.push({ number: numberOf(job), signal, end, fail: () => reject(new Error("broken")) });
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  const queue = renderQueue({ clock, log, render, keep: (_picture, job) => void kept.push(numberOf(job)) });
  return { queue, clock, log, begun, kept };
}

/** Lets everything that can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("the render queue", () => {
  test("renders each job and hands over its pictures with the job", async () => {
    const { queue, begun, kept } = testQueue();
    queue.enqueue(jobOf(1));
    begun[0]!.end();
    await settle();
    queue.enqueue(jobOf(2));
    begun[1]!.end();
    expect(kept).toEqual([1, 2]);
  });

  test("runs one job at a time; of those that wait, the newest is rendered", async () => {
    const { queue, begun, kept } = testQueue();
    for (const number of [1, 2, 3, 4]) queue.enqueue(jobOf(number));
    await settle();
    expect(begun.map(({ number }) => number)).toEqual([1]);
    begun[0]!.end();
    await settle();
    expect(begun.map(({ number }) => number)).toEqual([1, 4]);
    begun[1]!.end();
    await settle();
    expect([begun.length, kept]).toEqual([2, [1, 4]]);
  });

  test("logs a failure and retries after five minutes, as often as it takes", async () => {
    const { queue, clock, log, begun, kept } = testQueue();
    queue.enqueue(jobOf(1));
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

  test("does not wait after a failure when there is a newer job", async () => {
    const { queue, begun } = testQueue();
    queue.enqueue(jobOf(1));
    queue.enqueue(jobOf(2));
    begun[0]!.fail();
    await settle();
    expect(begun.map(({ number }) => number)).toEqual([1, 2]);
    begun[1]!.fail();
    await settle();
    queue.enqueue(jobOf(3));
    await settle();
    expect(begun.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test("ends at once when it is closed, says nothing, and begins nothing more", async () => {
    const { queue, log, begun, kept } = testQueue();
    queue.enqueue(jobOf(1));
    queue.enqueue(jobOf(2));
    await queue.close();
    expect(begun[0]!.signal.aborted).toBe(true);
    queue.enqueue(jobOf(3));
    await settle();
    expect([begun.length, kept, log.lines]).toEqual([1, [], []]);
  });

  test("ends at once when it is closed while it waits to retry", async () => {
    const { queue, begun } = testQueue();
    queue.enqueue(jobOf(1));
    begun[0]!.fail();
    await settle();
    await queue.close();
    expect(begun).toHaveLength(1);
  });
});
