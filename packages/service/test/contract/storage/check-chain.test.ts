import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkDatabase } from "../../../src/storage/check-chain.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { breakInBeside, living } from "../../property/chain/histories.js";
import { faultsOf } from "../../property/chain/verifiers.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { closedDays, historyRows } from "./samples.js";

const LIFE = [
  { what: "close", days: 40, isSigned: true },
  { what: "rotate" },
  { what: "revise", back: 2 },
  { what: "close", days: 3, isSigned: true },
] as const;

describePostgres("the chain of a PostgreSQL database", () => {
  const postgres = tempPostgres();

  async function lived(): Promise<URL> {
    const address = await postgres.prepared();
    const stores = openStores(await openPostgres(address));
    const installation = living(stores);
    for (const step of LIFE) await installation.take(step);
    await stores.close();
    return address;
  }

  test("is sound as it was lived, and the same as a SQLite file's in every count", async () => {
    const terms = { dates: new Set(["2010-08-01"]), signal: new AbortController().signal };
    const { findings, rows, proof } = await checkDatabase({ dataDir: "", databaseUrl: await lived() }, terms);
    expect(findings.map(({ kind, text }) => `${kind} ${text.replace(/ signed at .*/, "")}`)).toEqual([
      "ok 43 closed days up to 2010-08-29, 43 links",
      "ok 41 history rows up to 2010-08-30",
      "ok 1 revision",
      "ok 2 signing keys",
      "ok 3 statements, the newest",
    ]);
    expect([...rows.keys()]).toEqual(["2010-08-01"]);
    expect(proof?.head).toMatchObject({ position: 42, closed: "2010-08-29", date: "2010-08-30" });
  });
});

/** What a check finds when the table of links was made without keys and types, and changed, since the file was opened. */
async function faultsWhenMadeAnew(folder: string, change: string): Promise<readonly string[]> {
  const reader = openStores(await openSqlite(folder, "read"));
  const file = breakInBeside(join(folder, "peak.db"));
  file.exec("create table loose as select * from links; drop table links; alter table loose rename to links");
  file.exec(change);
  file.close();
  const { findings } = await reader.checkChain(() => {}, new AbortController().signal);
  await reader.close();
  return findings.filter(({ kind }) => kind === "fault").map(({ text }) => text);
}

describe("the chain of a long SQLite history", () => {
  test("is read in pages, and a row behind the edge of one is not overlooked", { timeout: 60_000 }, async () => {
    const folder = tempFolder();
    const stores = openStores(await openSqlite(folder));
    await stores.days.append(closedDays(0, 2001), historyRows(1, 2001));
    await living(stores).start();
    await stores.close();
    expect(await faultsOf(folder)).toEqual([]);
    const last = "insert into links select * from links where position = 999"; // the last of the first thousand
    expect(await faultsWhenMadeAnew(folder, last)).toEqual([
      "links holds 2002 rows, of which its key names 2001: somebody has made the table anew, or the file is damaged",
    ]);
  });

  test("with a row that names no day is at fault, and its check comes to an end", async () => {
    const folder = tempFolder();
    const stores = openStores(await openSqlite(folder));
    await stores.days.append(closedDays(0, 5), historyRows(1, 5));
    await living(stores).start();
    await stores.close();
    expect(await faultsWhenMadeAnew(folder, "update links set day = 'a day' where position = 3")).toEqual([
      "links holds a row of no day: somebody has made the table anew, or the file is damaged",
    ]);
  });

  test("is read no further once its check is stopped", async () => {
    const stores = openStores(await openSqlite(tempFolder()));
    await stores.days.append(closedDays(0, 200), historyRows(1, 200));
    const stop = new AbortController();
    let days = 0;
    const onDay = () => {
      days += 1;
      stop.abort(new Error("stopped"));
    };
    await expect(stores.checkChain(onDay, stop.signal)).rejects.toThrow("stopped");
    await stores.close();
    expect(days).toBe(1);
  });
});
