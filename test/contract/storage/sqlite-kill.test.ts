import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Stores } from "../../../src/operations/store-ports.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";
import { startChild } from "./child/start-child.js";
import { bothChains } from "./linked.js";
import { closedDays, historyRows } from "./samples.js";

describe("SQLite, with processes that are killed", () => {
  test("is refused to a second process until the first one is gone, even by SIGKILL", async () => {
    const folder = tempFolder();
    const child = startChild("hold-open", folder);
    await child.wrote(1);
    await expect(openSqlite(folder)).rejects.toThrow("another Peak process is using the folder");
    await child.kill();
    await openStores(await tempSqlite(folder)).ping();
  });

  test("is readable from beside a process that writes", async () => {
    const folder = tempFolder();
    const child = startChild("append-forever", folder, "50");
    await child.wrote(2);
    const reader = await openSqlite(folder, "read");
    const days = await openStores(reader).days.closedDays();
    await reader.close();
    expect(days.length).toBeGreaterThanOrEqual(50);
    expect(days).toStrictEqual(closedDays(0, days.length));
    await child.wrote(child.lines.length + 1);
  });

  test.each([1, 20, 60, 120, 250])(
    "holds all of an append of 6,000 days or nothing, killed after %i ms",
    async (ms) => {
      const folder = tempFolder();
      const child = startChild("append-forever", folder, "6000");
      await child.wrote(1);
      await setTimeout(ms);
      await child.kill();
      await expectWhole(folder, { acknowledged: Number(child.lines.at(-1)), batch: 6000 });
    },
  );

  test("loses no acknowledged day and keeps no half batch, over several kills and starts", async () => {
    for (const [lines, ms] of [
      [2, 0],
      [4, 3],
      [7, 5],
      [9, 9],
    ] as const) {
      const folder = tempFolder();
      const child = startChild("append-forever", folder, "40");
      await child.wrote(lines);
      await setTimeout(ms);
      await child.kill();
      await expectWhole(folder, { acknowledged: Number(child.lines.at(-1)), batch: 40 });
    }
  });
});

async function expectWhole(folder: string, sent: { readonly acknowledged: number; readonly batch: number }) {
  const stores = openStores(await tempSqlite(folder));
  const { days } = stores;
  const stored = await days.closedDays();
  expect(stored.length % sent.batch).toBe(0);
  expect(stored.length).toBeGreaterThanOrEqual(sent.acknowledged);
  expect(stored).toStrictEqual(closedDays(0, stored.length));
  expect(await days.lastRows(100_000)).toStrictEqual(historyRows(1, stored.length));
  await expectLinked(stores, stored.length);
  await days.append(closedDays(stored.length, 1), []);
  await expectLinked(stores, stored.length + 1);
}

async function expectLinked(stores: Stores, days: number): Promise<void> {
  const { made, stored } = await bothChains(stores);
  expect(stored).toHaveLength(days);
  expect(stored).toStrictEqual(made);
}
