/**
 * Databases of each format that a release has had, as that release has left them, open and publish the same for ever.
 * Databases and exports in `fixtures/formats/` are never changed; a new format adds its own.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Follower } from "../../../src/published/follow.js";
import { LedgerHistory } from "../../../src/published/ledger-history.js";
import { Published } from "../../../src/published/published.js";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { exportTables } from "../../../src/storage/export.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { fakeClock } from "../../support/fake-clock.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "../../unit/commands/run-peak.js";
import { released, releasedFolder } from "./samples.js";

/** What is published of a database, as JSON has it. */
async function publishedOf({ queries: database, close }: OpenDatabase): Promise<unknown> {
  onTestFinished(close);
  const published = new Published();
  const history = new LedgerHistory(database, undefined, (fault) => expect(fault).toBeUndefined());
  const clock = fakeClock("2026-11-21T07:06:00Z");
  await new Follower(clock, database, history, published).follow();
  return JSON.parse(JSON.stringify({ now: published.now.get(), history: published.history.get() }));
}

async function exportOf({ queries }: OpenDatabase): Promise<string> {
  let text = "";
  const write = async (more: string) => {
    text += more;
  };
  await exportTables(queries, write, new AbortController().signal);
  return text;
}

describe("a database of the format peak-ledger-1", () => {
  /** A later version may know more of a row. */
  const expected = JSON.parse(released("peak-ledger-1.published.json"));
  const exported = released("peak-export-1.jsonl");

  test("in SQLite opens, publishes the same, and is exported with the same bytes", async () => {
    const database = await openSqlite(releasedFolder());
    expect(await publishedOf(database)).toEqual(expected);
    expect(await exportOf(database)).toBe(exported);
  });

  test("that was exported is taken by an import, and publishes the same", async () => {
    const folder = tempFolder();
    const file = join(folder, "export.jsonl");
    writeFileSync(file, exported);
    expect(await runPeak(["import", file], { DATA_DIR: folder })).toMatchObject({ code: 0 });
    expect(await publishedOf(await openSqlite(folder))).toEqual(expected);
  });
});

describePostgres("a database of the format peak-ledger-1 in PostgreSQL", () => {
  const postgres = tempPostgres();

  test("opens, publishes the same, and is exported with the same bytes", async () => {
    const address = await postgres.empty();
    await postgres.server.ask(address.pathname.slice(1), released("peak-ledger-1.sql"));
    const database = await openPostgres(address);
    expect(await publishedOf(database)).toEqual(JSON.parse(released("peak-ledger-1.published.json")));
    expect(await exportOf(database)).toBe(released("peak-export-1.jsonl"));
  });
});
