import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { formatDay } from "../../../src/domain/instant.js";
import { modelState } from "../../../src/operations/model-state.js";
import type { Signer } from "../../../src/operations/ports.js";
import { publishingHolds } from "../../../src/operations/publishing-holds.js";
import { signChain } from "../../../src/operations/sign-chain.js";
import { openStores } from "../../../src/storage/stores.js";
import { closedDay, closedDays, historyRow, historyRows, revision } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { never, signedMemory, startedCheck } from "../../support/history-check.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqlite } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

/** A service that has just checked and signed so many closed days. */
async function running(count: number) {
  const database = await tempSqlite();
  const plain = openStores(database);
  await plain.days.append(closedDays(0, count), historyRows(1, count));
  const [clock, log, memory, signer, model] = [
    fakeClock("2026-11-21T06:00:04Z"),
    quietLog(),
    signedMemory(),
    testSigner(),
    modelState(),
  ];
  const holds = publishingHolds({ clock, log });
  const start = () => startedCheck(plain, { log, memory, model, holds });
  const history = start();
  const stores = { ...plain, days: history.watching(plain.days) };
  const sign = (by: Signer = signer, check = history) =>
    signChain({ clock, log, stores, signer: by, memory, checkPublishing: holds.check, history: check }, never);
  await sign();
  const break_ = async (...statements: readonly string[]) => {
    for (const table of ["history", "links", "statements", "revisions", "signing_keys", "closed_days", "closed_majors"])
      for (const verb of ["update", "delete"])
        await sql.raw(`drop trigger if exists ${table}_refuses_${verb}`).execute(database.queries);
    for (const statement of statements) await sql.raw(statement).execute(database.queries);
  };
  return { plain, stores, history, holds, log, memory, model, start, sign, tamper: break_ };
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
    const { stores, model, sign } = await running(10);
    await stores.days.append([closedDay(10)], [historyRow(11)]);
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
    const { stores, history, start, sign, tamper } = await running(10);
    await stores.days.append([closedDay(10)], [historyRow(11)]);
    await sign();
    await tamper("delete from statements where number = 2");
    for (const check of [history, start()]) {
      await expect(check.run()).rejects.toThrow(
        "link 10 was signed at 2026-11-21T06:00:04.000Z, as signing-key.pem.signed remembers: the statement about it is gone",
      );
    }
  });

  test("that was emptied is not begun anew", async () => {
    const { start, tamper } = await running(10);
    const tables = ["statements", "signing_keys", "history", "closed_majors", "closed_days", "links"];
    await tamper(...tables.map((table) => `delete from ${table}`));
    await expect(start().run()).rejects.toThrow("link 9 was signed");
  });

  test("with a day more than it has closed, linked as it would be, is not signed", async () => {
    const { plain, history, sign } = await running(10);
    await plain.days.append([closedDay(10)], [historyRow(11)]); // by somebody who knows the rules but has not the key
    await expect(history.run()).rejects.toThrow("2010-07-28: closed, but not as this service has closed it");
    await expect(sign()).rejects.toThrow("closed, but not as this service has closed it");
  });

  test("with another day in the place of one just closed is not signed", async () => {
    const { plain, stores, sign } = await running(10);
    await plain.days.append([closedDay(10, { price: 3 })], [historyRow(11)]);
    await stores.days.append([closedDay(10)], [historyRow(11)]); // finds it there
    await expect(sign()).rejects.toThrow("closed, but not as this service has closed it");
  });

  test("a correction added beside it is signed", async () => {
    const { plain, sign, history } = await running(10);
    await plain.chain.addRevision(revision({ day: closedDay(9).day }));
    await history.run();
    expect(await sign()).toBe(true);
  });

  test("is logged once while it is wrong, and once when it is right again", async () => {
    const { history, holds, tamper, log, model, sign } = await running(10);
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
    expect(holds.current()).toEqual([]);
  });
});
