import type { DayInputs } from "../domain/day.js";
import { addDays, dayOf, endOf, HOUR_MS, type Instant, MINUTE_MS, plus, type UtcDay } from "../domain/instant.js";
import { MAJORS, type Major } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { checkedClose, checkedMajor } from "./choose-close.js";
import { LOOKBACK_DAYS } from "./choose-mvrv.js";
import { readEvidence } from "./evidence.js";
import type { ObservationStore } from "./store-ports.js";

/** A coin's price is "now" for this long: two hourly collections. Older, the coin sits the running day out. */
const MAJOR_AGE_MS = 2 * HOUR_MS + 10 * MINUTE_MS;

/** How near to a moment our own look at the price must lie to stand for it. */
const WITNESS_MS = 10 * MINUTE_MS;

/** What the model takes of the running day at a moment. MVRV is left out: the model holds realized price. */
export async function runningDay(store: ObservationStore, at: Instant, price: number): Promise<DayInputs> {
  const today = dayOf(at);
  const evidence = await readEvidence(store, today, today);
  const majors: Partial<Record<Major, number>> = {};
  for (const major of MAJORS) {
    const seen = await store.newest(`${major}-price`);
    if (seen !== undefined && at - seen.observedAt <= MAJOR_AGE_MS) majors[major] = seen.value;
  }
  return {
    price,
    mvrv: undefined,
    fearGreed: evidence.fearGreed(today)?.value,
    dominance: evidence.dominance(today)?.value,
    majors,
  };
}

/**
 * Days that have ended and are not closed yet, `from..to`, as provisional rows: the close as far as it is known,
 * no MVRV before the day is closed. A close nobody can vouch for is left missing, and the model's gap rule steps in.
 *
 * @param before the close of the day before `from`, USD
 */
export async function endedDays(
  store: ObservationStore,
  range: { readonly from: UtcDay; readonly to: UtcDay },
  before: number | undefined,
): Promise<readonly DayInputs[]> {
  const { from, to } = range;
  if (from > to) return [];
  const evidence = await readEvidence(store, addDays(from, -LOOKBACK_DAYS), to);
  const inputs: DayInputs[] = [];
  let last = before;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const close = checkedClose(evidence, day, await witnessAt(store, endOf(day)), last);
    last = close?.value ?? last;
    inputs.push({
      price: close?.value,
      mvrv: undefined,
      fearGreed: evidence.fearGreed(day)?.value,
      dominance: evidence.dominance(day)?.value,
      majors: Object.fromEntries(MAJORS.map((major) => [major, checkedMajor(evidence, major, day)?.value])),
    });
  }
  return inputs;
}

/** Our own last look at the price in the minutes up to a moment. */
export async function witnessAt(store: ObservationStore, at: Instant): Promise<Quote | undefined> {
  return (await store.between("btc-price", plus(at, -WITNESS_MS), plus(at, 1))).at(-1);
}
