import { HOUR_MS, instantOf, utcDay } from "peak-cycle-model";
import { expect, test } from "vitest";
import { lookupOf, makeApiKey } from "../../../src/domain/api-key.js";
import { StorageError } from "../../../src/domain/errors.js";
import { KnownKeys } from "../../../src/http/limit/known-keys.js";
import { addApiKey, allApiKeys, revokeApiKey } from "../../../src/storage/api-keys.js";
import { fakeClock } from "../../support/fake-clock.js";
import { tempDatabase } from "../../support/temp-sqlite.js";

const NOW = instantOf("2026-11-21T07:06:00Z");
const TODAY = utcDay("2026-11-21");

async function harness() {
  const db = await tempDatabase();
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const state = new KnownKeys(clock, db);
  const add = async (until: typeof TODAY | null = null) => {
    const text = makeApiKey();
    await addApiKey(db, { ...lookupOf(text), name: text.slice(-7), perMinute: 600, madeAt: NOW, until });
    return { text, ...lookupOf(text) };
  };
  const check = (text: string) => {
    const found = state.check(text);
    return typeof found === "string" ? found : found.hash;
  };
  return { db, clock, state, add, check };
}

test("valid, malformed, unknown, expired and revoked keys are distinguished", async () => {
  const { state, db, clock, add, check } = await harness();
  const [good, until, revoked] = [await add(), await add(TODAY), await add()];
  expect(check(good.text)).toBe("unknown"); // until the keys are read again
  await revokeApiKey(db, revoked.hash, NOW);
  await state.refresh();
  expect([good.text, until.text, revoked.text].map(check)).toEqual([good.hash, until.hash, "revoked"]);
  expect([makeApiKey(), `${good.text.slice(0, -1)}g`, ""].map(check)).toEqual(["unknown", "malformed", "malformed"]);
  await clock.advance(17 * HOUR_MS);
  expect(check(until.text)).toBe("expired");
});

test("known keys stay valid when they cannot be read", async () => {
  const { state, db, add, check } = await harness();
  const { text, hash } = await add();
  await state.refresh();
  await db.schema.dropTable("api_keys").execute();
  await expect(state.refresh()).rejects.toThrow(StorageError);
  expect(check(text)).toBe(hash);
});

test("the day of use is stored at the next read, never by a request", async () => {
  const { state, db, add, check } = await harness();
  const used = await add();
  await add();
  await state.refresh();
  check(used.text);
  const noted = async () => (await allApiKeys(db)).flatMap(({ hash, lastUsedDay: day }) => (day ? [[hash, day]] : []));
  expect(await noted()).toEqual([]);
  await state.refresh();
  expect(await noted()).toEqual([[used.hash, TODAY]]);
});
