/**
 * Databases in each format of a release, as that release left them, open and publish the same forever. Databases and
 * exports in `fixtures/formats/` are never changed; a new format adds its own.
 */

import { describe, expect, onTestFinished, test } from "vitest";
import { Follower } from "../../../src/jobs/follower.js";
import { LedgerHistory } from "../../../src/ledger/ledger-history.js";
import { Published } from "../../../src/published/published.js";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { fakeClock } from "../../support/fake-clock.js";
import { askPostgres } from "../../support/postgres-server.js";
import { runPeak } from "../../support/run-peak.js";
import { fixture, released, releasedFolder } from "../../support/sample-rows.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";

/** What is published from a database, as JSON. */
async function publishedOf({ db, close }: OpenDatabase): Promise<unknown> {
  onTestFinished(close);
  const published = new Published();
  const history = new LedgerHistory(db, undefined, {
    ledgerRead: (fault) => expect(fault).toBeUndefined(),
    check: () => undefined,
  });
  const clock = fakeClock("2026-11-21T07:06:00Z");
  await new Follower(clock, db, history, published).follow();
  const { positions: measures, holds: troubles, score, ...now } = published.now.get();
  // The fixtures use the names of that release.
  const former = { ...now, measures, troubles, score: score && { ...score, context: score.flags } };
  return JSON.parse(JSON.stringify({ now: former, history: published.history.get() }));
}

const exported = (settings: Readonly<Record<string, string>>) => runPeak(["export"], settings);

describe("a database in the format peak-ledger-1", () => {
  /** A later version may publish more about a row. */
  const expected = JSON.parse(released("peak-ledger-1.published.json"));

  test("opens in SQLite, publishes the same and is exported byte for byte", async () => {
    const folder = releasedFolder();
    expect(await publishedOf(await openSqlite(folder))).toMatchObject(expected);
    expect((await exported({ DATA_DIR: folder })).out).toBe(released("peak-export-1.jsonl"));
  });

  test("can be imported from its export, and publishes the same", async () => {
    const folder = tempFolder();
    expect(await runPeak(["import", fixture("peak-export-1.jsonl")], { DATA_DIR: folder })).toMatchObject({ code: 0 });
    expect(await publishedOf(await openSqlite(folder))).toMatchObject(expected);
  });
});

describePostgres("a database in the format peak-ledger-1 in PostgreSQL", () => {
  const postgres = tempPostgres();

  test("opens, publishes the same and is exported byte for byte", async () => {
    const address = await postgres.empty();
    await askPostgres(address, released("peak-ledger-1.sql"));
    expect(await publishedOf(await openPostgres(address))).toMatchObject(
      JSON.parse(released("peak-ledger-1.published.json")),
    );
    expect((await exported({ DATABASE_URL: address.href })).out).toBe(released("peak-export-1.jsonl"));
  });
});
