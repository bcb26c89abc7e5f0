import { PeakError, peakClient } from "peak-cycle-client";
import { describe, expect, test } from "vitest";
import type { PeakClientOptions } from "../../../../client/src/client.js";
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

async function failureOf(call: Promise<unknown>): Promise<PeakError> {
  const error = await call.then(
    () => undefined,
    (each: unknown) => each,
  );
  if (!(error instanceof PeakError)) throw new Error("it did not fail", { cause: error });
  return error;
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

  test("gives up when it would have to wait too long, and leaves both metered answers alone until the time is over", async () => {
    const running = await run();
    const client = clientOf(running, "limited", { maxWaitMs: 0 });
    const failure = await failureOf(client.current());
    expect(failure.status).toBe(429);
    expect(failure.retryAt.getTime()).toBeGreaterThanOrEqual(running.clock.now() + 60_000);
    expect(await failureOf(client.history())).toBe(failure);
    expect(client.asked).toEqual(["nhci 429"]);
    expect((await client.meta()).data.ok).toBe(true);
    await running.clock.advance(63_000); // the back-off of a first failure is up to 2 s
    await failureOf(client.current());
    expect(client.asked).toEqual(["nhci 429", "nhci/meta 200", "nhci 429"]);
  });

  test("asks so many times and no more while there is no score", async () => {
    const client = clientOf(await run(), "waiting", { attempts: 3, maxWaitMs: 1_000_000 });
    expect((await failureOf(client.current())).status).toBe(503);
    expect(client.asked).toEqual(Array(3).fill("nhci 503"));
    expect(client.slept).toHaveLength(2);
  });

  test("tells a stale score, also of a copy that has become stale since", async () => {
    const running = await run();
    expect((await clientOf(running, "stale").current()).isStale).toBe(true);
    const gone = { isGone: false };
    const client = clientOf(running, "", {
      fetch: (target, init) => (gone.isGone ? Promise.reject(new TypeError("no network")) : fetch(target, init)),
    });
    const first = await client.current();
    const history = await client.history();
    expect([first.isStale, history.isStale]).toEqual([false, false]);
    gone.isGone = true;
    await running.clock.advance(3 * 3_600_000);
    const later = await client.current();
    expect(later).toMatchObject({ data: first.data, isStale: true, confirmedAt: first.confirmedAt });
    expect(later.failure).toMatchObject({ name: "PeakError", status: undefined });
    await running.clock.advance(24 * 3_600_000);
    expect((await client.history()).isStale).toBe(true);
  });

  test("with a copy at hand does not wait, and asks no sooner than is due", async () => {
    const running = await run();
    const client = clientOf(running, "recovering");
    await client.current();
    await running.clock.advance(62_000 - (running.clock.now() % 60_000)); // refused again, and the answer is a minute old
    const asked = client.asked.length;
    for (let i = 0; i < 5; i++) expect((await client.current()).failure?.status).toBe(429);
    expect(client.asked).toHaveLength(asked + 1);
    expect(client.slept).toHaveLength(1);
  });

  test.each([
    ["a page of a network that wants a login", "<html>Welcome</html>"],
    ["another service's JSON", '{"ok":true,"btc":7}'],
    ["a score out of range", '{"ok":true,"btc":{"score":101,"updated_at":"2026-11-21T07:05:00Z","stale":false}}'],
    ["a body without end", "x".repeat(300_001)],
  ])("takes %s for no answer", async (_what, body) => {
    const client = clientOf(await run(), "", { fetch: async () => new Response(body), attempts: 1 });
    expect((await failureOf(client.current())).status).toBeUndefined();
  });

  test("ends with its signal, while it waits too", async () => {
    const running = await run();
    const stop = new AbortController();
    const { current } = peakClient({ baseUrl: `${running.url}/sandbox/limited`, signal: stop.signal });
    const ended = current();
    await new Promise((resolve) => setTimeout(resolve, 50)); // the refusal is there, or not yet
    stop.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
    await expect(current()).rejects.toThrow("enough");
  });
});
