import { expect, test } from "vitest";
import { PUBLIC_DAYS } from "../../../src/domain/history.js";
import { readProof } from "../../../src/operations/read-proof.js";
import { signChain } from "../../../src/operations/sign-chain.js";
import type { Stores } from "../../../src/operations/store-ports.js";
import { closedDay, closedDays, historyRow } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

const signer = testSigner();

async function sign(stores: Stores): Promise<void> {
  await signChain({ clock: fakeClock("2026-11-21T06:00:04Z"), log: quietLog(), stores, signer });
}

test("there is no proof before something is signed", async () => {
  const stores = await tempSqliteStores();
  expect(await readProof(stores.chain)).toBeUndefined();
  await stores.days.append(closedDays(0, 3), []);
  expect(await readProof(stores.chain)).toBeUndefined();
});

test("a proof has the newest links and the leaves of all of them, up to what is signed", async () => {
  const stores = await tempSqliteStores();
  const { chain, days } = stores;
  await days.append(closedDays(0, 40), []);
  await sign(stores);
  const signed = await chain.newestLink();
  await days.append([closedDay(40)], [historyRow(41)]); // closed, and not yet signed
  const proof = await readProof(chain);
  expect(proof?.links).toHaveLength(PUBLIC_DAYS);
  expect(proof?.links).toEqual(await chain.links(10, 39));
  expect(proof?.links.at(-1)).toEqual(signed);
  expect(proof?.leaves).toMatch(/^([0-9a-f]{64}\n){40}$/);
  expect(proof?.leaves).toBe((await chain.links(0, 39)).map(({ leaf }) => `${leaf}\n`).join(""));
  expect(proof?.statement).toEqual(await chain.newestStatement());
  expect(proof?.keys).toEqual(await chain.keys());
});

test("a young chain is shown whole", async () => {
  const stores = await tempSqliteStores();
  await stores.days.append(closedDays(0, 2), []);
  await sign(stores);
  expect((await readProof(stores.chain))?.links.map(({ position }) => position)).toEqual([0, 1]);
});

test("a proof is of one moment while another process closes and signs days", async () => {
  const stores = await tempSqliteStores();
  await stores.days.append(closedDays(0, 35), []);
  await sign(stores);
  let count = 35;
  /** Between any two reads a day more is closed and signed. */
  const busy = Object.fromEntries(
    Object.entries(stores.chain).map(([name, read]) => [
      name,
      async (...given: readonly unknown[]) => {
        const result: unknown = await (read as (...all: readonly unknown[]) => Promise<unknown>)(...given);
        await stores.days.append([closedDay(count)], [historyRow(++count)]);
        await sign(stores);
        return result;
      },
    ]),
  ) as unknown as Stores["chain"];
  const proof = await readProof(busy);
  expect(proof?.statement.position).toBe(34);
  expect(proof?.links.map(({ position }) => position)).toEqual(Array.from({ length: 30 }, (_, i) => i + 5));
  expect(proof?.leaves.length).toBe(35 * 65);
  expect(count).toBe(39);
});
