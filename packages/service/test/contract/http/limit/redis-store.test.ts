import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { SharedLimit } from "../../../../src/http/limit/redis-limit.js";
import { openRedisLimit } from "../../../support/open-redis-limit.js";
import { describeRedis, tempRedis } from "../../../support/temp-redis.js";
import { timedRedis } from "../../../support/timed-redis.js";

const CLIENT = "192.0.2.1";

async function takeTimes({ take }: SharedLimit, times: number): Promise<number> {
  const results = await Promise.all(Array.from({ length: times }, () => take(CLIENT)));
  return results.filter((seconds) => seconds === 0).length;
}

describeRedis("what stands in Redis", () => {
  const server = tempRedis();

  async function opened(url: URL = server().url): Promise<SharedLimit> {
    const limit = await openRedisLimit(url);
    await server().ask(["FLUSHALL"], ["CONFIG", "RESETSTAT"]); // it has tried whether it may count
    onTestFinished(() => limit.close());
    return limit;
  }

  async function onlyKey(): Promise<string> {
    const keys = (await server().ask(["KEYS", "*"])) as string[];
    expect(keys).toHaveLength(1);
    return keys[0]!;
  }

  test("is one key an address, of 20 times at most, which does not name the address", async () => {
    await takeTimes(await opened(), 50);
    const key = await onlyKey();
    expect(key).toMatch(/^peak:limit:1:[\w-]{16}$/);
    expect(await server().ask(["STRLEN", key])).toBe(20 * 13);
  });

  test("takes at most 400 bytes an address, all of Redis's own included", async () => {
    const limit = await opened();
    await takeTimes(limit, 1);
    const one = Number(await server().ask(["MEMORY", "USAGE", await onlyKey()]));
    await takeTimes(limit, 19);
    const twenty = Number(await server().ask(["MEMORY", "USAGE", await onlyKey()]));
    expect([one, twenty].every((bytes) => bytes > 0 && bytes <= 400)).toBe(true);
  });

  test("is gone when the last granted request has left the window, and a refused one does not keep it longer", async () => {
    const limit = await opened();
    await takeTimes(limit, 20);
    const key = await onlyKey();
    const left = Number(await server().ask(["PTTL", key]));
    expect(left > 20_000 && left <= 60_000).toBe(true);
    await server().ask(["PEXPIRE", key, "40000"]); // as if 20 s had passed
    expect(await takeTimes(limit, 1)).toBe(0);
    expect(await server().ask(["PTTL", key])).toBeLessThanOrEqual(40_000);
    expect(await server().ask(["PTTL", key])).toBeGreaterThan(0);
  });

  test("locks nobody out when its clock is set back", async () => {
    const { instances, setTime } = await timedRedis(server().url, 1, 1_795_000_030_000);
    expect(await takeTimes(instances[0]!, 25)).toBe(20);
    await setTime(1_795_000_000_000);
    expect(await takeTimes(instances[0]!, 25)).toBe(20);
    expect(await instances[0]!.take(CLIENT)).toBe(60);
  });
});

describeRedis("a Redis on TCP that asks who comes", () => {
  const server = tempRedis();
  let port = 0;

  beforeAll(async () => {
    // The rights that docs/operations.md asks for, and no more.
    const rights = ["~peak:limit:*", "+eval", "+evalsha", "+get", "+set", "+time", "+select", "+info"];
    const user = ["ACL", "SETUSER", "peak", "on", ">s3cret", ...rights] as const;
    await server().ask(user, ["CONFIG", "SET", "requirepass", "p@ss/word"]);
    const door = createServer((socket) => {
      const inside = connect(server().url.pathname);
      socket.on("error", () => inside.destroy()).pipe(inside);
      inside.on("error", () => socket.destroy()).pipe(socket);
    });
    door.listen(0, "127.0.0.1");
    await once(door, "listening");
    port = (door.address() as AddressInfo).port;
    return () => void door.close();
  });

  const open = (address: string) => openRedisLimit(new URL(address));

  test.each([
    ["a password", () => `redis://:p%40ss%2Fword@127.0.0.1:${port}/0`],
    ["a user and a password", () => `redis://peak:s3cret@127.0.0.1:${port}`],
    ["its name", () => `redis://peak:s3cret@localhost:${port}/2`],
  ])("lets in who has %s", async (_what, address) => {
    const limit = await open(address());
    expect(await limit.take(CLIENT)).toBe(0);
    limit.close();
  });

  test("keeps out who has a wrong password", async () => {
    await expect(open(`redis://:wrong@127.0.0.1:${port}`)).rejects.toMatchObject({
      reason: expect.stringMatching("^WRONGPASS"),
    });
  });
});
