import { type Instant, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import type { Quote } from "../domain/snapshot.js";
import { latestOf } from "../platform/clock.js";
import { putFigure } from "../published/publish-now.js";
import { isUndated } from "../sources/all.js";
import { addObservations, newestObservation } from "../storage/observations.js";
import { AGREEMENT, BITCOIN, consensusPrice, distance, isConfirmed, type Reference } from "./consensus-price.js";
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
  const close = await newestObservation(database, "btc-close", latestOf(clock));
  // After a long silence the last close is newer than the last price.
  const known = last === undefined || (close !== undefined && close.observedAt > last.observedAt) ? close : last;
  const reference = known && { value: known.value, ageMs: clock.now() - known.observedAt };
  const accepted = await acceptedPrice(upstreams, { last, reference, isThorough, now: () => clock.now() }, signal);
  if (accepted === undefined) return false;
  if (typeof accepted === "string") {
    log.warn({ reason: accepted }, "price refused");
    upstreams.refused("price");
    return false;
  }
  await putFigure(database, published, "btcPrice", accepted);
  if (last === undefined || slot(last) !== slot(accepted)) {
    await addObservations(database, [{ ...accepted, metric: "btc-price" }]);
  }
  return true;
}

/** The live price, unless it is too old for a score or row of this moment. */
export function freshQuote(quote: Quote | undefined, at: Instant): Quote | undefined {
  return quote !== undefined && at - quote.observedAt <= MAX_PRICE_AGE_MS ? quote : undefined;
}

interface PollState {
  /** The last accepted price. An undated one was last confirmed at its `observedAt`. */
  readonly last: Quote | undefined;
  readonly reference: Reference | undefined;
  readonly isThorough: boolean;
  readonly now: () => Instant;
}

/** @returns why what came was refused; `undefined` when nothing came */
async function acceptedPrice(
  upstreams: Upstreams,
  state: PollState,
  signal: AbortSignal,
): Promise<Quote | string | undefined> {
  const { last, reference } = state;
  const quotes: Quote[] = [];
  for (const source of upstreams.inOrder("btc-price")) {
    const call = async (until: AbortSignal) => source.prices?.(source.client, ["btc"], until, upstreams.tetherUsd);
    const [quote] = (await upstreams.ask(source, signal, call, DEADLINE_MS)) ?? [];
    if (quote === undefined) continue;
    quotes.push(quote);
    if (quotes.length === 1 && isEnough(quote, state)) return confirmed(quote, last);
    if (consensusPrice(quotes, reference, BITCOIN, false) !== "more") break;
  }
  if (quotes.length === 0) return undefined;
  const choice = consensusPrice(quotes, reference, BITCOIN, true);
  if (typeof choice === "string") return `${quotes.map(({ source }) => source).join(", ")} cannot be believed`;
  return isConfirmed(choice, quotes) ? choice : alone(choice, quotes, state);
}

/** Whether the first source's word is enough: a small move, and a time of its own or a recent confirmation. */
function isEnough(quote: Quote, { last, reference, isThorough, now }: PollState): boolean {
  if (isThorough || reference === undefined || distance(quote.value, reference.value) > AGREEMENT) return false;
  return !isUndated(quote.source) || (last !== undefined && now() - last.observedAt < CONFIRM_EVERY_MS);
}

/**
 * A price that nobody else confirms. One that stands still gives way to one that does not; without another it is kept,
 * and it gets older. One that moves is alive.
 */
function alone(choice: Quote, quotes: readonly Quote[], { last, reference }: PollState): Quote | string {
  if (!standsStill(choice, last)) return choice;
  const moving = quotes.filter((quote) => !standsStill(quote, last));
  const other = consensusPrice(moving, reference, BITCOIN, true);
  return typeof other === "object" ? other : confirmed(choice, last);
}

/** Whether a quote without a time of its own is what the same source said before. */
function standsStill(quote: Quote, last: Quote | undefined): boolean {
  return isUndated(quote.source) && last?.source === quote.source && last.value === quote.value;
}

/** A quote of now, as old as its last confirmation. */
function confirmed(quote: Quote, last: Quote | undefined): Quote {
  return isUndated(quote.source) && last !== undefined ? { ...quote, observedAt: last.observedAt } : quote;
}

function slot(quote: Quote): number {
  return Math.floor(quote.fetchedAt / KEEP_EVERY_MS);
}
