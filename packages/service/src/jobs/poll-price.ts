import { type Instant, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { type Clock, latestOf } from "../platform/clock.js";
import { putFigure } from "../published/publish-now.js";
import { isUndated } from "../sources/all.js";
import type { Database } from "../storage/database.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import {
  AGREEMENT,
  agreedPrice,
  BITCOIN,
  believedPrice,
  distance,
  isConfirmed,
  MAX_SOURCES_ASKED,
  type Reference,
} from "./consensus-price.js";
import type { Context } from "./context.js";
import type { Upstreams } from "./upstreams.js";

/** A source that hangs must not hold up the others: with 45 s between requests the price stays under 90 s old. */
const DEADLINE_MS = 8 * SECOND_MS;

/**
 * A quote without a time of its own may come from a ticker that stands still: a second source confirms it this often.
 */
const CONFIRM_EVERY_MS = 2 * MINUTE_MS;

/** One accepted price in ten minutes is stored, so that we have an own quote for 24:00 and for 06:00. */
const KEEP_EVERY_MS = 10 * MINUTE_MS;

/** No score and no row is computed from an older live price. */
const MAX_PRICE_AGE_MS = 5 * MINUTE_MS;

/**
 * Asks for the live Bitcoin price and publishes it. One source is enough while its price has hardly moved and was
 * confirmed a moment ago.
 *
 * @param isThorough whether a second source is asked in any case, as for a score
 * @returns whether a price could be believed; else the last one stays
 * @throws PublishingHeldError when the sources contradict our clock
 */
export async function pollPrice(
  { clock, log, database, published }: Context,
  upstreams: Upstreams,
  signal: AbortSignal,
  isThorough = false,
): Promise<boolean> {
  await upstreams.clockCheck.check(signal, 0);
  const last = published.now.get().market.btcPrice;
  const reference = await referenceOf(database, last, clock);
  /** Whether the first source's word is enough: a small move, and a time of its own or a recent confirmation. */
  const isEnough = (quote: Quote): boolean => {
    if (isThorough || reference === undefined || distance(quote.value, reference.value) > AGREEMENT) return false;
    return !isUndated(quote.source) || (last !== undefined && clock.now() - last.observedAt < CONFIRM_EVERY_MS);
  };
  const tetherUsd = await upstreams.tetherUsd();
  const quotes: Observation[] = [];
  for (const source of upstreams.inOrder("btc-price")) {
    const call = async (until: AbortSignal) => source.prices?.(source.client, ["btc"], until, tetherUsd);
    quotes.push(...((await upstreams.ask(source, signal, call, DEADLINE_MS)) ?? []));
    const isSure = quotes.length === 1 && quotes.every(isEnough);
    if (isSure || quotes.length >= MAX_SOURCES_ASKED || agreedPrice(quotes, reference, BITCOIN) !== undefined) break;
  }
  if (quotes.length === 0) return false;
  const lone = quotes.length === 1 ? quotes.find(isEnough) : undefined;
  const accepted = lone === undefined ? acceptedPrice(quotes, reference, last) : confirmed(lone, last);
  if (accepted === undefined) {
    log.warn({ reason: `${quotes.map(({ source }) => source).join(", ")} cannot be believed` }, "price refused");
    upstreams.refused("price");
    return false;
  }
  await putFigure(database, published, "btcPrice", accepted);
  if (last === undefined || slot(last) !== slot(accepted)) await addObservations(database, [accepted]);
  return true;
}

/** What prices are compared with: after a long silence the last close is newer than the last price. */
async function referenceOf(database: Database, last: Quote | undefined, clock: Clock): Promise<Reference | undefined> {
  const close = await newestObservation(database, "btc-close", latestOf(clock));
  const known = last === undefined || (close !== undefined && close.observedAt > last.observedAt) ? close : last;
  return known && { value: known.value, ageMs: clock.now() - known.observedAt };
}

/** The live price, unless it is too old for a score or row of this moment. */
export function freshQuote(quote: Quote | undefined, at: Instant): Quote | undefined {
  return quote !== undefined && at - quote.observedAt <= MAX_PRICE_AGE_MS ? quote : undefined;
}

/**
 * The price to believe. One that nobody else confirms and that stands still gives way to one that does not; without
 * another it is kept, and it gets older. One that moves is alive.
 */
function acceptedPrice(
  quotes: readonly Observation[],
  reference: Reference | undefined,
  last: Quote | undefined,
): Observation | undefined {
  const choice = believedPrice(quotes, reference, BITCOIN);
  if (choice === undefined || isConfirmed(choice, quotes) || !standsStill(choice, last)) return choice;
  const moving = quotes.filter((quote) => !standsStill(quote, last));
  return believedPrice(moving, reference, BITCOIN) ?? confirmed(choice, last);
}

/** Whether a quote without a time of its own is what the same source said before. */
export function standsStill(quote: Quote, last: Quote | undefined): boolean {
  return isUndated(quote.source) && last?.source === quote.source && last.value === quote.value;
}

/** A quote of now, as old as its last confirmation. */
function confirmed(quote: Observation, last: Quote | undefined): Observation {
  return isUndated(quote.source) && last !== undefined ? { ...quote, observedAt: last.observedAt } : quote;
}

function slot(quote: Quote): number {
  return Math.floor(quote.fetchedAt / KEEP_EVERY_MS);
}
