/** Publishes the history of the ledger, as soon as the whole past is in it. */

import type { LedgerHistory } from "../ledger/ledger-history.js";
import type { Published } from "../published/published.js";
import type { Db } from "../storage/database.js";
import { getState, putState } from "../storage/state.js";

/** Name of the state that is stored once the first fetch has brought in the whole past. */
const PAST = "past";

/** Whether the first fetch has brought in the whole past; from then on days are only closed one by one. */
export async function hasFetchedPast(db: Db): Promise<boolean> {
  return (await getState(db, PAST)) === WHOLE;
}

export async function noteFetchedPast(db: Db): Promise<void> {
  await putState(db, PAST, WHOLE);
}

/** The ledger is empty, as after a partial restore, so the past must be fetched again. */
export async function forgetFetchedPast(db: Db): Promise<void> {
  await putState(db, PAST, "none");
}

const WHOLE = "whole";

/** Publishes the history, unless the first fetch is still running, when its newest rows would be years old. */
export async function publishHistory(db: Db, published: Published, history: LedgerHistory): Promise<void> {
  const { current } = history;
  if (current === undefined || current === published.history.get() || history.days.length === 0) return;
  if (!(await hasFetchedPast(db))) return;
  published.history.put(current);
}
