import type { TrackRecord } from "../backtest/track-record.js";
import { proofOf } from "../chain/proof.js";
import type { Announcement } from "../domain/announcement.js";
import type { ChainProof } from "../domain/chain.js";
import { type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import { addDays, dayOf, type Instant, type UtcDay } from "../domain/instant.js";
import { announcementsOf } from "./announcements.js";
import { RECORD } from "./keep-record.js";
import type { Clock, HistoryContext, PublicExtras } from "./ports.js";
import { latestOf } from "./public-view.js";
import { unlessHeld } from "./publishing-holds.js";
import { SERVED_DAYS, servedDays, servedFrom } from "./served-days.js";
import { followSettledRows } from "./settled-rows.js";
import type { ChainStore, InstallationStore, Stores } from "./store-ports.js";

interface PublicDataLoaderDeps {
  readonly clock: Pick<Clock, "now">;
  readonly stores: Stores;
  readonly extras: PublicExtras;
}

export type PublicDataLoader = ReturnType<typeof publicDataLoader>;

/**
 * What the public sees besides the score and the 30 days. Each method reads what is stored and shows it, and throws
 * PublishingHeldError where that is not what was signed; what was shown of it before stays.
 */
export function publicDataLoader({ clock, stores, extras }: PublicDataLoaderDeps) {
  const settledRows = followSettledRows(stores.days);
  let record: TrackRecord | undefined;
  let announcements: readonly Announcement[] | undefined;
  const showHistoryContext = async () => {
    const { newest } = await settledRows();
    extras.showHistoryContext(await readHistoryContext(clock, stores, newest));
  };
  const showSources = async () => extras.showSources(await stores.sources.all());
  const showScripts = async () => extras.showScripts(await stores.scripts.all());

  async function showChain(): Promise<void> {
    extras.showRevisions(await stores.chain.revisions());
    const proof = await readProof(stores.chain);
    if (proof !== undefined) extras.showProof(proof);
  }

  async function showAnnouncements(): Promise<void> {
    const { changes } = await settledRows();
    announcements = await announcementsOf(stores.days, changes, record);
    extras.showAnnouncements(announcements);
  }

  /** The record, which is nothing until one has been made, and the announcements. */
  async function showRecord(): Promise<void> {
    const report = await stores.reports.get(RECORD);
    record = report && (JSON.parse(report.body) as TrackRecord);
    if (record !== undefined) extras.showRecord(record);
    await showAnnouncements();
  }

  return {
    /** Shows everything that is what was signed, and does not throw for the rest. */
    async showAll(): Promise<void> {
      const all = [showHistoryContext, showChain, showSources, showRecord, showScripts];
      for (const show of all) await unlessHeld(show);
    },
    /** After a score, and once in an hour without one: rows and availability. */
    showScores: showHistoryContext,
    /** After a day was closed, signed or revised: rows, announcements, proof and revisions. */
    async showDays(): Promise<void> {
      await showHistoryContext();
      await showAnnouncements();
      await showChain();
    },
    showSources,
    showScripts,
    showRecord,
    /** What was shown of announcements last, newest first; `undefined` before that. */
    announcements: () => announcements,
  };
}

async function readHistoryContext(
  clock: Pick<Clock, "now">,
  stores: Stores,
  settled: HistoryContext["settled"],
): Promise<HistoryContext> {
  const { days, scores, installation } = stores;
  const rows = await days.lastRows(PUBLIC_DAYS + 1);
  const now = clock.now();
  const today = dayOf(now);
  const kept = {
    first: await scores.first(),
    computed: await scores.computedSince(servedFrom(now)),
    rows: await days.rows(addDays(today, 1 - SERVED_DAYS), today),
  };
  return {
    rows,
    phaseSince: await phaseSince(stores, rows.at(-1)),
    turned: await turnedSince(stores, rows.at(-1), latestOf(clock)),
    settled,
    minute: await readOwnMinute(installation),
    served: servedDays(kept, now),
  };
}

async function phaseSince({ days }: Pick<Stores, "days">, newest: HistoryRow | undefined): Promise<UtcDay | undefined> {
  if (newest === undefined) return undefined;
  const before = await days.lastDayOutside(newest.phase);
  const rows = await days.rows(before ?? (0 as UtcDay), newest.day); // with the one before, which is thereby checked too
  return rows[before === undefined ? 0 : 1]?.day;
}

async function turnedSince(
  { scores }: Pick<Stores, "scores">,
  row: HistoryRow | undefined,
  upTo: Instant,
): Promise<HistoryContext["turned"]> {
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

/**
 * The proof for the newest statement. The statement is read first and nothing in the chain ever changes, so all parts
 * belong to it, even while another process signs the next one.
 *
 * @returns `undefined` before the first statement, and without its link
 */
export async function readProof(chain: ChainStore): Promise<ChainProof | undefined> {
  const statement = await chain.newestStatement();
  if (statement === undefined) return undefined;
  const { position } = statement;
  const links = await chain.links(Math.max(0, position - PUBLIC_DAYS), position);
  const proof = proofOf(links.slice(-PUBLIC_DAYS), links.at(-PUBLIC_DAYS - 1), statement);
  return proof && { proof, leaves: await chain.leaves(position), keys: await chain.keys() };
}
