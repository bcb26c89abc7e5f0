import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openLimit, type SharedLimit } from "../../src/http/limit/redis-limit.js";
import { quietLog, type RecordedLine } from "../support/quiet-log.js";
import { eventually } from "../support/service-process.js";
import { describeRedis, tempRedis } from "../support/temp-redis.js";

/** The limiter of one instance as the service makes it, with a log to read. */
interface SharedInstance extends SharedLimit {
  readonly lines: readonly RecordedLine[];
}

/**
 * Closed after the test.
 *
 * @param ease how much longer it waits for Redis: with 10, a machine that stands still for half a second is no fault
 */
async function sharedInstance(url: URL, ease = 1): Promise<SharedInstance> {
  const log = quietLog();
  const limit = await openLimit(url, log, 75 * ease);
  onTestFinished(() => limit.close());
  return { ...limit, lines: log.lines };
}

let nextClient = 0;
const newClient = () => `198.51.100.${nextClient++}`;

async function takeTimes(instance: SharedInstance, client: string, times: number): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: times }, () => instance.take(client)));
}

const granted = (results: readonly number[]) => results.filter((seconds) => seconds === 0).length;

const sentences = ({ lines }: SharedInstance) => lines.map((line) => line.sentence);
const reasons = ({ lines }: SharedInstance) => lines.map(({ facts }) => `${facts["reason"]}`).join("\n");

/** An address that one instance has spent: another one knows it only through Redis. */
async function isShared(one: SharedInstance, other: SharedInstance): Promise<boolean> {
  const client = newClient();
  await takeTimes(one, client, 20);
  return (await other.take(client)) > 0;
}

async function untilShared(one: SharedInstance, other: SharedInstance): Promise<void> {
  await eventually("limits to be shared again", async () => (await isShared(one, other)) || undefined);
}

describeRedis("two instances and their Redis", () => {
  const server = tempRedis(["--maxmemory-policy", "noeviction", "--enable-debug-command", "yes"]);
  const pair = async () => [await sharedInstance(server().url), await sharedInstance(server().url)] as const;

  const calmPair = async () =>
    [await sharedInstance(server().url, 10), await sharedInstance(server().url, 10)] as const;

  test("get a result for each of a thousand requests that wait when Redis hangs", async () => {
    const [one, other] = await pair();
    await server().freeze();
    const client = newClient();
    expect(granted(await takeTimes(one, client, 1000))).toBe(20);
    await server().thaw();
    await untilShared(one, other);
  });

  test("go on without a pause when Redis has forgotten the script and all requests", async () => {
    const [one, other] = await calmPair();
    await server().ask(["FLUSHALL"], ["SCRIPT", "FLUSH"]);
    expect(await isShared(one, other)).toBe(true);
    expect(sentences(one)).toEqual(["limits are shared"]);
  });

  test.each([
    ["out of memory", ["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"], "OOM"],
    ["a read-only replica", ["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"], "READONLY"],
    ["busy with a long command", ["DEBUG", "SLEEP", "1"], ["PING"], "timed out"],
  ] as const)("limit for themselves while Redis is %s", async (_what, fault, remedy, reason) => {
    const [one, other] = await pair();
    const answered = server().ask(fault as never);
    if (reason !== "timed out") await answered;
    expect(await one.take(newClient())).toBe(0);
    await eventually("the fault to be noticed", async () => {
      await one.take(newClient());
      return reasons(one).includes(reason) || undefined;
    });
    await answered;
    await server().ask(remedy as never);
    await untilShared(one, other);
  });
});

describe("an instance whose Redis", () => {
  test.each([
    ["says nothing", (_socket: Socket) => {}, "timed out"],
    ["is a web server", (socket: Socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), undefined],
    ["says OK to everything", (socket: Socket) => socket.write("+OK\r\n"), "nonsense"],
    ["counts wrongly", (socket: Socket) => socket.write("*1\r\n:-5\r\n"), "nonsense"],
    ["gives an endless list", (socket: Socket) => socket.write("*999999999\r\n:1\r\n"), "timed out"],
  ])("%s limits for itself", async (_what, answer, reason) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => answer(socket));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    onTestFinished(() => void server.close());
    const port = typeof address === "object" ? address?.port : 0;
    const one = await sharedInstance(new URL(`redis://127.0.0.1:${port}`));
    expect(granted(await takeTimes(one, newClient(), 21))).toBe(20);
    expect(sentences(one)).toContain("limits are not shared");
    expect(sentences(one)).not.toContain("limits are shared");
    if (reason !== undefined) await eventually(reason, () => reasons(one).includes(reason) || undefined);
  });

  test("is not there limits for itself from the start, and says so once", async () => {
    const one = await sharedInstance(new URL("redis://:s3cret@127.0.0.1:1"));
    expect(granted(await takeTimes(one, newClient(), 21))).toBe(20);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(one.lines).toEqual([
      { level: "warn", sentence: "limits are not shared", facts: { reason: "ECONNREFUSED" } },
    ]);
  });
});
