/** The limit that several instances share in Redis, and what each instance does on its own when Redis cannot count. */
import { connect, createServer, type Socket } from "node:net";
import fc from "fast-check";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { limitScript, RedisLimit } from "../../src/http/limit/redis-limit.js";
import { findRedis } from "../support/find-programs.js";
import { listening } from "../support/loopback.js";
import { naiveLimit } from "../support/naive-limit.js";
import { quietLog, type RecordedLine } from "../support/quiet-log.js";
import { type RedisServer, startRedis } from "../support/redis-server.js";
import { eventually } from "../support/service-process.js";

const program = findRedis();

interface Instance {
  readonly lines: readonly RecordedLine[];
  take(client: string, quota?: number): number | Promise<number>;
}

/** How long an instance waits for Redis in tests that are not about time: a busy machine may stall for seconds. */
const PATIENT_MS = 30_000;

/** For tests in which Redis hangs: it hangs for longer than this, but a busy machine does not. */
const BRIEF_MS = 1000;

/** One instance's limiter, closed after the test. @param ms how long it waits for Redis */
async function instanceOf(url: URL, ms = PATIENT_MS, script?: string): Promise<Instance> {
  const log = quietLog();
  const limit = await RedisLimit.open(url, log, ms, script);
  onTestFinished(() => limit.close());
  return { take: (client, quota) => limit.take(client, quota), lines: log.lines };
}

let clients = 0;
const newClient = () => `198.51.100.${clients++}`;
const passed = async (limits: readonly Instance[], client: string, times: number, quota?: number) => {
  const asking = Array.from({ length: times }, (_, i) => limits[i % limits.length]!.take(client, quota));
  return (await Promise.all(asking)).filter((seconds) => seconds === 0).length;
};
const sentences = ({ lines }: Instance) => lines.map(({ sentence }) => sentence);

describe.skipIf(program === undefined)("the limit in Redis", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis(program ?? "", ["--maxmemory-policy", "noeviction", "--enable-debug-command", "yes"]);
  });
  afterAll(() => server.end());

  const pair = async (ms?: number) => [await instanceOf(server.url, ms), await instanceOf(server.url, ms)] as const;
  const untilShared = (all: readonly Instance[]) =>
    eventually("a shared limit", async () => (await passed(all, newClient(), 25)) === 20 || undefined);

  /** Three instances on a server whose time is in a key that a test can move. */
  async function timed() {
    const keeper = new Redis({ path: server.url.pathname });
    onTestFinished(() => keeper.disconnect());
    const setTime = async (ms: number) => void (await keeper.set("test:time", ms));
    await setTime(1_795_000_000_000);
    const script = limitScript("local now = tonumber(redis.call('GET', 'test:time'))");
    const all = await Promise.all([1, 2, 3].map(() => instanceOf(server.url, PATIENT_MS, script)));
    return { all, setTime, clear: () => keeper.flushall() };
  }

  test("matches a naive sliding log, whichever of three instances a request reaches", async () => {
    const { all, setTime, clear } = await timed();
    const wait = fc.oneof(
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 6000 }) },
      fc.constantFrom(0, 1, 999, 1000, 1001, 40_000, 59_999, 60_000, 60_001),
    );
    const asked = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 });
    const step = fc.record({ wait, instance: fc.integer({ min: 0, max: 2 }), asked });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (steps) => {
        let now = 1_795_000_000_000;
        await clear();
        const naive = naiveLimit(() => now);
        for (const each of steps) {
          now += each.wait;
          await setTime(now);
          const results = await Promise.all(each.asked.map((client) => all[each.instance]!.take(`192.0.2.${client}`)));
          expect(results).toEqual(each.asked.map((client) => naive.take(`192.0.2.${client}`)));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("counts each key against its own quota, and locks no one out when the server's clock is set back", async () => {
    const { all, setTime } = await timed();
    expect([await passed(all, "a key", 650, 600), await passed(all, "another", 9, 3)]).toEqual([600, 3]);
    await setTime(1_794_999_000_000);
    expect(await passed(all, "a key", 650, 600)).toBe(600);
  });

  test("stores one key of at most 400 bytes per address for a minute, without the address", async () => {
    const one = await instanceOf(server.url);
    await server.ask(["FLUSHALL"]);
    expect(await passed([one], "192.0.2.1", 50)).toBe(20);
    const [key = "", ...others] = (await server.ask(["KEYS", "*"])) as string[];
    expect([key, others]).toEqual([expect.stringMatching(/^peak:limit:1:[\w-]{16}$/), []]);
    expect(Number(await server.ask(["MEMORY", "USAGE", key]))).toBeLessThanOrEqual(400);
    await server.ask(["PEXPIRE", key, "40000"]); // as if 20 s had passed
    expect(await one.take("192.0.2.1")).toBeGreaterThan(0);
    expect(await server.ask(["PTTL", key])).toBeLessThanOrEqual(40_000); // a refused request does not extend it
  });

  test("stays shared after Redis has lost the script and all requests", async () => {
    const [one, other] = await pair();
    await server.ask(["FLUSHALL"], ["SCRIPT", "FLUSH"]);
    expect(await passed([one, other], newClient(), 25)).toBe(20);
    expect(sentences(one)).toEqual(["limits are shared"]);
  });

  test("is counted by each instance while Redis hangs: 20 of 1,000 requests pass, without a wait", async () => {
    const all = await pair(BRIEF_MS);
    await server.freeze();
    expect(await passed(all.slice(0, 1), newClient(), 1000)).toBe(20);
    expect(all[0].take(newClient())).toBe(0); // immediately, not as a promise
    await server.thaw();
    await untilShared(all);
  });

  test.each([
    ["out of memory", ["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"], /^OOM/, PATIENT_MS],
    ["a read-only replica", ["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"], /^READONLY/, PATIENT_MS],
    ["busy with a long command", ["DEBUG", "SLEEP", "3"], ["PING"], /^Redis did not respond in time$/, BRIEF_MS],
  ] as const)(
    "is counted by each instance while Redis is %s, and is shared again afterwards",
    async (_what, fault, remedy, reason, ms) => {
      const all = await pair(ms);
      await untilShared(all);
      const client = newClient();
      expect(await passed(all, client, 20)).toBe(20);
      const answered = server.ask(fault);
      onTestFinished(() => void server.ask(remedy)); // the other tests use the same server
      if (fault[0] !== "DEBUG") await answered;
      await eventually("the fault", async () => {
        await all[0].take(newClient());
        return all[0].lines.some(({ facts }) => reason.test(`${facts["reason"]}`)) || undefined;
      });
      expect(await passed(all, client, 60)).toBeLessThanOrEqual(20); // at most 20 + 20 during the switch
      await answered;
      await server.ask(remedy);
      await untilShared(all);
    },
  );

  test("is counted by the instance if a client's key has another type", async () => {
    const [one, other] = await pair();
    await server.ask(["FLUSHALL"]);
    const client = newClient();
    await one.take(client);
    const [key = ""] = (await server.ask(["KEYS", "*"])) as string[];
    await server.ask(["DEL", key], ["LPUSH", key, "x"]);
    expect(await passed([one], client, 30)).toBe(19);
    await server.ask(["DEL", key]);
    await untilShared([one, other]);
  });

  test("needs only the rights listed in docs/operations.md, and the right password", async () => {
    const rights = ["~peak:limit:*", "+eval", "+evalsha", "+get", "+set", "+time", "+select", "+info"];
    await server.ask(["ACL", "SETUSER", "peak", "on", ">p@ss/word", ...rights]);
    const door = createServer((socket) => {
      const inside = connect(server.url.pathname).on("error", () => socket.destroy());
      socket
        .on("error", () => inside.destroy())
        .pipe(inside)
        .pipe(socket);
    });
    const place = `@127.0.0.1:${await listening(door)}/2`;
    expect(sentences(await instanceOf(new URL(`redis://peak:p%40ss%2Fword${place}`)))).toEqual(["limits are shared"]);
    const [line] = (await instanceOf(new URL(`redis://peak:wrong${place}`))).lines;
    expect(`${line?.facts["reason"]}`).toMatch(/^WRONGPASS/);
  });
});

describe("an instance whose Redis", () => {
  test("closes the connection logs that in plain words, whichever request notices first", async () => {
    const server = createServer((socket) => {
      socket
        .on("error", () => {})
        .on("data", (data) => {
          if (`${data}`.includes("info")) socket.write("$0\r\n\r\n");
          else socket.destroy();
        });
    });
    const [line] = (await instanceOf(new URL(`redis://127.0.0.1:${await listening(server)}`))).lines;
    expect(line?.facts).toEqual({ reason: "Redis closed the connection" });
  });

  test.each([
    ["says nothing", (_socket: Socket) => {}],
    ["is a web server", (socket: Socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["says OK to everything", (socket: Socket) => socket.write("+OK\r\n")],
    ["counts wrongly", (socket: Socket) => socket.write("*1\r\n:-5\r\n")],
  ])("%s counts on its own", async (_what, answer) => {
    const server = createServer((socket) => {
      socket.on("error", () => {}).on("data", () => answer(socket));
    });
    const one = await instanceOf(new URL(`redis://127.0.0.1:${await listening(server)}`), BRIEF_MS);
    expect(await passed([one], newClient(), 21)).toBe(20);
    expect(sentences(one)).toEqual(["limits are not shared"]);
  });

  test("is unavailable counts on its own from the start, and logs that once, without the password", async () => {
    const one = await instanceOf(new URL("redis://:s3cret@127.0.0.1:1"));
    expect(await passed([one], newClient(), 21)).toBe(20);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const facts = { reason: "connection refused" };
    expect(one.lines).toEqual([{ level: "warn", sentence: "limits are not shared", facts }]);
  });
});
