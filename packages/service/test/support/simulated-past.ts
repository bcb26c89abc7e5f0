/** An installation with a past, made once for all test files. */
import { join } from "node:path";
import { addDays, CycleModel, endOf, FIRST_DAY, formatDay, type Instant, MAJORS, type UtcDay } from "peak-cycle-model";
import { firstDayOf, Market } from "peak-cycle-simulator";
import type { ClosedDay } from "../../src/domain/closed-day.js";
import { newestRowDay, rowInstant } from "../../src/domain/history.js";
import { type ComputedRow, computeRow } from "../../src/jobs/compute-row.js";
import { noteFetchedPast } from "../../src/jobs/publish-history.js";
import type { Db } from "../../src/storage/database.js";
import { openSqlite } from "../../src/storage/open-sqlite.js";
import { madeOnce, newFolder } from "./made-once.js";
import { appendDays } from "./sample-ledger.js";
import { pastSigner, writePastKey } from "./test-signer.js";

const ROWS = 30;

/** A folder with what an old installation has stored by now; making it is much faster than a first start. */
export async function pastFolder(): Promise<string> {
  return newFolder(await madePast(Date.now()));
}

/** The same up to any instant; copy it, but never change it. */
export function madePast(at: number): Promise<string> {
  return madeOnce(`past-${formatDay(newestRowDay(at as Instant))}`, async (folder) => {
    const { db, close } = await openSqlite(folder);
    await storePast(db, at);
    await close();
    writePastKey(join(folder, "signing-key.pem"));
  });
}

/** The same in a database of any engine. */
export async function storePast(db: Db, at: number, signer = pastSigner()): Promise<void> {
  const last = addDays(newestRowDay(at as Instant), -1);
  const past = pastOf(last);
  const model = new CycleModel();
  const rows: ComputedRow[] = [];
  for (const closed of past) {
    model.append(closed);
    if (closed.day > last - ROWS) rows.push(rowAfter(closed, model));
  }
  await appendDays(db, past, rows, signer);
  await noteFetchedPast(db);
}

function pastOf(last: UtcDay, market = new Market()): ClosedDay[] {
  return Array.from({ length: last - FIRST_DAY + 1 }, (_, row): ClosedDay => {
    const day = addDays(FIRST_DAY, row);
    const listed = MAJORS.filter((major) => firstDayOf(major) <= day);
    return {
      day,
      closedAt: endOf(day),
      price: market.closeOf("btc", day),
      mvrv: market.mvrvOf(day),
      fearGreed: market.fearAndGreed(day),
      dominance: market.dominanceAt(endOf(day)),
      majors: Object.fromEntries(listed.map((major) => [major, market.closeOf(major, day)])),
      sources: {},
    };
  });
}

function rowAfter(closed: ClosedDay, model: CycleModel): ComputedRow {
  const day = addDays(closed.day, 1);
  const row = computeRow(model, day, {
    price: { value: closed.price ?? Number.NaN, source: "coin-metrics" },
    fearGreed: closed.fearGreed,
    computedAt: rowInstant(day),
    origin: "live",
  });
  if (row === undefined) throw new Error("a past too short for a score");
  return row;
}
