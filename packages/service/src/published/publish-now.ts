/** The stored part of `now`: written by the jobs, read at startup and by followers. */

import { type Instant, POSITION_KEYS } from "peak-cycle-model";
import * as z from "zod";
import { SOURCE_FAULTS } from "../domain/errors.js";
import { DOUBT_REASONS } from "../domain/input-state.js";
import type { MarketPart, Quote } from "../domain/live-figures.js";
import { isPlausible, METRICS, type Metric } from "../domain/observation.js";
import { lastBackupAt } from "../storage/backup.js";
import type { Db } from "../storage/database.js";
import { instant } from "../storage/parsed-rows.js";
import { newestScore } from "../storage/scores.js";
import { getState, putState, readableParts } from "../storage/state.js";
import { type Now, type NowParts, nextNow, type Positions, type Published } from "./published.js";

/** Name of the row in the `state` table. */
const NOW = "now";

/** The stored part of `now`; scores have their own table. */
type StoredNow = Pick<NowParts, "positions" | "market" | "sources" | "inputs" | "minute">;

/**
 * Creates the public form of `now` with other parts, stores the parts, then publishes both.
 *
 * @param change computes the new parts from the `now` that is current when its turn comes
 * @throws NotPublishableError or StorageError; then nothing has changed
 */
export function putNow(db: Db, published: Published, change: (now: Now) => Partial<StoredNow>): Promise<void> {
  return published.queue.run(async () => {
    const now = published.now.get();
    const parts = change(now);
    const { positions: measures, market, sources, inputs, minute, current } = nextNow(now, parts);
    await putState(db, NOW, { measures, market, sources, inputs, minute }); // `measures` since the first release
    published.now.put({ ...published.now.get(), ...parts, current }); // some parts are neither stored nor queued
  });
}

/** Stores a live figure, then publishes it, unless it is older than the published one. */
export async function putFigure(
  db: Db,
  published: Published,
  part: MarketPart,
  { value, source, observedAt, fetchedAt }: Quote, // an observation has a metric too
): Promise<void> {
  await putNow(db, published, ({ market }) => {
    const isOlder = (market[part]?.observedAt ?? observedAt) > observedAt;
    return isOlder ? {} : { market: { ...market, [part]: { value, source, observedAt, fetchedAt } } };
  });
}

/**
 * Publishes the stored state: newest score, live figures, sources, the minute and the time of the last backup. Skips
 * anything older than the published values.
 *
 * @param latest anything dated later is skipped
 * @throws NotPublishableError if the stored state breaks the contract; the published values are then unchanged
 */
export function publishNow(db: Db, published: Published, latest: Instant): Promise<void> {
  return published.queue.run(async () => {
    const storedValues = await storedNow(db);
    const newest = await newestScore(db, latest);
    const backedUpAt = await lastBackupAt(db);
    const currentScore = published.now.get().score;
    const score = newest !== undefined && newest.computedAt > (currentScore?.computedAt ?? 0) ? newest : currentScore;
    const current = published.now.get();
    const figures = Object.entries(storedValues.market ?? {}).filter(([part, { observedAt }]) => {
      return observedAt >= (current.market[part as MarketPart]?.observedAt ?? 0) && observedAt <= latest;
    });
    const next = nextNow(current, {
      ...storedValues,
      score,
      backedUpAt,
      positions: score !== undefined && isMeanOf(storedValues.positions, score.btc.raw) ? storedValues.positions : {},
      market: { ...current.market, ...Object.fromEntries(figures) },
    });
    if (JSON.stringify(next) !== JSON.stringify(current)) published.now.put(next); // our own changes are read back
  });
}

/** The parts that can be read. */
async function storedNow(db: Db): Promise<Partial<StoredNow>> {
  const { measures: positions, ...others } = readableParts(db, NOW, (await getState(db, NOW)) ?? {}, {
    measures: z.partialRecord(z.enum(POSITION_KEYS), z.number().min(0).max(100)),
    market: z.record(z.string(), z.unknown()),
    sources: z.array(sourceState),
    inputs: z.array(inputState),
    minute: z.int().min(0).max(59),
  });
  const market = readableParts(db, `${NOW} market`, others.market ?? {}, {
    btcPrice: quoteOf("btc-price"),
    btcDominance: quoteOf("dominance"),
    fearGreed: quoteOf("fear-greed"),
  });
  return { ...others, ...(positions && { positions }), market };
}

/** A live figure as it is stored. */
function quoteOf(metric: Metric) {
  const value = z.number().refine((number) => isPlausible(metric, number), "is not plausible");
  return z.object({ value, source: z.string(), observedAt: instant, fetchedAt: instant });
}

const sourceState = z
  .object({
    source: z.string(),
    askedAt: instant,
    answeredAt: instant.optional(),
    fault: z.enum(SOURCE_FAULTS).optional(),
  })
  .transform((state) => ({ answeredAt: undefined, fault: undefined, ...state }));

const inputState = z
  .object({
    metric: z.enum(METRICS),
    notedAt: instant,
    source: z.string().optional(),
    agreeing: z.int().min(0),
    enabled: z.int().min(0),
    observedAt: instant.optional(),
    unsure: z.object({ since: instant, kind: z.enum(DOUBT_REASONS), why: z.string() }).optional(),
    refused: z.array(z.object({ source: z.string(), value: z.number(), since: instant })),
    silent: z.array(z.object({ source: z.string(), since: instant })).default([]),
    unconfirmedSince: instant.optional(),
    replacedSince: instant.optional(),
  })
  .transform((state) => ({ ...NONE_KNOWN, ...state }));

const NONE_KNOWN = {
  source: undefined,
  observedAt: undefined,
  unsure: undefined,
  unconfirmedSince: undefined,
  replacedSince: undefined,
};

/** Positions are stored after their score; the previous score's have a different mean. */
function isMeanOf(positions: Positions | undefined, raw: number): positions is Positions {
  const numbers = Object.values(positions ?? {}).filter((each) => each !== undefined);
  return Math.abs(numbers.reduce((sum, each) => sum + each, 0) / numbers.length - raw) < 1e-9;
}
