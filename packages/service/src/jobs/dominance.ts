/**
 * Bitcoin's dominance. The sources count different coins, so their levels differ by up to 2.5 points: the first source
 * is used as long as possible, and the others confirm it.
 */

import { DAY_MS, HOUR_MS, type Instant } from "peak-cycle-model";
import * as z from "zod";
import { isPlausible, type Observation } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import type { Sources } from "../sources/sources.js";
import type { Db } from "../storage/database.js";
import { addObservations } from "../storage/observations.js";
import { instant } from "../storage/parsed-rows.js";
import { getState, putState, readableParts } from "../storage/state.js";
import { type Belief, believe, isAccepted, type SourceAnswer } from "./believing.js";
import type { Inputs } from "./inputs.js";
import type { Yardsticks } from "./yardsticks.js";

/** How long the first source may be silent before another one is used. */
const SILENCE_MS = 3 * HOUR_MS;

/**
 * Each source's figures are averaged over about this time while they agree. With only the last figure, a drifting
 * source would shift the level by as much as the sources may differ.
 */
const LEVEL_MS = DAY_MS;

/** Name of the row in the `state` table. */
const DOMINANCE = "dominance";

/** A figure, and when it was last right. */
interface Agreed {
  readonly value: number;
  readonly at: Instant;
}

/** The state kept from round to round. */
interface Memory {
  /** Each source's average figure while they agreed, and when they last did. */
  readonly agreed: Readonly<Record<string, Agreed>>;
  /** The source that was believed against another since then. */
  readonly kept?: string | undefined;
  /** When the first source last answered. */
  readonly first?: { readonly source: string; readonly at: Instant } | undefined;
}

export class Dominance {
  readonly #clock: Clock;
  readonly #db: Db;
  readonly #sources: Sources;
  readonly #inputs: Inputs;
  readonly #yardsticks: Yardsticks;

  constructor(clock: Clock, db: Db, sources: Sources, inputs: Inputs, yardsticks: Yardsticks) {
    this.#clock = clock;
    this.#db = db;
    this.#sources = sources;
    this.#inputs = inputs;
    this.#yardsticks = yardsticks;
  }

  /**
   * Queries all sources, and stores what is believed.
   *
   * @returns the believed figure; `undefined` to keep the last one
   */
  async collect(signal: AbortSignal): Promise<Observation | undefined> {
    const feeds = this.#sources.dominance();
    const answers = await Promise.all(feeds.map((feed) => feed.dominance(signal)));
    const quotes = answers.flatMap(({ figures }) => figures);
    const now = this.#clock.now();
    const memory = await this.#readMemory();
    const sources = feeds.map(({ name }): SourceAnswer => {
      const before = memory.agreed[name];
      const ownYardstick = before && { value: before.value, ageMs: Math.max(0, now - before.at) };
      return { source: name, value: quotes.find(({ source }) => source === name)?.value, ownYardstick };
    });
    const [first] = sources;
    const last = await this.#yardsticks.of("dominance");
    const belief = believe(sources, last, { metric: "dominance", sourceInUse: memory.kept });
    const next = remember(memory, belief, sources, now);
    await putState(this.#db, DOMINANCE, next);
    const isFirstSilent = first !== undefined && first.value === undefined;
    const silentSince = memory.first?.source === first?.source ? memory.first?.at : undefined;
    if (isFirstSilent && silentSince !== undefined && now - silentSince < SILENCE_MS) return undefined;
    const quote = "source" in belief ? quotes.find(({ source }) => source === belief.source) : undefined;
    await this.#inputs.note("dominance", belief, { sources, observedAt: quote?.observedAt });
    if (quote === undefined || !isAccepted(belief)) return undefined;
    const observation = { ...quote, value: belief.value }; // shifted to the first source's level
    await addObservations(this.#db, [observation]);
    if (belief.kind === "confirmed") await this.#yardsticks.confirm(observation);
    return observation;
  }

  async #readMemory(): Promise<Memory> {
    const memory = await getState(this.#db, DOMINANCE);
    return { agreed: {}, ...readableParts(this.#db, DOMINANCE, memory ?? {}, SHAPE) };
  }
}

function remember(memory: Memory, belief: Belief, sources: readonly SourceAnswer[], now: Instant): Memory {
  const [first] = sources;
  const firstUse = first?.value === undefined ? memory.first : { source: first.source, at: now };
  if (belief.kind !== "confirmed") {
    const isContradicted = belief.kind === "believed" && belief.refused.length > 0;
    return { ...memory, first: firstUse, kept: isContradicted ? belief.source : memory.kept };
  }
  const agreeingSources = sources.filter(({ source }) => belief.agreeing.includes(source));
  const averages = agreeingSources.map(({ source, value = 0 }) => [
    source,
    averageWith(memory.agreed[source], value, now),
  ]);
  return { first: firstUse, agreed: { ...memory.agreed, ...Object.fromEntries(averages) } };
}

/** An average in which a figure that is a day older has a third of the weight. */
function averageWith(before: Agreed | undefined, value: number, now: Instant): Agreed {
  if (before === undefined) return { value, at: now };
  const weight = 1 - Math.exp(-Math.max(0, now - before.at) / LEVEL_MS);
  return { value: before.value + weight * (value - before.value), at: now };
}

const value = z.number().refine((number) => isPlausible("dominance", number), "is not plausible");

const SHAPE = {
  agreed: z.record(z.string(), z.object({ value, at: instant })),
  kept: z.string(),
  first: z.object({ source: z.string(), at: instant }),
};
