/**
 * Publishes what is stored: all of it at a start, and single values on an instance that follows another, and after jobs
 * that have stored something. Of the history only what was checked is published.
 */

import { dayOf, type Instant, startOf } from "peak-cycle-model";
import * as z from "zod";
import { type CryptoDay, type HistoryRow, rowInstant } from "../domain/history.js";
import { isPlausible, type Metric } from "../domain/observation.js";
import { isPossible, type Market, type MarketPart, type Quote } from "../domain/snapshot.js";
import type { HistoryCheck } from "../history/check-history.js";
import { type CheckedHistory, chainProof } from "../history/checked-history.js";
import { latestOf } from "../jobs/clock-check.js";
import type { Clock } from "../platform/clock.js";
import type { InstallationStore } from "../storage/latest-stores.js";
import type { Stores } from "../storage/stores.js";
import { announcementsOf } from "./announcements.js";
import type { Measures, Now, Published } from "./published.js";

/** Publishes everything that is stored. */
export async function publishStored(deps: PublishDeps): Promise<void> {
  await publishScore(deps);
  await publishHistory(deps);
  await publishSources(deps);
  await publishRecord(deps);
}

export interface PublishDeps {
  readonly clock: Pick<Clock, "now">;
  readonly stores: Pick<Stores, "market" | "scores" | "sources" | "reports" | "installation">;
  /** Its `current` is `undefined` until a history was found to be what was signed. */
  readonly history: Pick<HistoryCheck, "current">;
  readonly published: Published;
}

/**
 * Publishes the newest score and the live figures. The chain does not cover them: what was changed so that it cannot be
 * true is passed over, and what was published before stays.
 */
export async function publishScore({ clock, stores, published }: Omit<PublishDeps, "history">): Promise<void> {
  const latest = latestOf(clock);
  const figures = plausible(await stores.market.all(), latest);
  const newest = await stores.scores.newest(latest);
  const kept = await readMeasures(stores.installation);
  const { market, score } = published.now.get();
  published.show({ market: { ...market, ...figures } });
  if (newest === undefined || !isPossible(newest)) return;
  // A score is never changed once it is stored.
  if (newest.computedAt === score?.computedAt) return;
  published.show({ score: newest, measures: isMeanOf(kept, newest.btc.raw) ? kept : {} });
}

/** The key of the measures of the newest score, as JSON. */
const MEASURES = "measures";

/** Stores the measures of a score that is about to be stored. */
export async function keepMeasures({ installation }: Pick<Stores, "installation">, measures: Measures): Promise<void> {
  await installation.put(MEASURES, JSON.stringify(measures));
}

async function readMeasures(installation: InstallationStore): Promise<Measures> {
  try {
    return MEASURES_SHAPE.safeParse(JSON.parse((await installation.get(MEASURES)) ?? "{}")).data ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const place = z.number().min(0).max(100).optional();
const MEASURES_SHAPE = z.object({ mvrv: place, thermo: place, plaw: place, ma200w: place });

/** Measures of another score have another mean. */
function isMeanOf(measures: Measures, raw: number): boolean {
  const places = Object.values(measures).filter((each) => each !== undefined);
  return Math.abs(places.reduce((sum, each) => sum + each, 0) / places.length - raw) < 1e-9;
}

const METRIC_OF = {
  btcPrice: "btc-price",
  btcDominance: "dominance",
  fearGreed: "fear-greed",
} as const satisfies Readonly<Record<MarketPart, Metric>>;

function plausible(figures: Readonly<Partial<Market>>, latest: Instant): Partial<Market> {
  const entries = Object.entries(figures) as [MarketPart, Quote][];
  return Object.fromEntries(
    entries.filter(([part, { value, observedAt }]) => isPlausible(METRIC_OF[part], value) && observedAt <= latest),
  );
}

/** Publishes the checked history, after a check, a closed day or a signature: its rows and all that is made of them. */
export async function publishHistory(deps: PublishDeps): Promise<void> {
  const { history, published } = deps;
  const checked = history.current;
  if (checked === undefined) return;
  const crypto = await publishedCrypto(deps.stores, checked);
  await publishContext(deps);
  published.history.put({
    rows: checked.rows,
    crypto,
    settled: checked.settled.newest,
    announcements: announcementsOf(checked),
    revisions: checked.revisions,
    proof: chainProof(checked) ?? published.history.get()?.proof,
  });
}

/**
 * The second score of each of the newest days as it was published at 06:00 UTC. Where there was none yet, as before the
 * first start, it is what the model says of the day before. Its inputs are frozen, so only another model changes it.
 */
async function publishedCrypto(
  { scores }: Pick<Stores, "scores">,
  { cryptoDays }: CheckedHistory,
): Promise<readonly CryptoDay[]> {
  const [first, last] = [cryptoDays[0], cryptoDays.at(-1)];
  if (first === undefined || last === undefined) return [];
  const stored = await scores.between(startOf(first.day), rowInstant(last.day));
  const shown = stored.filter((score) => score.hour < rowInstant(dayOf(score.hour)) && isPossible(score));
  const byDay = new Map(shown.map(({ hour, crypto: { score, phase } }) => [dayOf(hour), { score, phase }]));
  return cryptoDays.map((each) => ({ ...each, ...byDay.get(each.day) }));
}

/** Publishes what depends on the scores and the hour too: after a score, and once in an hour without one. */
export async function publishContext({ clock, stores, history, published }: PublishDeps): Promise<void> {
  const checked = history.current;
  if (checked === undefined) return;
  const turned = await turnedSince(stores, checked.rows.at(-1), latestOf(clock));
  published.show({ turned, minute: await readOwnMinute(stores.installation) });
}

export async function publishSources({ stores, published }: PublishSourcesDeps): Promise<void> {
  published.show({ sources: await stores.sources.all() });
}

interface PublishSourcesDeps {
  readonly stores: Pick<Stores, "sources">;
  readonly published: Published;
}

/** The name of the record among the reports. */
export const RECORD = "record";

/** Publishes the record, which is nothing until one has been made. */
export async function publishRecord({ stores, published }: Pick<PublishDeps, "stores" | "published">): Promise<void> {
  const report = await stores.reports.get(RECORD);
  if (report !== undefined) published.record.put(report.record);
}

async function turnedSince(
  { scores }: Pick<Stores, "scores">,
  row: HistoryRow | undefined,
  upTo: Instant,
): Promise<Now["turned"]> {
  const phase = (await scores.newest(upTo))?.btc.phase;
  if (phase === undefined || phase === row?.phase) return undefined;
  const start = await scores.phaseStart(phase, upTo);
  return start === undefined ? undefined : { phase, since: dayOf(start) };
}

/** The key of the minute of the hour at which this installation scores; the schedule draws and stores it at its first run. */
export const OWN_MINUTE = "minute";

/** @returns 0..59; `undefined` before the first run of the schedule */
export async function readOwnMinute(installation: InstallationStore): Promise<number | undefined> {
  const minute = Number((await installation.get(OWN_MINUTE)) ?? Number.NaN);
  return Number.isInteger(minute) && minute >= 0 && minute < 60 ? minute : undefined;
}
