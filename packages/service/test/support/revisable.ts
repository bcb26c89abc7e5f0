import { addDays, CycleModel, endOf, FIRST_DAY } from "peak-cycle-model";
import type { LedgerSigner } from "peak-cycle-verify";
import { syntheticDays } from "../../../model/test/support/synthetic-market.js";
import type { ClosedDay } from "../../src/domain/closed-day.js";
import { rowInstant } from "../../src/domain/history.js";
import { type ComputedRow, historyRow } from "../../src/jobs/history-row.js";
import type { Database } from "../../src/storage/database.js";
import { appendDays, type SampleRow } from "./sample-ledger.js";

/** Enough for a score, and past the first Fear & Greed values. */
const DAYS = 1300;
const ROWS = 3;

/** The newest day with a row. */
export const NEWEST_REVISABLE = addDays(FIRST_DAY, DAYS);

/** What the newest row says of the price. */
export const NEWEST_PRICE = 90 + (ROWS - 1) / 7;

/**
 * Stores 1,300 closed days of a made-up market, and rows on top of the last three that come out of the model.
 */
export async function storeRevisable(
  database: Database,
  signer: LedgerSigner,
  bend = (row: ComputedRow): ComputedRow => row,
): Promise<void> {
  const inputs = syntheticDays(DAYS + 1);
  const model = new CycleModel();
  const rows: SampleRow[] = [];
  const days = inputs.slice(0, DAYS).map((each, index): ClosedDay => {
    const closed = addDays(FIRST_DAY, index);
    model.append(each);
    const nth = index - (DAYS - ROWS);
    const day = addDays(closed, 1);
    const [price, fearGreed] = [{ value: 90 + nth / 7, source: "kraken" }, inputs[index + 1]?.fearGreed] as const;
    const row =
      nth < 0 ? undefined : historyRow(model, { day, price, fearGreed, computedAt: rowInstant(day), origin: "live" });
    if (row !== undefined) rows.push({ ...bend(row), fearGreed });
    return { ...each, day: closed, closedAt: endOf(closed), sources: {} };
  });
  await appendDays(database, days, rows, signer);
}
