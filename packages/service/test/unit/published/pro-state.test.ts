import { HOUR_MS, instantOf, utcDay } from "peak-cycle-model";
import { expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { lookupOf, makeApiKey } from "../../../src/platform/api-key.js";
import { ProState } from "../../../src/published/pro-state.js";
import { fakeClock } from "../../support/fake-clock.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const NOW = instantOf("2026-11-21T07:06:00Z");
const TODAY = utcDay("2026-11-21");

async function harness() {
  const { keys } = await tempSqliteStores();
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const state = new ProState(clock, keys);
  const add = async (until: typeof TODAY | null = null) => {
    const text = makeApiKey();
    await keys.add({ ...lookupOf(text), name: text.slice(-7), perMinute: 600, madeAt: NOW, until });
    return { text, ...lookupOf(text) };
  };
  const check = (text: string) => {
    const found = state.check(text);
    return typeof found === "string" ? found : found.hash;
  };
  return { keys, clock, state, add, check };
}

test("a key is told from one that is malformed, unknown, expired or revoked", async () => {
  const { state, keys, clock, add, check } = await harness();
  const [good, until, revoked] = [await add(), await add(TODAY), await add()];
  expect(check(good.text)).toBe("unknown"); // until the next reading
  await keys.revoke(revoked.hash, NOW);
  await state.refresh();
  expect([good.text, until.text, revoked.text].map(check)).toEqual([good.hash, until.hash, "revoked"]);
  expect([makeApiKey(), `${good.text.slice(0, -1)}g`, ""].map(check)).toEqual(["unknown", "malformed", "malformed"]);
  await clock.advance(17 * HOUR_MS);
  expect(check(until.text)).toBe("expired");
});

test("what is known of keys stays when they cannot be read", async () => {
  const { state, keys, add, check } = await harness();
  const { text, hash } = await add();
  await state.refresh();
  Object.assign(keys, { all: () => Promise.reject(new StorageError("the database is away")) });
  await expect(state.refresh()).rejects.toThrow(StorageError);
  expect(check(text)).toBe(hash);
});

test("the day of use is noted with the next reading, and by no request", async () => {
  const { state, keys, add, check } = await harness();
  const used = await add();
  await add();
  await state.refresh();
  check(used.text);
  const noted = async () => (await keys.all()).flatMap(({ hash, lastUsedDay: day }) => (day ? [[hash, day]] : []));
  expect(await noted()).toEqual([]);
  await state.refresh();
  expect(await noted()).toEqual([[used.hash, TODAY]]);
});
