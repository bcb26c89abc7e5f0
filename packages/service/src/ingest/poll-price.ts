import { type Instant, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import type { Quote } from "../domain/snapshot.js";
import { publishFigure } from "../publish/publish-figure.js";
import { askOne, sourcesFor } from "./ask-sources.js";
import { latestOf } from "./clock-evidence.js";
import { AGREEMENT, BITCOIN, consensusClose, consensusPrice, distance, type Reference } from "./consensus-price.js";
import type { DataRequest } from "./data-source.js";
import type { JobDeps } from "./job-deps.js";

/**
 * Asks for the live Bitcoin price once and publishes it. One source is enough while its price has hardly moved.
 *
 * @returns the accepted price, or `undefined` when none could be believed
 */
export function pollPrice(deps: JobDeps, signal: AbortSignal): Promise<Quote | undefined> {
  return poll(deps, false, signal);
}

/** One accepted price in ten minutes is stored, so that we have an own quote for 24:00 and for 06:00. */
const KEEP_EVERY_MS = 10 * MINUTE_MS;

const REQUEST: DataRequest = { kind: "prices", coins: ["btc"] };

/** A source that hangs must not hold up the others: with 45 s between requests the price stays under 90 s old. */
const DEADLINE_MS = 8 * SECOND_MS;

/** Polls the price for the hourly score: a second source is asked in any case. */
export function confirmPrice(deps: JobDeps, signal: AbortSignal): Promise<Quote | undefined> {
  return poll(deps, true, signal);
}

async function poll(deps: JobDeps, thorough: boolean, signal: AbortSignal): Promise<Quote | undefined> {
  const last = deps.published.market.get()?.btcPrice;
  const accepted = await agree(deps, await reference(deps, last), thorough, signal);
  if (accepted === undefined) {
    deps.log.warn({}, "no believable price");
    return undefined;
  }
  await publishFigure(deps, "btcPrice", accepted);
  if (last === undefined || slot(last) !== slot(accepted)) {
    await deps.stores.observations.add([{ ...accepted, metric: "btc-price" }]);
  }
  return accepted;
}

/** No score and no row is computed from an older live price. */
const MAX_PRICE_AGE_MS = 5 * MINUTE_MS;

/** The live price, unless it is too old for a score or row of this moment. */
export function freshQuote(quote: Quote | undefined, at: Instant): Quote | undefined {
  return quote !== undefined && at - quote.observedAt <= MAX_PRICE_AGE_MS ? quote : undefined;
}

/** The last accepted price, or the last close when that is newer, as it is after a long silence. */
async function reference({ clock, stores }: JobDeps, last: Quote | undefined): Promise<Reference | undefined> {
  const close = await stores.observations.newest("btc-close", latestOf(clock));
  const newer = last === undefined || (close !== undefined && close.observedAt > last.observedAt) ? close : last;
  return newer && { value: newer.value, ageMs: clock.now() - newer.observedAt };
}

async function agree(
  deps: JobDeps,
  last: Reference | undefined,
  thorough: boolean,
  signal: AbortSignal,
): Promise<Quote | undefined> {
  const quotes: Quote[] = [];
  const chain = sourcesFor(REQUEST, deps.sources);
  for (const [index, source] of chain.entries()) {
    const [quote] = await askOne(deps, source, { request: REQUEST, deadlineMs: DEADLINE_MS }, signal);
    if (quote === undefined) continue;
    quotes.push(quote);
    const isSteady = last !== undefined && distance(quote.value, last.value) <= AGREEMENT;
    if (!thorough && quotes.length === 1 && isSteady) return quote;
    const choice = consensusPrice(quotes, { last, bounds: BITCOIN, complete: index === chain.length - 1 });
    if (choice === "none") break;
    if (choice !== "more") return choice;
  }
  const choice = consensusClose(quotes, last, BITCOIN);
  if (choice !== undefined) return choice;
  if (quotes.length === 0) return undefined;
  deps.log.warn({ sources: quotes.map((each) => each.source) }, "price refused");
  deps.meters?.refused("price");
  return undefined;
}

function slot(quote: Quote): number {
  return Math.floor(quote.fetchedAt / KEEP_EVERY_MS);
}
