import { describe, expect, test } from "vitest";
import type { RateLimitResult } from "../../../src/operations/ports.js";
import { memoryLimit } from "../../../src/rate-limit/memory-limit.js";
import { MAX_WAIT_MS, type RedisEvents, RedisFault, TIMEOUT_MS } from "../../../src/rate-limit/redis-limit.js";
import { sharedLimit } from "../../../src/rate-limit/shared-limit.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const START = "2026-11-01T00:00:00Z";
/** The 13th request within the window, the oldest of which is 30 s old. */
const COUNT = 13 * 60_000 + 30_000;
const SHARED: RateLimitResult = { allowed: true, remaining: 7, resetSeconds: 30 };
/** The 21st, the oldest 51 s old. */
const REFUSED_COUNT = 21 * 60_000 + 51_000;

/** What Redis says of each key: a count now or later, a fault, or nothing at all. */
type RedisReply = number | Promise<number> | Error | "silence";

/** A limiter whose Redis and whose time do what the test says. */
async function instance({ reachable = true }: { reachable?: boolean } = {}) {
  const clock = fakeClock(START);
  const log = quietLog();
  const said = { answer: COUNT as RedisReply, reachable, opened: 0, givenUp: 0, closed: 0, trips: 0, break: () => {} };
  const monotonicMs = () => clock.now() - Date.parse(START);
  const closing = new AbortController();

  /** As ioredis does: tries until it is connected, with the pauses it is told. */
  function connect({ onReady, onFault, retryMs }: RedisEvents): void {
    const retry = () => void clock.sleep(retryMs(), closing.signal).then(open, () => undefined);
    let isOpen = false;
    const giveUp = () => {
      if (!isOpen) return;
      isOpen = false;
      said.givenUp++;
      retry();
    };
    const open = () => {
      if (!said.reachable) {
        retry();
        return onFault(new RedisFault("ECONNREFUSED"));
      }
      isOpen = true;
      said.opened++;
      said.break = () => {
        giveUp();
        onFault(new RedisFault("closed"));
      };
      onReady();
    };
    reconnect = giveUp;
    setImmediate(open);
  }

  let reconnect = () => {};
  const limit = await sharedLimit({
    local: memoryLimit({ monotonicMs }),
    async connect(events) {
      connect(events);
      return {
        run(keys) {
          said.trips++;
          const { answer } = said;
          if (answer === "silence") return new Promise(() => {});
          return answer instanceof Error ? Promise.reject(answer) : Promise.all(keys.map(() => answer));
        },
        reconnect: () => reconnect(),
        close() {
          said.closed++;
          closing.abort();
        },
      };
    },
    secret: "",
    clock,
    monotonicMs,
    random: () => 0.999,
    log,
  });
  return {
    limit,
    clock,
    said,
    lines: log.lines,
    told: () => log.lines.map(({ sentence, facts }) => [sentence, facts["reason"]]),
  };
}

/** The result of a request that does not wait. */
function atOnce(result: RateLimitResult | Promise<RateLimitResult>): RateLimitResult {
  if (result instanceof Promise) throw new Error("the request waits");
  return result;
}

/** Lets a batch be sent, answered and read. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe("a limiter with a Redis", () => {
  test("passes on what Redis says", async () => {
    const { limit, told } = await instance();
    expect(await limit.take("192.0.2.1")).toEqual(SHARED);
    expect(told()).toEqual([["limits are shared", undefined]]);
  });

  test("counts locally what Redis has granted, so that falling back gives nobody a new quota", async () => {
    const { limit, said } = await instance();
    for (let i = 0; i < 15; i++) await limit.take("192.0.2.1");
    said.answer = REFUSED_COUNT;
    for (let i = 0; i < 15; i++) await limit.take("192.0.2.1");
    said.break();
    expect(atOnce(limit.take("192.0.2.1"))).toEqual({ allowed: true, remaining: 4, resetSeconds: 60 });
    expect(atOnce(limit.take("192.0.2.2")).remaining).toBe(19);
  });

  test("lets nobody wait longer than 75 ms, whoever came first or last", async () => {
    const { limit, said, clock, told } = await instance();
    said.answer = "silence";
    const results: RateLimitResult[] = [];
    const ask = () => void Promise.resolve(limit.take("192.0.2.1")).then((result) => results.push(result));
    ask();
    await settled();
    await clock.advance(74);
    ask();
    await settled();
    expect(results).toEqual([]);
    await clock.advance(1);
    await settled();
    expect(results.map((each) => each.remaining)).toEqual([19, 18]);
    expect(told().at(-1)).toEqual(["limits are not shared", "slow"]);
  });

  test("measures each wait from its own beginning", async () => {
    const { limit, said, clock } = await instance();
    const first = limit.take("192.0.2.1"); // answered, but it has wound the timer up
    await first;
    await clock.advance(60);
    said.answer = "silence";
    let isAnswered = false;
    void Promise.resolve(limit.take("192.0.2.1")).then(() => {
      isAnswered = true;
    });
    await settled();
    await clock.advance(74);
    await settled();
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    await settled();
    expect(isAnswered).toBe(true);
  });

  test("takes a result that lay unread while this process stood still", async () => {
    const { limit, said, clock, told } = await instance();
    let arrive = () => {};
    said.answer = new Promise((resolve) => {
      arrive = () => resolve(COUNT);
    });
    const result = limit.take("192.0.2.1");
    await settled();
    setImmediate(() => arrive()); // read in the turn in which the timer fires, after it
    await clock.advance(75);
    expect(await result).toEqual(SHARED);
    expect(told()).toEqual([["limits are shared", undefined]]);
  });

  test("gives up at the first fault, closes the connection and lets nobody wait", async () => {
    const { limit, said, told } = await instance();
    said.answer = new RedisFault("OOM");
    expect((await limit.take("192.0.2.1")).remaining).toBe(19);
    expect(said.givenUp).toBe(1);
    expect(atOnce(limit.take("192.0.2.1")).remaining).toBe(18);
    expect(said.trips).toBe(2); // the proof, and the one that failed
    expect(told().at(-1)).toEqual(["limits are not shared", "OOM"]);
  });

  test("limits for itself after a bug of ours too, and shows its stack", async () => {
    const { limit, said, lines } = await instance();
    const bug = new TypeError("not a function");
    said.answer = bug;
    expect((await limit.take("192.0.2.1")).remaining).toBe(19);
    expect(lines.at(-1)).toEqual({
      level: "error",
      sentence: "limits are not shared",
      facts: { reason: "bug", error: bug },
    });
  });

  test("answers all who wait when the connection breaks", async () => {
    const { limit, said } = await instance();
    said.answer = "silence";
    const waiting = Promise.all(Array.from({ length: 30 }, () => limit.take("192.0.2.1")));
    said.break();
    expect((await waiting).filter((each) => each.allowed)).toHaveLength(20);
  });

  test("comes back by itself, less and less often tried, and says so once", async () => {
    const { limit, said, clock, told } = await instance();
    said.reachable = false;
    said.break();
    await clock.advance(250 + 500 + 1000 + 2000);
    expect(told()).toEqual([
      ["limits are shared", undefined],
      ["limits are not shared", "closed"],
      ["limits are not shared", "ECONNREFUSED"],
    ]);
    said.reachable = true;
    await clock.advance(3999);
    expect(atOnce(limit.take("192.0.2.1")).remaining).toBe(19);
    await clock.advance(1);
    await settled();
    expect(await limit.take("192.0.2.1")).toEqual(SHARED);
    expect(told().at(-1)).toEqual(["limits are shared", undefined]);
    expect(told()).toHaveLength(4);
  });

  test("does not come back to a Redis that connects and then hangs", async () => {
    const { limit, said, clock } = await instance();
    said.answer = "silence";
    said.break();
    for (let passed = 0; passed < 10_000; passed += 100) {
      await clock.advance(100);
      await settled();
    }
    expect(said.opened).toBeGreaterThan(2);
    expect(said.givenUp).toBe(said.opened);
    expect(atOnce(limit.take("192.0.2.1")).allowed).toBe(true);
  });

  test("tries a Redis that fails right after each return less and less often, until it has held for a minute", async () => {
    const { said, clock } = await instance();
    const returnsWithin = async (ms: number) => {
      const before = said.opened;
      await clock.advance(ms);
      await settled();
      return said.opened - before;
    };
    said.break();
    expect(await returnsWithin(250)).toBe(1);
    said.break();
    expect(await returnsWithin(499)).toBe(0);
    expect(await returnsWithin(1)).toBe(1);
    await clock.advance(60_000);
    said.break();
    expect(await returnsWithin(250)).toBe(1);
  });

  test("starts without a Redis that is not there, and finds it later", async () => {
    const { limit, said, clock, told } = await instance({ reachable: false });
    expect(atOnce(limit.take("192.0.2.1")).remaining).toBe(19);
    said.reachable = true;
    await clock.advance(250);
    await settled();
    expect(await limit.take("192.0.2.1")).toEqual(SHARED);
    expect(told()).toEqual([
      ["limits are not shared", "ECONNREFUSED"],
      ["limits are shared", undefined],
    ]);
  });

  test("decides by itself when more than 8,192 requests wait", async () => {
    const { limit, said } = await instance();
    said.answer = "silence";
    const waiting = Array.from({ length: 8192 }, (_, n) => limit.take(`10.0.${n >> 8}.${n & 255}`));
    expect(waiting.every((each) => each instanceof Promise)).toBe(true);
    expect(atOnce(limit.take("192.0.2.1")).remaining).toBe(19);
  });

  test("closes: who waits is answered, and nothing is tried any more", async () => {
    const { limit, said, clock } = await instance();
    said.answer = "silence";
    const waiting = limit.take("192.0.2.1");
    await settled();
    limit.close();
    expect((await waiting).allowed).toBe(true);
    said.break();
    await clock.advance(60_000);
    expect([said.opened, said.closed]).toEqual([1, 1]);
  });
});

test("no request waits longer than 100 ms, with a quarter of them kept for late timers and the answer", () => {
  expect([MAX_WAIT_MS, TIMEOUT_MS]).toEqual([100, 75]);
});
