import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, freshClient } from "../support/ask.js";
import { eventually, logOf } from "../support/service-process.js";
import { describeRedis, tempRedis } from "../support/temp-redis.js";
import { type LiveService, liveService } from "./process/live-service.js";

const HISTORY = "/api/public/nhci/history";

describeRedis("three instances that share a Redis", () => {
  const server = tempRedis();
  let services: readonly LiveService[] = [];

  beforeAll(async () => {
    const settings = { REDIS_URL: server().url.href };
    services = await Promise.all([1, 2, 3].map(() => liveService({ cutOff: true, settings })));
  });
  afterAll(() => Promise.all(services.map((service) => service.end())));

  const one = () => services[0]!;
  const statusOf = (service: LiveService, from: string) =>
    ask(service.origin + HISTORY, { from }).then(({ status }) => status);
  const statusesInTurn = async (from: string, count: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++) statuses.push(await statusOf(services[i % 3]!, from));
    return statuses;
  };
  const untilShared = () =>
    eventually("limits to be shared", async () => {
      const statuses = await statusesInTurn(freshClient(), 24);
      return statuses.filter((each) => each === 200).length === 20 || undefined;
    });

  test("let exactly 20 requests of one client through, whichever of them is asked", async () => {
    await untilShared(); // a start may meet a moment in which the machine stands still
    expect(await statusesInTurn(freshClient(), 23)).toEqual([...Array(20).fill(200), 429, 429, 429]);
  });

  test("make at most one round trip a request", async () => {
    const calls = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(String(await server().ask(["INFO", "commandstats"])))?.[1] ?? 0);
    const before = await calls();
    const clients = Array.from({ length: 50 }, freshClient);
    await Promise.all(clients.map((client) => statusOf(one(), client)));
    const made = (await calls()) - before;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(50);
  });

  test("answer as ever while Redis hangs, each with a limit of its own, and share again when it goes on", async () => {
    await untilShared();
    const client = freshClient();
    await server().freeze();
    expect(await statusesInTurn(client, 3)).toEqual([200, 200, 200]);
    const statuses = await statusesInTurn(client, 66);
    expect(statuses.filter((each) => each === 200)).toHaveLength(57);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    await server().thaw();
    await untilShared();
    const told = logOf(one().process).filter(({ msg }) => msg.startsWith("limits are"));
    expect(told.map(({ msg }) => msg)).toContain("limits are not shared");
    expect(told.at(-1)?.msg).toBe("limits are shared");
  });

  test("survive clients that hang up while Redis is asked", async () => {
    await untilShared();
    await server().freeze();
    for (let i = 0; i < 20; i++) {
      const asking = request(one().origin + HISTORY, { localAddress: freshClient() });
      asking
        .on("error", () => {})
        .on("socket", (socket) => socket.on("connect", () => setImmediate(() => asking.destroy())));
      asking.end();
    }
    expect(await statusOf(one(), freshClient())).toBe(200);
    await server().thaw();
    expect(logOf(one().process).filter(({ level }) => level === "error")).toEqual([]);
  });

  test("end as ever while Redis hangs", async () => {
    const leaver = await liveService({ cutOff: true, settings: { REDIS_URL: server().url.href } });
    await server().freeze();
    leaver.process.child.kill("SIGTERM");
    expect(await leaver.process.ended).toEqual({ code: 0, signal: null });
    await server().thaw();
    await leaver.end();
  });

  test("name neither the password nor the address of their Redis in the log", async () => {
    const settings = { REDIS_URL: "redis://peak:s3cret@127.0.0.1:1/0" };
    const alone = await liveService({ cutOff: true, settings });
    expect(await statusOf(alone, freshClient())).toBe(200);
    await alone.end();
    const all = [...alone.process.out, ...alone.process.err].join("\n");
    expect(all).toContain("limits are not shared");
    expect(all).not.toMatch(/s3cret|127\.0\.0\.1:1\b/);
  });
});
