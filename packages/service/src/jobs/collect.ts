/** Collects the figures that the hourly score needs besides the price. */
import { addDays, dayOf, type UtcDay } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import { putFigure } from "../published/publish-now.js";
import { believe } from "./believing.js";
import { collectCloses, collectFearGreed } from "./collect-days.js";
import type { Context } from "./context.js";
import type { LiveFigures } from "./live-figures.js";
import type { Upstreams } from "./upstreams.js";

/**
 * Collects what the hourly score needs: dominance, Fear & Greed, the majors, and what the next closing still lacks.
 * These come from different sources, so they are fetched in parallel, and one failure does not delay the rest.
 *
 * @param lastDay the newest closed day
 */
export async function collect(
  context: Context,
  upstreams: Upstreams,
  live: LiveFigures,
  lastDay: UtcDay | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { clock, database, published } = context;
  const yesterday = addDays(dayOf(clock.now()), -1);
  const publish = async (part: "btcDominance" | "fearGreed", asked: Promise<Observation | undefined>) => {
    const seen = await asked;
    if (seen !== undefined) await putFigure(database, published, part, seen);
  };
  const fearGreed = async () => {
    const newest = await collectFearGreed(context, upstreams, signal);
    const sources = upstreams.sources
      .histories("fear-greed")
      .map(({ name }) => ({ source: name, value: newest?.value }));
    const belief = believe(sources, undefined, { metric: "fear-greed" });
    await live.inputs.note("fear-greed", belief, { sources, observedAt: newest?.observedAt });
    return newest;
  };
  await Promise.all([
    publish("btcDominance", live.dominance.collect(signal)),
    publish("fearGreed", fearGreed()),
    live.coins.collect(signal),
    lastDay && collectCloses(context, upstreams, { from: addDays(lastDay, 1), to: yesterday }, signal),
  ]);
}
