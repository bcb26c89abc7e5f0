import { endorsementText, NO_HASH, readStatement } from "peak-cycle-verify";
import { describe, expect, test } from "vitest";
import { isSigned } from "../../../../chain/src/keys.js";
import { revisionHashes } from "../../../../chain/src/link.js";
import { StorageError } from "../../../src/domain/errors.js";
import { publishingHolds } from "../../../src/history/publishing-holds.js";
import { signChain } from "../../../src/history/sign-chain.js";
import type { Signer } from "../../../src/history/signer.js";
import { type ChainStore, readKeys } from "../../../src/storage/chain-store.js";
import { openStores } from "../../../src/storage/stores.js";
import { storedLinks, storedStatements } from "../../contract/storage/linked.js";
import { closedDay, closedDays, day, historyRow, historyRows, revision } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { never, startedCheck } from "../../support/history-check.js";
import { noHolds } from "../../support/no-holds.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqlite } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

const NOW = "2026-11-21T06:00:04.000Z";

/** A millisecond later. */
const SIGNED_AT = Date.parse(NOW) + 1;

/** An installation with so many closed days, nothing of which is signed. */
async function installation(count: number) {
  const database = await tempSqlite();
  const stores = openStores(database);
  const [clock, log] = [fakeClock(NOW), quietLog()];
  await stores.days.append(closedDays(0, count), historyRows(3, Math.max(0, count - 2)));
  const holds = publishingHolds({ clock, log });
  const sign = async (signer: Signer) => {
    await clock.advance(1); // no two statements are of the same millisecond
    const history = startedCheck(stores, { log, holds });
    return signChain({ clock, log, stores, signer, checkPublishing: holds.check, history }, never);
  };
  let seen = 0;
  /** What was logged since it was last asked. */
  const said = () => {
    const lines = log.lines.slice(seen).map(({ level, sentence }) => `${level}: ${sentence}`);
    seen = log.lines.length;
    return lines;
  };
  const statements = () => storedStatements(database);
  const keys = () => readKeys(database.queries);
  const links = () => storedLinks(database);
  return { stores, chain: stores.chain, statements, keys, links, clock, log, holds, sign, said };
}

describe("signing the chain", () => {
  test("says nothing and adds no key before the first day", async () => {
    const { statements, sign, said, keys } = await installation(0);
    expect(await sign(testSigner())).toBe(false);
    expect([await statements(), await keys(), said()]).toEqual([[], [], []]);
  });

  test("signs nothing while publishing is held back, and everything once it goes on", async () => {
    const { statements, holds, sign, keys } = await installation(900);
    holds.hold("clock", "The clock is 54 hours ahead.");
    await expect(sign(testSigner())).rejects.toThrow("The clock is 54 hours ahead.");
    expect([await statements(), await keys()]).toEqual([[], []]);
    holds.release("clock");
    expect(await sign(testSigner())).toBe(true);
  });

  test("makes one statement about a whole past, and none when it is asked again", async () => {
    const { statements, clock, sign, said, links } = await installation(900);
    const signer = testSigner();
    expect(await sign(signer)).toBe(true);
    const [statement, ...more] = await statements();
    expect(more).toEqual([]);
    expect(statement).toMatchObject({ position: 899, keyId: signer.keyId, signedAt: SIGNED_AT });
    expect(isSigned(statement?.text ?? "", statement?.signature ?? "", signer.x)).toBe(true);
    expect(readStatement(statement?.text ?? "")).toEqual({
      chain: (await links())[0]?.hash,
      position: 899,
      closed: day(899),
      hash: (await links()).at(-1)?.hash,
      revisions: 0,
      revisionsHash: NO_HASH,
      signedAt: SIGNED_AT,
    });
    expect(said()).toEqual(["info: first signing key", "info: history signed"]);
    await clock.advance(3_600_000);
    expect(await sign(signer)).toBe(false);
    expect(await statements()).toHaveLength(1);
    expect(said()).toEqual([]);
  });

  test("signs every new day, and every correction", async () => {
    const { stores, chain, statements, sign } = await installation(5);
    const signer = testSigner();
    await sign(signer);
    await stores.days.append([closedDay(5)], [historyRow(6)]);
    expect(await sign(signer)).toBe(true);
    await chain.addRevision(revision());
    expect(await sign(signer)).toBe(true);
    const claims = (await statements()).map(({ text }) => readStatement(text));
    expect(claims.map((claim) => [claim?.position, claim?.revisions])).toEqual([
      [4, 0],
      [5, 0],
      [5, 1],
    ]);
    expect(claims.at(-1)?.revisionsHash).toBe(revisionHashes([revision()]).at(-1));
    expect(await sign(signer)).toBe(false);
  });

  test.each(["before", "after"])("interrupted %s it is stored, is done by the next call", async (when) => {
    const { stores, chain, statements, keys, clock, log, sign } = await installation(5);
    const signer = testSigner();
    const addStatement: ChainStore["addStatement"] = async (...given) => {
      if (when === "after") await chain.addStatement(...given);
      throw new StorageError("the database is away");
    };
    const broken = { ...stores, chain: { ...chain, addStatement } };
    const deps = { clock, log, stores: broken, signer, checkPublishing: noHolds.check };
    await expect(signChain({ ...deps, history: startedCheck(broken) }, never)).rejects.toThrow(StorageError);
    await sign(signer);
    expect(await statements()).toHaveLength(1);
    expect(await keys()).toHaveLength(1);
    expect((await chain.newestStatement())?.position).toBe(4);
  });
});

describe("another signing key", () => {
  test("that an earlier one endorses is added with that, and signs at once", async () => {
    const { statements, sign, said, keys } = await installation(5);
    const old = testSigner();
    await sign(old);
    said();
    const next = testSigner(testSigner(), old);
    expect(await sign(next)).toBe(true);
    const [, key] = await keys();
    expect(key).toMatchObject({ keyId: next.keyId, x: next.x, endorsement: { keyId: old.keyId } });
    expect(isSigned(endorsementText(next.keyId, next.x), key?.endorsement?.signature ?? "", old.x)).toBe(true);
    expect((await statements()).map(({ keyId }) => keyId)).toEqual([old.keyId, next.keyId]);
    expect(said()).toEqual(["info: new signing key", "info: history signed"]);
    expect(await sign(next)).toBe(false);
  });

  test("is endorsed by the newest of several known ones", async () => {
    const { sign, keys } = await installation(5);
    const [first, second] = [testSigner(), testSigner()];
    for (const signer of [first, second, testSigner(first, second)]) await sign(signer);
    expect((await keys()).map(({ endorsement }) => endorsement?.keyId)).toEqual([undefined, undefined, second.keyId]);
  });

  test("after a loss goes on with the same chain, without endorsement, and a warning says so", async () => {
    const { stores, statements, sign, said, keys } = await installation(5);
    const lost = testSigner();
    await sign(lost);
    said();
    await stores.days.append([closedDay(5)], [historyRow(6)]);
    const found = testSigner(testSigner()); // it has an older key too, but one that nobody knows
    expect(await sign(found)).toBe(true);
    expect(said()).toEqual(["warn: new signing key that no earlier key has endorsed", "info: history signed"]);
    expect((await keys()).map(({ endorsement }) => endorsement)).toEqual([undefined, undefined]);
    const [before, after] = await statements();
    expect(isSigned(before?.text ?? "", before?.signature ?? "", lost.x)).toBe(true);
    expect(isSigned(after?.text ?? "", after?.signature ?? "", found.x)).toBe(true);
    expect(readStatement(after?.text ?? "")?.chain).toBe(readStatement(before?.text ?? "")?.chain);
  });

  test("that is older than the newest one is used, with a warning: instances do not share one", async () => {
    const { sign, said, keys } = await installation(5);
    const [one, other] = [testSigner(), testSigner()];
    for (const signer of [one, other]) await sign(signer);
    said();
    expect(await sign(one)).toBe(true);
    expect(said()).toEqual(["warn: an older signing key is in use", "info: history signed"]);
    expect(await keys()).toHaveLength(2);
    expect(await sign(one)).toBe(false);
  });

  test("signs the same chain later than the key before it, even when the clock was set back", async () => {
    const { statements, clock, sign } = await installation(5);
    await sign(testSigner());
    await clock.advance(-60_000);
    await sign(testSigner());
    expect((await statements()).map(({ signedAt }) => signedAt)).toEqual([SIGNED_AT, SIGNED_AT + 1]);
  });
});
