import { formatDay, type UtcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { chainProof } from "../../../src/history/checked-history.js";
import { publishingHolds } from "../../../src/history/publishing-holds.js";
import { signChain } from "../../../src/history/sign-chain.js";
import type { Signer } from "../../../src/history/signer.js";
import { modelState } from "../../../src/jobs/model-state.js";
import { readKeys } from "../../../src/storage/chain-store.js";
import { openStores } from "../../../src/storage/stores.js";
import { storedLinks } from "../../contract/storage/linked.js";
import { closedDay, closedDays, historyRow, historyRows, revision } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { never, signedMemory, startedCheck, tamper } from "../../support/history-check.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqlite } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

/** A service that has just checked and signed so many closed days. */
async function running(count: number) {
  const database = await tempSqlite();
  const stores = openStores(database);
  await stores.days.append(closedDays(0, count), historyRows(1, count));
  const [clock, log, memory, signer, model] = [
    fakeClock("2026-11-21T06:00:04Z"),
    quietLog(),
    signedMemory(),
    testSigner(),
    modelState(),
  ];
  const holds = publishingHolds({ clock, log });
  const compared: (boolean | UtcDay | undefined)[] = [];
  const meters = { compared: (isSame: boolean, firstDay?: UtcDay) => void compared.push(isSame || firstDay) };
  const start = () => startedCheck(stores, { log, memory, model, holds, meters });
  /** Another process, which shows what this one stores and has no key. */
  const follow = () => startedCheck(stores, { log, model: undefined, holds });
  const history = start();
  const sign = (by: Signer = signer, check = history) =>
    signChain({ clock, log, stores, signer: by, memory, checkPublishing: holds.check, history: check }, never);
  await sign();
  const tamperWith = (...statements: readonly string[]) => tamper(database, ...statements);
  return { database, stores, history, holds, log, memory, model, start, follow, sign, compared, tamper: tamperWith };
}

/** Everything from day 8 of ten on, as the service itself would have it. */
const CUT = [
  "delete from closed_majors where day > (select max(day) from closed_days) - 2",
  "delete from history where day > (select max(day) from closed_days) - 1",
  "delete from closed_days where day > (select max(day) from closed_days) - 2",
  "delete from links where position > 7",
];

describe("the history of a running service", () => {
  test("is checked as often as it is signed, and the model is made of what was checked", async () => {
    const { history, model, sign } = await running(10);
    await history.append([closedDay(10)], [historyRow(11)]);
    expect(await sign()).toBe(true);
    expect(model.lastDay).toBe(closedDay(10).day);
  });

  test("of which the end was cut off with its statements is known from the running process and from beside the key", async () => {
    const { history, start, tamper, log } = await running(10);
    await tamper(...CUT, "delete from statements", "delete from signing_keys");
    for (const check of [history, start()]) {
      await expect(check.run()).rejects.toThrow("link 9");
    }
    const found = log.lines.filter(({ sentence }) => sentence === "what is stored is not what was signed");
    expect(found.map(({ facts }) => facts["day"])).toEqual([formatDay(closedDay(8).day), formatDay(closedDay(8).day)]);
  });

  test("of which only the newest statement is gone is known from beside the key", async () => {
    const { history, start, sign, tamper } = await running(10);
    await history.append([closedDay(10)], [historyRow(11)]);
    await sign();
    await tamper("delete from statements where number = 2");
    for (const check of [history, start()]) {
      await expect(check.run()).rejects.toThrow(
        "link 10 was signed at 2026-11-21T06:00:04.000Z, as signing-key.pem.signed remembers: the statement about it is gone",
      );
    }
  });

  test("a correction added beside it is signed", async () => {
    const { stores, sign, history } = await running(10);
    await stores.chain.addRevision(revision({ day: closedDay(9).day }));
    await history.run();
    expect(await sign()).toBe(true);
  });

  test("is logged once while it is wrong, and once when it is right again", async () => {
    const { history, holds, tamper, log, model, sign, compared } = await running(10);
    const before = model.last;
    await tamper("update history set phase = 'PEAK' where day = (select max(day) from history) - 3");
    for (let times = 0; times < 3; times++)
      await expect(history.run()).rejects.toThrow("history: phase_key of the row of");
    expect(model.last).toBe(before);
    expect(holds.current()).toMatchObject([
      {
        reason: "chain",
        detail: "What is stored is not what was signed, from 2010-07-24 on: nothing more is published until it is.",
      },
    ]);
    await expect(sign()).rejects.toThrow("history: phase_key");
    await tamper("update history set phase = 'HOT' where day = (select max(day) from history) - 3");
    expect(await sign()).toBe(false);
    expect(log.lines.slice(-3)).toMatchObject([
      { level: "error", sentence: "publishing is held back" },
      { level: "error", sentence: "what is stored is not what was signed", facts: { day: "2010-07-24" } },
      { level: "info", sentence: "publishing goes on", facts: { reason: "chain" } },
    ]);
    const day = closedDay(6).day;
    expect(compared).toEqual([true, day, day, day, day, true]);
    expect(holds.current()).toEqual([]);
  });
});

describe("what is shown of a history", () => {
  test("is what was read by the check: rows, revisions, and the proof of what is signed", async () => {
    const { database, stores, history, follow, sign } = await running(40);
    await history.append([closedDay(40)], [historyRow(41)]);
    await stores.chain.addRevision(revision());
    for (const check of [history, follow()]) {
      const { rows, revisions } = await check.run();
      expect(rows).toEqual(historyRows(1, 41));
      expect(revisions).toEqual([revision()]);
      expect(chainProof(check.current!)?.proof.head.position).toBe(39); // the newest day is not signed yet
    }
    expect(await sign()).toBe(true);
    const { proof, leaves, keys } = chainProof(history.current!)!;
    expect(proof.links.map(({ position }) => position)).toEqual(Array.from({ length: 30 }, (_, i) => i + 11));
    expect(proof.previous).toBe((await storedLinks(database))[10]?.hash);
    expect(leaves).toBe((await storedLinks(database)).map(({ leaf }) => `${leaf}\n`).join(""));
    expect(keys).toEqual(await readKeys(database.queries));
    const read = await follow().run();
    expect(chainProof(read)).toEqual({ proof, leaves, keys });
  });

  test("is nothing before the first day, and a young chain whole", async () => {
    const young = await running(0);
    expect(await young.follow().run()).toMatchObject({ rows: [], revisions: [], statement: undefined });
    expect(chainProof(await young.follow().run())).toBeUndefined();
    const { history } = await running(2);
    expect(chainProof(history.current!)?.proof.links.map(({ position }) => position)).toEqual([0, 1]);
  });

  test("is nothing in a process that starts when it was changed, until it is put right", async () => {
    const { follow, tamper, holds } = await running(40);
    await tamper("update history set btc_price_usd = btc_price_usd + 1 where day in (14815, 14833)");
    const check = follow();
    await expect(check.run()).rejects.toThrow("history: btc_price_usd of the row of 2010-07-25");
    expect(check.current).toBeUndefined();
    expect(holds.current()).toMatchObject([{ detail: expect.stringContaining("from 2010-07-24 on") }]);
    await tamper("update history set btc_price_usd = btc_price_usd - 1 where day in (14815, 14833)");
    await check.run();
    expect(check.current?.rows).toHaveLength(40);
    expect(holds.current()).toEqual([]);
  });
});
