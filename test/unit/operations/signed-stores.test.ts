import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import type { UtcDay } from "../../../src/domain/instant.js";
import { contradictionReport, publishingHolds } from "../../../src/operations/publishing-holds.js";
import { signChain } from "../../../src/operations/sign-chain.js";
import { signedStores } from "../../../src/operations/signed-stores.js";
import { openStores } from "../../../src/storage/stores.js";
import { closedDay, closedDays, historyRow, historyRows, revision } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { never, signedMemory, startedCheck } from "../../support/history-check.js";
import { noHolds } from "../../support/no-holds.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqlite } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

const CLOCK = fakeClock("2026-11-21T06:00:04Z");
const TABLES = ["history", "links", "statements", "revisions", "signing_keys", "closed_days", "closed_majors"];

/** A database with so many closed days, all of which are signed, and somebody who may write to it. */
async function signed(count: number) {
  const database = await tempSqlite();
  const stores = openStores(database);
  const memory = signedMemory();
  const sign = () => {
    const history = startedCheck(stores, { memory });
    const deps = { clock: CLOCK, log: quietLog(), stores, memory, checkPublishing: noHolds.check };
    return signChain({ ...deps, signer: testSigner(), history }, never);
  };
  await stores.days.append(closedDays(0, count), historyRows(1, count));
  await sign();
  const tamper = async (...statements: readonly string[]) => {
    for (const table of TABLES)
      for (const verb of ["update", "delete"])
        await sql.raw(`drop trigger if exists ${table}_refuses_${verb}`).execute(database.queries);
    for (const statement of statements) await sql.raw(statement).execute(database.queries);
  };
  return { stores, memory, sign, tamper };
}

/** A process that begins to show what is in a database. */
function reader({
  stores,
  memory,
}: Pick<Awaited<ReturnType<typeof signed>>, "stores"> & { memory?: ReturnType<typeof signedMemory> }) {
  const log = quietLog();
  const holds = publishingHolds({ clock: CLOCK, log });
  const report = contradictionReport({ log, holds });
  return { log, holds, report, shown: signedStores({ stores, memory, report }) };
}

const EVERY: readonly [UtcDay, UtcDay] = [0 as UtcDay, 99_999 as UtcDay];

describe("history rows that are shown", () => {
  test("are those that are stored, also while nothing is linked, nothing is signed, and the newest day is not signed yet", async () => {
    const empty = openStores(await tempSqlite());
    const young = reader({ stores: empty }).shown;
    expect(await young.days.lastRows(30)).toEqual([]);
    await empty.days.append([], [historyRow(1)]);
    expect(await young.days.lastRows(30)).toEqual([historyRow(1)]);

    const { stores, memory } = await signed(40);
    const { shown, holds } = reader({ stores, memory });
    expect(await shown.days.lastRows(30)).toEqual(historyRows(11, 30));
    expect(await shown.days.rows(...EVERY)).toEqual(historyRows(1, 40));
    await stores.days.append([closedDay(40)], [historyRow(41)]);
    await stores.chain.addRevision(revision());
    expect(await shown.days.lastRows(2)).toEqual(historyRows(40, 2));
    expect(await shown.chain.revisions()).toEqual([revision()]);
    expect(holds.current()).toEqual([]);
  });

  test.each([
    ["changed", "update history set score = 99.9, phase = 'PEAK' where day = (select max(day) from history) - 3"],
    [
      "changed by less than is shown",
      "update history set score = score + 0.01 where day = (select max(day) from history) - 3",
    ],
    [
      "made unreadable",
      "update history set computed_at = 9000000000000000 where day = (select max(day) from history) - 3",
    ],
    ["taken away", "delete from history where day = (select max(day) from history) - 3"],
    ["taken away at the end", "delete from history where day = (select max(day) from history)"],
    ["all taken away", "delete from history"],
    [
      "added",
      "insert into history select day + 1, computed_at, model_version, raw, score, smoothed, phase, btc_price_usd, price_source, origin from history order by day desc limit 1",
    ],
    [
      "changed with their link",
      "update links set entry = replace(entry, 'HOT', 'PEAK'); update history set phase = 'PEAK'",
    ],
    ["left without their link", "delete from links where position = 37"],
    ["left without a statement that this process has seen", "delete from statements; delete from signing_keys"],
    ["signed by nobody", "update statements set signature = upper(signature)"],
    ["signed with another key", "update signing_keys set x = replace(x, substr(x, 1, 1), '_')"],
  ])(
    "do not come when they were %s, nor to a process that has just begun, and everybody is told",
    async (what, statements) => {
      const { stores, memory, tamper } = await signed(40);
      const [old, young] = [reader({ stores }), reader({ stores, memory })];
      await old.shown.days.lastRows(30);
      await tamper(...statements.split("; "));
      for (const { shown, holds, log, report } of [old, young]) {
        await expect(shown.days.lastRows(30)).rejects.toThrow(PublishingHeldError);
        await expect(shown.days.lastRows(30)).rejects.toThrow(PublishingHeldError);
        expect(holds.current()).toMatchObject([{ reason: "chain" }]);
        const errors = log.lines.filter(({ sentence }) => sentence === "what is stored is not what was signed");
        expect(errors).toHaveLength(1);
        if (what.startsWith("changed")) expect(report.current?.day).toBeDefined();
      }
    },
  );

  test("do not come when only an older one was changed, until it is put right; the first day that differs is named", async () => {
    const { stores, tamper } = await signed(40);
    const { shown, holds, report, log } = reader({ stores });
    await tamper("update history set btc_price_usd = btc_price_usd + 1 where day in (14815, 14833)");
    expect(await shown.days.lastRows(10)).toHaveLength(10);
    await expect(shown.days.lastRows(30)).rejects.toThrow("history: btc_price_usd of the row of 2010-08-12");
    await expect(shown.days.rows(...EVERY)).rejects.toThrow("history: btc_price_usd of the row of 2010-07-25");
    await expect(shown.days.lastRows(30)).rejects.toThrow(PublishingHeldError);
    expect(report.current?.day).toBe(14_814);
    expect(holds.current()).toMatchObject([{ detail: expect.stringContaining("from 2010-07-24 on") }]);
    await tamper("update history set btc_price_usd = btc_price_usd - 1 where day in (14815, 14833)");
    expect(await shown.days.lastRows(10)).toHaveLength(10);
    expect(holds.current()).toHaveLength(1); // the older row may still be wrong
    expect(await shown.days.rows(...EVERY)).toHaveLength(40);
    expect(holds.current()).toEqual([]);
    expect(log.lines.at(-1)?.sentence).toBe("publishing goes on");
  });

  test("and corrections do not come when a correction was changed", async () => {
    const { stores, sign, tamper } = await signed(40);
    await stores.chain.addRevision(revision());
    await sign();
    await tamper("update revisions set score = 1");
    const { shown } = reader({ stores });
    await expect(shown.chain.revisions()).rejects.toThrow(PublishingHeldError);
    await expect(shown.days.lastRows(1)).rejects.toThrow(PublishingHeldError);
  });

  test("come while days are being closed, whoever reads at the same time", async () => {
    const { stores } = await signed(40);
    const { shown, holds } = reader({ stores });
    const slow = {
      ...stores,
      days: {
        ...stores.days,
        lastRows: async (count: number) => {
          const rows = await stores.days.lastRows(count);
          const next = (rows.at(-1)?.day ?? 0) - 14_808;
          await stores.days.append([closedDay(next)], [historyRow(next + 1)]); // right after the rows were read
          return rows;
        },
      },
    };
    const beside = reader({ stores: slow });
    const reads = [1, 2, 3].flatMap(() => [
      beside.shown.days.lastRows(30),
      beside.shown.days.rows(...EVERY),
      shown.days.lastRows(5),
    ]);
    expect((await Promise.all(reads)).map((rows) => rows.length).sort()).toHaveLength(9);
    expect([...holds.current(), ...beside.holds.current()]).toEqual([]);
  });

  test("come while more days are closed than are read", async () => {
    const { stores } = await signed(40);
    const { shown, report } = reader({ stores });
    let next = 40;
    const grow = async () => {
      for (const end = next + 20; next < end; next++)
        await stores.days.append([closedDay(next)], [historyRow(next + 1)]);
    };
    const { lastRows } = stores.days;
    Object.assign(stores.days, { lastRows: (count: number) => grow().then(() => lastRows(count)) });
    expect(await shown.days.lastRows(10)).toEqual(historyRows(51, 10));
    expect(report.current).toBeUndefined();
  });

  test("come while another instance signs and remembers it in the file that both use", async () => {
    const { stores, memory, sign } = await signed(40);
    let next = 40;
    const busy = {
      ...stores,
      chain: {
        ...stores.chain,
        async newestStatement() {
          const statement = await stores.chain.newestStatement();
          await stores.days.append([closedDay(next)], [historyRow(++next)]); // right after the statement was read
          await sign();
          return statement;
        },
      },
    };
    const { shown, holds } = reader({ stores: busy, memory });
    expect(await shown.days.lastRows(30)).toHaveLength(30);
    expect(await shown.chain.revisions()).toEqual([]);
    expect(holds.current()).toEqual([]);
  });
});
