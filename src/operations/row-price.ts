import { NotEnoughDataError } from "../domain/errors.js";
import { CLOSE_HOUR } from "../domain/history.js";
import { addDays, formatDay, HOUR_MS, plus, type UtcDay } from "../domain/instant.js";
import type { Quote } from "../domain/snapshot.js";
import { type AskDeps, ask } from "./ask.js";
import { settledClose } from "./choose-close.js";
import { daysOf } from "./collect-days.js";
import { readEvidence } from "./evidence.js";
import { rowInstant } from "./history-row.js";
import type { Clock } from "./ports.js";
import { witnessAt } from "./running-day.js";
import { BITCOIN } from "./settle-price.js";

export interface RowPriceDeps extends AskDeps {
  readonly clock: Clock;
}

/** A price, USD, and who says so. */
export type RowPrice = Pick<Quote, "value" | "source">;

/** What a row is made for: its day, and the price that day opened at. */
export interface RowTask {
  readonly day: UtcDay;
  readonly opening: RowPrice | undefined;
}

/** How long a late row waits for an hourly candle before it takes the close that ended at 00:00 of its day. */
const CANDLE_WAIT_MS = 24 * HOUR_MS;

/** Asks for the hourly candles that rows of days `from..to` need, until each has a price that can be believed. */
export async function collectCandles(
  deps: RowPriceDeps,
  { from, to }: { readonly from: UtcDay; readonly to: UtcDay },
  signal: AbortSignal,
): Promise<void> {
  const request = { kind: "hourly", stepHours: 1, from: rowInstant(from), to: rowInstant(to) } as const;
  const openings = await readEvidence(deps.observations, addDays(from, -1), to);
  const enough = async () => {
    for (const day of daysOf(from, to)) {
      const opening = openings.closes(addDays(day, -1))[0];
      if ((await settledAt(deps, { day, opening })) === undefined) return false;
    }
    return true;
  };
  await ask(deps, { request, enough }, signal);
}

/**
 * The price at 06:00 of a day that is past: an hourly candle or our own look in the minutes before, else the day's opening.
 *
 * @throws NotEnoughDataError when there is none to believe yet
 */
export async function rowPrice(deps: RowPriceDeps, task: RowTask): Promise<RowPrice> {
  const settled = await settledAt(deps, task);
  if (settled !== undefined) return settled;
  if (task.opening !== undefined && deps.clock.now() - rowInstant(task.day) > CANDLE_WAIT_MS) return task.opening;
  throw new NotEnoughDataError(`no price at 06:00 UTC of ${formatDay(task.day)} yet`);
}

async function settledAt({ observations }: RowPriceDeps, { day, opening }: RowTask): Promise<RowPrice | undefined> {
  const at = rowInstant(day);
  const candles = await observations.between("btc-hour-close", at, plus(at, 1));
  const witness = await witnessAt(observations, at);
  const last = opening === undefined ? undefined : { value: opening.value, ageMs: CLOSE_HOUR * HOUR_MS };
  return settledClose(witness === undefined ? candles : [...candles, witness], last, BITCOIN);
}
