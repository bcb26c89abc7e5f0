import fc from "fast-check";
import { expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { publicRow } from "../../../src/domain/history.js";
import { signChain } from "../../../src/history/sign-chain.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { closedDay, historyRow } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { never, signedMemory, startedCheck } from "../../support/history-check.js";
import { noHolds } from "../../support/no-holds.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";
import { breakInBeside, copyTo, live, lives } from "./histories.js";
import { type Tampering, tamper, tamperingsOfEachKind } from "./tamperings.js";

const LIVES = 4;

/** A service on a copy of a database, which has checked it and remembers what was signed. */
async function running(path: string) {
  const folder = tempFolder();
  const copy = copyTo(path, folder);
  const stores = openStores(await openSqlite(folder));
  const memory = signedMemory();
  const history = startedCheck(stores, { memory });
  await history.run();
  const deps = {
    clock: fakeClock("2026-11-22T06:00:00Z"),
    log: quietLog(),
    stores,
    memory,
    checkPublishing: noHolds.check,
  };
  const signAs = (check: typeof history) => signChain({ ...deps, signer: testSigner(), history: check }, never);
  const follower = startedCheck(stores, { model: undefined });
  return { copy, stores, history, signAs, started: () => startedCheck(stores, { memory }), follower };
}

/** The rows and signed revisions that an instance shows which only answers; nothing where it shows none. */
async function shownOf(follower: ReturnType<typeof startedCheck>, revisions: number): Promise<string | undefined> {
  try {
    const shown = await follower.run();
    return JSON.stringify([shown.rows.map(publicRow), shown.revisions.slice(0, revisions)]);
  } catch (error) {
    if (error instanceof PublishingHeldError) return undefined;
    throw error;
  }
}

/** @returns whether the tampering has changed anything */
async function isNoticed(path: string, act: Tampering): Promise<boolean> {
  const { copy, stores, history, signAs, started, follower } = await running(path);
  try {
    const before = await stores.chain.newestStatement();
    const revisions = (await stores.chain.revisions()).length;
    const shown = await shownOf(follower, revisions);
    await history.forSigning(never); // what was checked before may still be signed
    const file = breakInBeside(copy);
    const isChanged = tamper(file, act);
    file.close();
    if (!isChanged) return false;
    const left = await stores.chain.newestStatement();
    for (const check of [history, started()]) {
      await expect(signAs(check), JSON.stringify(act)).rejects.toThrow(PublishingHeldError);
    }
    expect(await stores.chain.newestStatement()).toEqual(left);
    expect([shown, undefined], JSON.stringify(act)).toContain(await shownOf(follower, revisions));
    expect(before).toBeDefined();
    return true;
  } finally {
    await stores.close();
  }
}

test("a row altered, dropped, swapped, inserted or repeated is noticed before the next signing, which does not come, and never shown", {
  timeout: 120_000,
}, async () => {
  const noticed = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(lives, tamperingsOfEachKind, async (steps, acts) => {
      const path = await live(tempFolder(), steps);
      for (const act of acts) {
        if (await isNoticed(path, act)) noticed.set(act.what, (noticed.get(act.what) ?? 0) + 1);
      }
    }),
    { numRuns: LIVES },
  );
  expect([...noticed.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(LIVES * 2);
});

test("whatever happens to an installation, its service finds nothing wrong and goes on signing", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (steps) => {
      const path = await live(tempFolder(), steps);
      const { stores, history, signAs, started } = await running(path);
      const count = (await stores.days.closedDays()).length;
      await history.append([closedDay(count)], [historyRow(count + 1)]);
      expect(await signAs(history)).toBe(true);
      await started().run();
      await stores.close();
    }),
    { numRuns: LIVES },
  );
});
