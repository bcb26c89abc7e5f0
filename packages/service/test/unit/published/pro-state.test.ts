import { HOUR_MS, instantOf, type UtcDay, utcDay } from "peak-cycle-model";
import { expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { lookupOf, makeApiKey } from "../../../src/platform/api-key.js";
import { ProState } from "../../../src/published/pro-state.js";
import type { NewApiKey } from "../../../src/storage/key-store.js";
import { fakeClock } from "../../support/fake-clock.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const NOW = instantOf("2026-11-21T07:06:00Z");
const TODAY = utcDay("2026-11-21");

/** The state on real stores, whose clock moves when told to, and a database that falls silent when told to. */
async function harness() {
  const stores = await tempSqliteStores();
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const noted: (readonly [string, UtcDay])[] = [];
  let fails = false;
  const keys: typeof stores.keys = {
    ...stores.keys,
    async all() {
      if (fails) throw new StorageError("the database is away");
      return stores.keys.all();
    },
    async noteUse(hash, day) {
      noted.push([hash, day]);
      await stores.keys.noteUse(hash, day);
    },
  };
  const state = new ProState(clock, keys);
  const add = async (changes: Partial<NewApiKey> = {}) => {
    const text = makeApiKey();
    const read = lookupOf(text);
    const key = { ...read, name: text.slice(-7), perMinute: 600, madeAt: NOW, until: undefined, ...changes };
    await stores.keys.add(key);
    return { text, ...read };
  };
  return {
    ...{ stores, clock, noted, state, add },
    set(database: "answers" | "fails") {
      fails = database === "fails";
    },
  };
}

test("a key is told from one that is malformed, unknown, expired or revoked", async () => {
  const { state, stores, clock, add } = await harness();
  const [good, until, revoked] = [await add(), await add({ until: TODAY }), await add()];
  await stores.keys.revoke(revoked.hash, NOW);
  await state.refresh();
  const check = (text: string) => {
    const found = state.check(text);
    return typeof found === "string" ? found : found.hash;
  };
  expect([good.text, until.text, revoked.text].map(check)).toEqual([good.hash, until.hash, "revoked"]);
  expect([makeApiKey(), `${good.text.slice(0, -1)}g`, ""].map(check)).toEqual(["unknown", "malformed", "malformed"]);
  await clock.advance(17 * HOUR_MS);
  expect(check(until.text)).toBe("expired");
});

test("a key that is added or revoked is known after the next reading, and what is known stays when one fails", async () => {
  const { state, stores, add, set } = await harness();
  const { text, hash } = await add();
  expect(state.check(text)).toBe("unknown");
  await state.refresh();
  await stores.keys.revoke(hash, NOW);
  set("fails");
  await expect(state.refresh()).rejects.toThrow(StorageError);
  expect(state.check(text)).toMatchObject({ hash });
  set("answers");
  await state.refresh();
  expect(state.check(text)).toBe("revoked");
});

test("the day of use is noted once a key and day, and by no request", async () => {
  const { state, clock, noted, add } = await harness();
  const [used, unused] = [await add(), await add()];
  await state.refresh();
  for (let i = 0; i < 100; i++) state.check(used.text);
  expect(noted).toEqual([]);
  for (let i = 0; i < 3; i++) await state.refresh();
  expect(noted).toEqual([[used.hash, TODAY]]);
  await clock.advance(24 * HOUR_MS);
  await state.refresh();
  state.check(used.text);
  await state.refresh();
  expect(noted).toEqual([
    [used.hash, TODAY],
    [used.hash, TODAY + 1],
  ]);
  expect(unused.hash).not.toBe(used.hash);
});
