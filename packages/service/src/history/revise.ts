import {
  addDays,
  CycleModel,
  formatDay,
  MODEL_VERSION,
  plus,
  scoreNumber,
  startOf,
  twoDecimals,
  type UtcDay,
} from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import { ServiceError } from "../domain/errors.js";
import type { HistoryRow, Revision } from "../domain/history.js";
import { isPlausible } from "../domain/observation.js";
import { historyRow } from "../jobs/history-row.js";
import type { Clock } from "../platform/clock.js";
import type { Stores } from "../storage/stores.js";

/**
 * Adds a revision of a published row to the public list: what the row would have been with another price and
 * everything else as it was frozen. The row itself stays.
 *
 * @returns the published row, and the revision
 * @throws RevisionError when there is nothing to revise, or the row cannot be computed again
 * @throws StorageError when the database fails
 */
export async function revise(
  { clock, stores }: ReviseDeps,
  order: RevisionOrder,
): Promise<{ readonly before: RevisedNumbers; readonly revision: Revision }> {
  const { day, price } = order;
  const reason = checked(order);
  const [row] = await stores.days.rows(day, day);
  if (row === undefined) throw new RevisionError(`there is no history row of ${formatDay(day)}`);
  if (row.modelVersion !== MODEL_VERSION) throw new RevisionError(otherModel(row));
  const revisions = await stores.chain.revisions();
  const before = revisions.findLast((each) => each.day === day)?.corrected ?? shown(row);
  const again = await computeAgain(stores, row);
  const corrected = shown(again(price));
  if (isSame(before, corrected)) throw new RevisionError("the numbers would stay as they are: nothing to correct");
  const revision = { number: revisions.length + 1, day, revisedAt: clock.now(), reason, corrected };
  await stores.chain.addRevision(revision);
  return { before, revision };
}

/** What is to be revised. */
interface RevisionOrder {
  readonly day: UtcDay;
  /** USD at 06:00 UTC of the day, as it should have been. */
  readonly price: number;
  /** For the public, as plain text in one line. */
  readonly reason: string;
}

interface ReviseDeps {
  readonly clock: Clock;
  readonly stores: Stores;
}

/** The published numbers of a row. */
export type RevisedNumbers = Revision["corrected"];

/** A revision that makes no sense. Nothing was stored. */
export class RevisionError extends ServiceError {
  readonly code = "revision";
}

/** Why a row of another model cannot be computed again. Source: docs/decisions.md#a-second-model-version. */
function otherModel({ modelVersion }: HistoryRow): string {
  return `this row is of model ${modelVersion}, and this program computes model ${MODEL_VERSION}: revise it with a program of that model`;
}

/** Long enough for three sentences. */
const MAX_REASON_LENGTH = 500;

function checked({ price, reason }: RevisionOrder): string {
  if (!isPlausible("btc-price", price))
    throw new RevisionError("the price is out of the range a Bitcoin price can have");
  const text = reason.trim();
  if (text === "") throw new RevisionError("the reason is empty");
  if (text.length > MAX_REASON_LENGTH)
    throw new RevisionError(`the reason is longer than ${MAX_REASON_LENGTH} characters`);
  if (/\p{C}/u.test(text)) throw new RevisionError("the reason holds line ends or other control characters");
  return text;
}

/**
 * The row as a function of its price. Several Fear & Greed values may have been known at 06:00: it takes the one with
 * which the published price gives the published row.
 */
async function computeAgain(
  { days, observations }: ReviseDeps["stores"],
  row: HistoryRow,
): Promise<(price: number) => HistoryRow> {
  const closed = await days.closedDays();
  const model = modelBefore(closed, row.day);
  const stated = await observations.between("fear-greed", startOf(row.day), plus(startOf(row.day), 1));
  const frozen = closed.find((each) => each.day === row.day)?.fearGreed;
  for (const fearGreed of new Set([frozen, ...stated.map(({ value }) => value), undefined])) {
    const again = (value: number) =>
      historyRow(model, { ...row, price: { value, source: row.priceSource }, fearGreed }) ?? row;
    const same = again(row.btcPriceUsd);
    if (same.raw === row.raw && same.smoothed === row.smoothed) return again;
  }
  throw new RevisionError(`the row of ${formatDay(row.day)} does not come out of the stored days again`);
}

function modelBefore(closed: readonly ClosedDay[], day: UtcDay): CycleModel {
  const model = new CycleModel();
  let last: UtcDay | undefined;
  for (const each of closed) {
    if (each.day >= day) break;
    model.append(each);
    last = each.day;
  }
  if (last !== addDays(day, -1)) throw new RevisionError(`the day before ${formatDay(day)} is not closed`);
  return model;
}

function shown({ score, smoothed, phase, btcPriceUsd }: HistoryRow): RevisedNumbers {
  return { score: scoreNumber(score), smoothed: scoreNumber(smoothed), phase, btcPriceUsd: twoDecimals(btcPriceUsd) };
}

function isSame(a: RevisedNumbers, b: RevisedNumbers): boolean {
  return a.score === b.score && a.smoothed === b.smoothed && a.phase === b.phase && a.btcPriceUsd === b.btcPriceUsd;
}
