import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { pagesOf } from "../../../src/storage/table-pages.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const nameOf = (row: number) => `row-${String(row).padStart(4, "0")}`;

test("a table whose last key of a page is damaged is not read from its beginning again, for ever", async () => {
  const folder = tempFolder();
  const stores = openStores(await openSqlite(folder));
  for (let row = 1; row <= 1500; row++) await stores.installation.put(nameOf(row), "x");
  await stores.close();
  const path = join(folder, "peak.db");
  const bytes = readFileSync(path, "latin1");
  writeFileSync(path, bytes.replaceAll(nameOf(1000), nameOf(0)), "latin1");
  const database = await openSqlite(folder);
  const shown: number[] = [];
  const read = async () => {
    for await (const { rows } of pagesOf(database.queries, { table: "installation", key: ["key"] })) {
      shown.push(rows.length);
      if (shown.length > 9) return;
    }
  };
  await expect(read()).rejects.toThrow(/^installation holds 150\d rows, and its key names more/);
  await database.close();
});
