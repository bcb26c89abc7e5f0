import { HOUR_MS, SECOND_MS } from "../domain/instant.js";
import { MAJORS, type Observation } from "../domain/observation.js";
import { type AskDeps, askOne } from "./ask-sources.js";
import { consensusClose, MAJOR, type Reference } from "./consensus-price.js";
import type { Clock, Coin, DataRequest, Meters } from "./ports.js";
import { sourcesFor } from "./source-priority.js";

export interface CollectMajorsDeps extends AskDeps {
  readonly tether: Tether;
  readonly meters?: Pick<Meters, "refused"> | undefined;
}

/** The second source is asked once in ten seconds at most, and dominance may be before us in its queue. */
const DEADLINE_MS = 40 * SECOND_MS;

/** Tether is among them because its price converts tether quotes into dollars. */
const COINS: readonly Coin[] = [...MAJORS, "usdt"];

/** Live prices of the majors and of tether, each checked like the Bitcoin price, then stored. */
export async function collectMajors(deps: CollectMajorsDeps, signal: AbortSignal): Promise<void> {
  const last = new Map<Coin, Reference | undefined>();
  for (const coin of COINS) last.set(coin, await lastPrice(deps, coin));
  const seen: Observation[] = [];
  const settled = new Map<Coin, Observation>();
  for (const upstream of sourcesFor({ kind: "prices", coins: COINS }, deps.upstreams)) {
    const coins = COINS.filter((coin) => !settled.has(coin));
    const request: DataRequest = { kind: "prices", coins };
    if (coins.length === 0) break;
    if (!upstream.answers(request)) continue;
    seen.push(...(await askOne(deps, upstream, { request, deadlineMs: DEADLINE_MS }, signal)));
    for (const coin of coins) {
      const choice = consensusClose(quotesOf(seen, coin), last.get(coin), MAJOR);
      if (choice !== undefined) settled.set(coin, { ...choice, metric: `${coin}-price` });
    }
    deps.tether.note(settled.get("usdt")); // the next source in the chain may quote in tether
  }
  await deps.stores.observations.add([...settled.values()]);
  const missing = COINS.filter((coin) => !settled.has(coin));
  if (missing.length === 0) return;
  deps.log.warn({ missing }, "coins without a believable price");
  for (const coin of missing) if (quotesOf(seen, coin).length > 0) deps.meters?.refused("coin");
}

function quotesOf(seen: readonly Observation[], coin: Coin): readonly Observation[] {
  return seen.filter((each) => each.metric === `${coin}-price`);
}

/** A tether counts as a dollar until a source says otherwise. */
async function lastPrice(
  { clock, stores: { observations } }: CollectMajorsDeps,
  coin: Coin,
): Promise<Reference | undefined> {
  const live = await observations.newest(`${coin}-price`);
  const known = live ?? (coin === "usdt" ? undefined : await observations.newest(`${coin}-close`));
  if (known !== undefined) return { value: known.value, ageMs: clock.now() - known.observedAt };
  return coin === "usdt" ? { value: 1, ageMs: 0 } : undefined;
}

/** An older tether price is not used. */
const VALID_MS = 24 * HOUR_MS;

/** The last tether price that was believed: some exchanges quote in tether only. */
export interface Tether {
  /** USD for one tether; `undefined` when none is known or the last one is over a day old. */
  rate(): number | undefined;
  note(seen: Observation | undefined): void;
}

export function tether(clock: Clock): Tether {
  let last: Observation | undefined;
  return {
    rate: () => (last !== undefined && clock.now() - last.observedAt <= VALID_MS ? last.value : undefined),
    note(seen) {
      last = seen ?? last;
    },
  };
}
