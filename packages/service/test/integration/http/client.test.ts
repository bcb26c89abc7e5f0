import { type PeakClientOptions, peakClient } from "peak-cycle-client";
import { describe, expect, test } from "vitest";
import { sampleRows, sampleSnapshot } from "../../unit/http/samples.js";
import { type Running, run } from "./running.js";

/** A client of a running service: its clock is the service's, it sleeps by moving that clock, and each request is noted. */
function clientOf({ url, clock }: Running, scene = "", options: Partial<PeakClientOptions> = {}) {
  const asked: string[] = [];
  const slept: number[] = [];
  const client = peakClient({
    baseUrl: scene === "" ? url : `${url}/sandbox/${scene}`,
    fetch: async (target, init) => {
      const response = await fetch(target, init);
      asked.push(`${String(target).replace(/.*nhci/, "nhci")} ${response.status}`);
      return response;
    },
    clock: {
      now: clock.now,
      async sleep(ms) {
        slept.push(ms);
        await clock.advance(ms);
      },
    },
    ...options,
  });
  return { ...client, asked, slept };
}

describe("the client", () => {
  test("gives the score, the history and what it stands on", async () => {
    const client = clientOf(await run());
    const { data, isStale, failure } = await client.current();
    expect([data.btc.score, isStale, failure]).toEqual([sampleSnapshot().score.btc.score, false, undefined]);
    expect((await client.history()).data.data).toHaveLength(sampleRows().length);
    expect((await client.meta()).data.phases).toHaveLength(5);
  });

  test("asks once for calls at the same time, not at all before max-age is over, and then whether anything has changed", async () => {
    const running = await run();
    const client = clientOf(running);
    const [first, second] = await Promise.all([client.current(), client.current()]);
    expect(second).toBe(first);
    await running.clock.advance(59_000);
    await client.current();
    expect(client.asked).toEqual(["nhci 200"]);
    await running.clock.advance(1000);
    const later = await client.current();
    expect(client.asked).toEqual(["nhci 200", "nhci 304"]);
    expect(later.data).toBe(first.data);
    expect(later.confirmedAt.getTime() - first.confirmedAt.getTime()).toBe(60_000);
  });

  test("waits as long as a refusal demands, and no less", async () => {
    const client = clientOf(await run(), "recovering"); // in the first half of the minute
    expect((await client.current()).data.btc.score).toBe(50);
    expect(client.asked).toEqual(["nhci 429", "nhci 200"]);
    expect(client.slept).toHaveLength(1);
    expect(client.slept[0]).toBeGreaterThanOrEqual(30_000);
  });

  test("tells a stale score, and that there is none", async () => {
    const running = await run();
    expect((await clientOf(running, "stale").current()).isStale).toBe(true);
    const waiting = clientOf(running, "waiting", { attempts: 1 }).current();
    await expect(waiting).rejects.toMatchObject({ name: "PeakError", status: 503 });
  });
});
