import type { MarketPart, Quote } from "../domain/snapshot.js";
import type { Stores } from "../storage/stores.js";
import type { Published } from "./published.js";

/** Stores a live figure, then publishes it. One that is older than the published one is left out. */
export async function publishFigure(
  { stores, published: { market } }: PublishFigureDeps,
  part: MarketPart,
  { value, source, observedAt, fetchedAt }: Quote, // an observation has a metric too
): Promise<void> {
  const isOlder = () => (market.get()?.[part]?.observedAt ?? observedAt) > observedAt;
  if (isOlder()) return;
  const figure = { value, source, observedAt, fetchedAt };
  // What could not be stored is not published: another instance may be showing something else by now.
  await stores.market.put(part, figure);
  if (!isOlder()) market.put({ ...market.get(), [part]: figure });
}

interface PublishFigureDeps {
  readonly stores: Pick<Stores, "market">;
  readonly published: Pick<Published, "market">;
}
