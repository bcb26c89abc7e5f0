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
import { breakInBeside, copyTo, live, lives, type Step, TABLES } from "./histories.js";
import { type Tampering, tamper, tamperingsOfEachKind } from "./tamperings.js";
import { faultsOf, standalone } from "./verifiers.js";

/** Each with one tampering of each kind; single columns are altered one by one in `columns.test.ts`. */
const LIVES = 4;

/** Two keys said the same, one after the other: only `signed_at` tells that their statements changed places. */
const TWO_KEYS: readonly Step[] = [
  { what: "close", days: 5, isSigned: true },
  { what: "close", days: 1, isSigned: true },
  { what: "lose" },
];
const STATEMENTS_SWAPPED: Tampering = {
  what: "swap",
  table: TABLES.indexOf("statements"),
  row: 1,
  other: 2,
  column: 0,
  by: 1,
};

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

/** @returns the tampered copy, unless the tampering has changed nothing */
async function noticed(path: string, act: Tampering): Promise<string | undefined> {
  const { copy, stores, history, signAs, started, follower } = await running(path);
  try {
    const before = await stores.chain.newestStatement();
    const revisions = (await stores.chain.revisions()).length;
    const shown = await shownOf(follower, revisions);
    await history.forSigning(never); // what was checked before may still be signed
    const file = breakInBeside(copy);
    const isChanged = tamper(file, act);
    file.close();
    if (!isChanged) return undefined;
    const left = await stores.chain.newestStatement();
    for (const check of [history, started()]) {
      await expect(signAs(check), JSON.stringify(act)).rejects.toThrow(PublishingHeldError);
    }
    expect(await stores.chain.newestStatement()).toEqual(left);
    expect([shown, undefined], JSON.stringify(act)).toContain(await shownOf(follower, revisions));
    expect(before).toBeDefined();
    return copy;
  } finally {
    await stores.close();
  }
}

test("a row altered, dropped, swapped, inserted or repeated is noticed before the next signing, which does not come, never shown, and found by both verifiers", {
  timeout: 240_000,
}, async () => {
  let tampered = 0;
  await fc.assert(
    fc.asyncProperty(lives, tamperingsOfEachKind, async (steps, acts) => {
      const path = await live(tempFolder(), steps);
      const broken: { readonly path: string; readonly act: string }[] = [];
      for (const act of acts) {
        const copy = await noticed(path, act);
        if (copy !== undefined) broken.push({ path: copy, act: JSON.stringify(act) });
      }
      tampered += broken.length;
      for (const each of broken) expect(await faultsOf(each.path), each.act).not.toEqual([]);
      const found = await standalone(broken.map((each) => ({ args: [each.path] })));
      for (const [index, { code, out }] of found.entries()) expect(code, `${broken[index]?.act}\n${out}`).toBe(1);
    }),
    { numRuns: LIVES, examples: [[TWO_KEYS, [STATEMENTS_SWAPPED]]] },
  );
  expect(tampered).toBeGreaterThan(LIVES * 2); // a tampering that changes nothing proves nothing
});

test("whatever happens to an installation, both verifiers find its chain sound, and its service goes on signing", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (steps) => {
      const path = await live(tempFolder(), steps);
      expect(await faultsOf(path)).toEqual([]);
      expect(await standalone([{ args: [path] }])).toMatchObject([{ code: 0 }]);
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
