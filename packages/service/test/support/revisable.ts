import { addDays, CycleModel, endOf, FIRST_DAY } from "peak-cycle-model";
import type { LedgerSigner } from "peak-cycle-verify";
import { syntheticDays } from "../../../model/test/support/synthetic-market.js";
import type { ClosedDay } from "../../src/domain/closed-day.js";
import { rowInstant } from "../../src/domain/history.js";
import { type ComputedRow, historyRow } from "../../src/jobs/history-row.js";
import type { Stores } from "../../src/storage/stores.js";
import { appendDays } from "./sample-ledger.js";

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
  stores: Stores,
  signer: LedgerSigner,
  bend = (row: ComputedRow): ComputedRow => row,
): Promise<void> {
  const inputs = syntheticDays(DAYS + 1);
  const days = inputs.slice(0, DAYS).map((each, row): ClosedDay => {
    const day = addDays(FIRST_DAY, row);
    return { ...each, day, closedAt: endOf(day), sources: {} };
  });
  await appendDays(stores, days.slice(0, -ROWS), [], signer);
  const model = new CycleModel();
  for (const each of days.slice(0, -ROWS)) model.append(each);
  for (const [index, each] of days.slice(-ROWS).entries()) {
    model.append(each);
    const day = addDays(each.day, 1);
    const fearGreed = inputs[DAYS - ROWS + 1 + index]?.fearGreed;
    const row = historyRow(model, {
      day,
      price: { value: 90 + index / 7, source: "kraken" },
      fearGreed,
      computedAt: rowInstant(day),
      origin: "live",
    });
    await appendDays(stores, [each], row === undefined ? [] : [{ ...bend(row), fearGreed }], signer);
  }
}
