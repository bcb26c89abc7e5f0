import { expect, test } from "vitest";
import { RedisFault, redisFault, redisLimit } from "../../../src/rate-limit/redis-limit.js";
import { fakeClock } from "../../support/fake-clock.js";

type Run = (keys: readonly string[]) => Promise<unknown>;

/** The first of a client. */
const FIRST = 60_000;

function asked(reply: Run) {
  const trips: (readonly string[])[] = [];
  const run: Run = (keys) => {
    trips.push(keys);
    return reply(keys);
  };
  return { trips, run };
}

const limitOver = (run: Run, secret = "secret") =>
  redisLimit({ connection: { run }, clock: fakeClock("2026-11-01T00:00:00Z"), secret }).take;

const clients = (count: number) => Array.from({ length: count }, (_, n) => `192.0.2.${n}`);

test("requests of one turn of the event loop share a round trip of at most a hundred", async () => {
  const { trips, run } = asked(async (keys) => keys.map(() => FIRST));
  const take = limitOver(run);
  await Promise.all(clients(250).map(take));
  expect(trips.map((keys) => keys.length)).toEqual([100, 100, 50]);
  await take("192.0.2.1");
  expect(trips).toHaveLength(4);
});

test("every client gets the result on its own key", async () => {
  const said = new Map<string, number>();
  const { run } = asked(async (keys) => keys.map((key, i) => said.set(key, (i + 1) * FIRST).get(key)));
  const take = limitOver(run);
  const results = await Promise.all(clients(5).map(take));
  expect(results.map((each) => each.remaining)).toEqual([19, 18, 17, 16, 15]);
});

test("no address is part of a key, and without the secret the key says nothing", async () => {
  const keysUnder = async (secret: string) => {
    const { trips, run } = asked(async (keys) => keys.map(() => FIRST));
    const take = limitOver(run, secret);
    await Promise.all(["192.0.2.1", "192.0.2.2", "2001:db8:0:1::/64"].map(take));
    return trips.flat();
  };
  const [one, same, other] = [await keysUnder("one"), await keysUnder("one"), await keysUnder("other")];
  expect(one).toEqual(same);
  expect(new Set([...one, ...other]).size).toBe(6);
  for (const key of one) expect(key).toMatch(/^peak:limit:1:[a-z\d]{1,7}\.[a-z\d]{1,7}$/);
});

test.each([
  ["nothing", undefined],
  ["a word", "OK"],
  ["too few results", []],
  ["too many results", [FIRST, FIRST]],
  ["a text in place of a number", ["60000"]],
  ["a 0th request", [59_999]],
  ["a 22nd request", [22 * FIRST]],
  ["a fraction", [FIRST + 0.5]],
  ["no number at all", [Number.NaN]],
])("a reply of %s is nonsense", async (_what, reply) => {
  const take = limitOver(async () => reply);
  await expect(take("192.0.2.1")).rejects.toEqual(new RedisFault("nonsense"));
});

test("a fault of a round trip is a fault for all who share it", async () => {
  const fault = new RedisFault("READONLY");
  const take = limitOver(() => Promise.reject(fault));
  const results = await Promise.allSettled(clients(3).map(take));
  expect(results).toEqual(Array(3).fill({ status: "rejected", reason: fault }));
});

const errorReply = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });

test.each([
  [errorReply("NOSCRIPT No matching script"), "NOSCRIPT"],
  [errorReply("OOM command not allowed when used memory > 'maxmemory'."), "OOM"],
  [errorReply("WRONGPASS"), "WRONGPASS"],
  [errorReply("something in plain words about s3cret"), "ERR"],
  [Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:6379"), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
  [
    Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
    "DEPTH_ZERO_SELF_SIGNED_CERT",
  ],
  [new Error("Connection is closed."), "closed"],
  ["no error at all", "closed"],
])("of %s the reason is %s", (error, reason) => {
  expect(redisFault(error).reason).toBe(reason);
});

test("a fault stays what it is", () => {
  const fault = new RedisFault("slow");
  expect(redisFault(fault)).toBe(fault);
});
