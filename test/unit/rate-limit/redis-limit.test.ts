import { expect, test } from "vitest";
import { RedisFault } from "../../../src/rate-limit/redis-fault.js";
import { redisLimit } from "../../../src/rate-limit/redis-limit.js";

type Slide = (keys: readonly string[]) => Promise<unknown>;

/** The first of a client. */
const FIRST = 60_000;

function asked(reply: Slide) {
  const trips: (readonly string[])[] = [];
  const slide: Slide = (keys) => {
    trips.push(keys);
    return reply(keys);
  };
  return { trips, slide };
}

const clients = (count: number) => Array.from({ length: count }, (_, n) => `192.0.2.${n}`);

test("requests of one turn of the event loop share a round trip of at most a hundred", async () => {
  const { trips, slide } = asked(async (keys) => keys.map(() => FIRST));
  const take = redisLimit({ slide }, "secret");
  await Promise.all(clients(250).map(take));
  expect(trips.map((keys) => keys.length)).toEqual([100, 100, 50]);
  await take("192.0.2.1");
  expect(trips).toHaveLength(4);
});

test("every client gets the verdict on its own key", async () => {
  const said = new Map<string, number>();
  const { slide } = asked(async (keys) => keys.map((key, i) => said.set(key, (i + 1) * FIRST).get(key)));
  const take = redisLimit({ slide }, "secret");
  const verdicts = await Promise.all(clients(5).map(take));
  expect(verdicts.map((each) => each.remaining)).toEqual([19, 18, 17, 16, 15]);
});

test("no address is part of a key, and without the secret the key says nothing", async () => {
  const keysUnder = async (secret: string) => {
    const { trips, slide } = asked(async (keys) => keys.map(() => FIRST));
    const take = redisLimit({ slide }, secret);
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
  ["too few verdicts", []],
  ["too many verdicts", [FIRST, FIRST]],
  ["a text in place of a number", ["60000"]],
  ["a 0th request", [59_999]],
  ["a 22nd request", [22 * FIRST]],
  ["a fraction", [FIRST + 0.5]],
  ["no number at all", [Number.NaN]],
])("a reply of %s is nonsense", async (_what, reply) => {
  const take = redisLimit({ slide: async () => reply }, "secret");
  await expect(take("192.0.2.1")).rejects.toEqual(new RedisFault("nonsense"));
});

test("a fault of a round trip is a fault for all who share it", async () => {
  const fault = new RedisFault("READONLY");
  const take = redisLimit({ slide: () => Promise.reject(fault) }, "secret");
  const results = await Promise.allSettled(clients(3).map(take));
  expect(results).toEqual(Array(3).fill({ status: "rejected", reason: fault }));
});
