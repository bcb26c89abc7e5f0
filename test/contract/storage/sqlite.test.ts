import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openStores } from "../../../src/storage/stores.js";
import { tempSqlite, tempSqliteStores } from "../../support/temp-sqlite.js";
import { appendOnlySuite } from "./append-only.suite.js";
import { chainStoreSuite } from "./chain-store.suite.js";
import { dayStoreSuite } from "./day-store.suite.js";
import { deliveryStoreSuite } from "./delivery-store.suite.js";
import { latestStoresSuite } from "./latest-stores.suite.js";
import { observationStoreSuite } from "./observation-store.suite.js";
import { historyRow, historyRows } from "./samples.js";
import { scoreStoreSuite } from "./score-store.suite.js";
import { scriptStoreSuite } from "./script-store.suite.js";

describe("SQLite", () => {
  observationStoreSuite(tempSqliteStores);
  dayStoreSuite(tempSqliteStores);
  scoreStoreSuite(tempSqliteStores);
  latestStoresSuite(tempSqliteStores);
  deliveryStoreSuite(tempSqliteStores);
  scriptStoreSuite(tempSqliteStores);
  chainStoreSuite(() => tempSqlite());
  appendOnlySuite(() => tempSqlite());

  test("INSERT OR REPLACE is no way around an append-only table", async () => {
    const database = await tempSqlite();
    const { days } = openStores(database);
    await days.append([], historyRows(1, 1));
    const replacing = sql`insert or replace into history select * from history`.execute(database.queries);
    await expect(replacing).rejects.toThrow("history is append-only");
    expect(await days.lastRows(9)).toEqual([historyRow(1)]);
  });

  test("a text in the column of a number is refused", async () => {
    const { queries } = await tempSqlite();
    const storing = sql`insert into market values ('btcPrice', 'dear', 'kraken', 1, 1)`.execute(queries);
    await expect(storing).rejects.toThrow("cannot store TEXT value in REAL column");
  });
});
