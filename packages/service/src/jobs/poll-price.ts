import { type Instant, MINUTE_MS } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { type Clock, latestOf } from "../platform/clock.js";
import { putFigure } from "../published/publish-now.js";
import { isUndated } from "../sources/order.js";
import type { Database } from "../storage/database.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import {
  AGREEMENT,
  agreedPrice,
  BITCOIN,
  believedPrice,
  distance,
  MAX_SOURCES_ASKED,
  type Reference,
} from "./consensus-price.js";
import type { Context } from "./context.js";
import type { Upstreams } from "./upstreams.js";

/** A quote without a timestamp may come from a frozen ticker, so a second source confirms it this often. */
const CONFIRM_EVERY_MS = 2 * MINUTE_MS;

/** One accepted price per ten minutes is stored, so that we have our own quote for 24:00 and 06:00. */
const KEEP_EVERY_MS = 10 * MINUTE_MS;

/** Scores and rows never use an older live price. */
const MAX_PRICE_AGE_MS = 5 * MINUTE_MS;

/**
 * Fetches and publishes the live Bitcoin price. One source is enough if its price has hardly moved and was confirmed
 * recently.
 *
 * @param isThorough whether to ask a second source in any case, as for a score
 * @returns whether a price could be believed; otherwise the last one stays
 * @throws PublishingHeldError if the sources contradict our clock
 */
export async function pollPrice(
  { clock, log, database, published }: Context,
  upstreams: Upstreams,
  signal: AbortSignal,
  isThorough = false,
): Promise<boolean> {
  const last = published.now.get().market.btcPrice;
  const reference = await referenceOf(database, last, clock);
  /** Whether one source is enough: a small move, and a timestamp or a recent confirmation. */
  const isEnough = (quote: Quote): boolean => {
    if (isThorough || reference === undefined || distance(quote.value, reference.value) > AGREEMENT) return false;
    return !isUndated(quote.source) || (last !== undefined && clock.now() - last.observedAt < CONFIRM_EVERY_MS);
  };
  const tetherUsd = await upstreams.tetherUsd();
  const quotes: Observation[] = [];
  let accepted: Observation | undefined;
  for (const feed of upstreams.sources.prices("btc")) {
    quotes.push(...(await feed.prices(["btc"], signal, tetherUsd)).figures);
    const lone = quotes.length === 1 ? quotes.find(isEnough) : undefined;
    accepted = lone === undefined ? agreedPrice(quotes, reference, BITCOIN) : aged(lone, last);
    if (accepted !== undefined || quotes.length >= MAX_SOURCES_ASKED) break;
  }
  if (quotes.length === 0) return false;
  accepted ??= likeliestPrice(quotes, reference, last);
  if (accepted === undefined) {
    log.warn({ reason: `${quotes.map(({ source }) => source).join(", ")} cannot be believed` }, "price refused");
    upstreams.refused("price");
    return false;
  }
  await putFigure(database, published, "btcPrice", accepted);
  if (last === undefined || slot(last) !== slot(accepted)) await addObservations(database, [accepted]);
  return true;
}

/** The reference for new prices; after a long silence the last close is newer than the last price. */
async function referenceOf(database: Database, last: Quote | undefined, clock: Clock): Promise<Reference | undefined> {
  const close = await newestObservation(database, "btc-close", latestOf(clock));
  const known = last === undefined || (close !== undefined && close.observedAt > last.observedAt) ? close : last;
  return known && { value: known.value, ageMs: clock.now() - known.observedAt };
}

/** The live price, unless it is too old for a score or row computed now. */
export function freshQuote(quote: Quote | undefined, at: Instant): Quote | undefined {
  return quote !== undefined && at - quote.observedAt <= MAX_PRICE_AGE_MS ? quote : undefined;
}

/**
 * The price to believe if no two sources agree. A price from a frozen ticker gives way to one that moves; without
 * another it is kept, and it ages. A moving ticker is alive.
 */
function likeliestPrice(
  quotes: readonly Observation[],
  reference: Reference | undefined,
  last: Quote | undefined,
): Observation | undefined {
  const choice = believedPrice(quotes, reference, BITCOIN);
  if (choice === undefined || !standsStill(choice, last)) return choice;
  const moving = quotes.filter((quote) => !standsStill(quote, last));
  return believedPrice(moving, reference, BITCOIN) ?? aged(choice, last);
}

/** Whether a quote without a timestamp equals the same source's previous one. */
export function standsStill(quote: Quote, last: Quote | undefined): boolean {
  return isUndated(quote.source) && last?.source === quote.source && last.value === quote.value;
}

/** A quote without a timestamp is as old as the last confirmed one. */
function aged(quote: Observation, last: Quote | undefined): Observation {
  return isUndated(quote.source) && last !== undefined ? { ...quote, observedAt: last.observedAt } : quote;
}

function slot(quote: Quote): number {
  return Math.floor(quote.fetchedAt / KEEP_EVERY_MS);
}
