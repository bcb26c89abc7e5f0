import type { MarketPart, Quote } from "../domain/snapshot.js";
import type { Stores } from "../storage/stores.js";
import type { Published } from "./published.js";

/** Stores a live figure, then publishes it. One that is older than the published one is left out. */
export async function publishFigure(
  { stores, published }: PublishFigureDeps,
  part: MarketPart,
  { value, source, observedAt, fetchedAt }: Quote, // an observation has a metric too
): Promise<void> {
  const isOlder = () => (published.now.get().market[part]?.observedAt ?? observedAt) > observedAt;
  if (isOlder()) return;
  const figure = { value, source, observedAt, fetchedAt };
  // What could not be stored is not published: another instance may be showing something else by now.
  await stores.market.put(part, figure);
  if (!isOlder()) published.show({ market: { ...published.now.get().market, [part]: figure } });
}

interface PublishFigureDeps {
  readonly stores: Pick<Stores, "market">;
  readonly published: Published;
}
