/** Corrections of published rows. Each is a ledger entry; the row itself never changes. */

import { formatDay, formatInstant, type Instant, MODEL_VERSION, type UtcDay } from "peak-cycle-model";
import type { RevisionEntry } from "peak-cycle-verify";
import { ConfigError, LedgerConflictError, ServiceError } from "../domain/errors.js";
import { type HistoryRow, type PublicRow, publicRow } from "../domain/history.js";
import { isPlausible } from "../domain/observation.js";
import { LedgerHistory } from "../ledger/ledger-history.js";
import type { Signing } from "../ledger/signing.js";
import type { History } from "../published/published.js";
import type { Db } from "../storage/database.js";
import { buildModel } from "./build-model.js";
import { computeRow } from "./compute-row.js";

/** How many times a revision is retried if another process appends at the same time. */
const ATTEMPTS = 3;

/** A correction: the published row, and the revision. */
interface Correction {
  readonly before: RevisedNumbers;
  readonly revision: RevisionEntry;
}

/** The correction that `revise` would publish. Stores nothing. @throws what `revise` throws */
export async function previewRevision(
  db: Db,
  signing: Signing,
  now: Instant,
  order: RevisionOrder,
): Promise<Correction> {
  const history = new LedgerHistory(db, signing);
  return computeRevision(await history.read(), history, now, order);
}

/**
 * Publishes a revision: the values of a row with a different price and all other frozen inputs unchanged.
 *
 * @throws ConfigError if an argument is invalid
 * @throws RevisionError if there is nothing to revise, or the row cannot be reproduced
 * @throws PublishingHeldError if the stored ledger differs from what was signed, or was not signed by us
 */
export async function revise(db: Db, signing: Signing, now: Instant, order: RevisionOrder): Promise<Correction> {
  const { signer } = signing;
  const history = new LedgerHistory(db, signing);
  for (let attempt = 1; ; attempt++) {
    const publishedHistory = await history.read();
    if (history.key !== undefined && history.key.key_id !== signer.keyId) {
      throw new RevisionError("the history is signed by a different key than SIGNING_KEY_FILE holds");
    }
    const { before, revision } = await computeRevision(publishedHistory, history, now, order);
    try {
      await history.append(db, [{ public: revision, private: { price: order.price } }], signer, now);
      return { before, revision };
    } catch (error) {
      if (!(error instanceof LedgerConflictError) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function computeRevision(
  { revisions }: History,
  { computedRows, days }: LedgerHistory,
  now: Instant,
  order: RevisionOrder,
): Promise<Correction> {
  const { day, price } = order;
  const reason = checkReason(order);
  const row = computedRows.find((each) => each.day === day);
  if (row === undefined) throw new ConfigError([`there is no history row for ${formatDay(day)}`]);
  if (row.modelVersion !== MODEL_VERSION) throw new RevisionError(otherModel(row));
  const before = revisions.findLast(({ date }) => date === formatDay(day)) ?? publicRow(row);
  const model = await buildModel(days.filter((each) => each.day < day));
  // All inputs but the price are the frozen ones.
  const [same, again] = [row.btcPriceUsd, price].map((value) => {
    return { ...row, ...computeRow(model, day, { ...row, price: { value, source: row.priceSource } }) };
  }) as [HistoryRow, HistoryRow];
  if (same.raw !== row.raw || same.smoothed !== row.smoothed) {
    throw new RevisionError(`the row for ${formatDay(day)} cannot be reproduced from the stored inputs`);
  }
  const { date, ...numbers } = publicRow(again);
  if (isSame(before, numbers)) throw new RevisionError("this correction would not change any number");
  const entry = { kind: "revision", number: revisions.length + 1, date, revised_at: formatInstant(now) } as const;
  return { before, revision: { ...entry, reason, ...numbers } };
}

/** The revision to make. */
interface RevisionOrder {
  readonly day: UtcDay;
  /** The correct USD price at 06:00 UTC of the day. */
  readonly price: number;
  /** Published: one line of plain text. */
  readonly reason: string;
}

/** The published numbers of a row. */
export type RevisedNumbers = Pick<RevisionEntry, Exclude<keyof PublicRow, "date">>;

/** The revision is not possible. Nothing was stored. */
class RevisionError extends ServiceError {}

/** Why a row of another model version cannot be recomputed. Source: docs/decisions.md#a-second-model-version. */
function otherModel({ modelVersion }: HistoryRow): string {
  return (
    `this row was computed by model ${modelVersion}, but this version has model ${MODEL_VERSION}: ` +
    "revise it with a version that has this model"
  );
}

/** Long enough for three sentences. */
const MAX_REASON_LENGTH = 500;

function checkReason({ price, reason }: RevisionOrder): string {
  if (!isPlausible("btc-price", price)) throw new ConfigError(["the price is not a plausible Bitcoin price"]);
  const text = reason.trim();
  if (text === "") throw new ConfigError(["the reason is empty"]);
  if (text.length > MAX_REASON_LENGTH)
    throw new ConfigError([`the reason is longer than ${MAX_REASON_LENGTH} characters`]);
  if (/\p{C}/u.test(text)) throw new ConfigError(["the reason contains line breaks or other control characters"]);
  return text;
}

function isSame(a: RevisedNumbers, b: RevisedNumbers): boolean {
  const names = ["score", "score_smoothed", "phase_key", "btc_price_usd"] as const;
  return names.every((name) => a[name] === b[name]);
}
