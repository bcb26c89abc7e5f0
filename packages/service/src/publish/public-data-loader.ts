import type { TrackRecord } from "peak-cycle-model";
import { addDays, dayOf, type Instant, type UtcDay } from "peak-cycle-model";
import type { Announcement } from "../domain/announcement.js";
import { type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import { type CheckedHistory, chainProof } from "../history/checked-history.js";
import { RECORD } from "../history/keep-record.js";
import { SERVED_DAYS, servedDays, servedFrom } from "../history/served-days.js";
import type { Clock } from "../platform/clock.js";
import type { InstallationStore } from "../storage/latest-stores.js";
import type { Stores } from "../storage/stores.js";
import { announcementsOf } from "./announcements.js";
import type { HistoryContext } from "./history-context.js";
import type { PublicExtras } from "./public-sink.js";
import { latestOf } from "./public-view.js";

interface PublicDataLoaderDeps {
  readonly clock: Pick<Clock, "now">;
  readonly stores: Pick<Stores, "scores" | "sources" | "scripts" | "reports" | "installation">;
  /** `undefined` until one was found to be what was signed. */
  readonly history: () => CheckedHistory | undefined;
  readonly extras: PublicExtras;
}

export type PublicDataLoader = ReturnType<typeof publicDataLoader>;

/** What the public sees besides the score and the 30 days. Each method reads what is stored or checked, and shows it. */
export function publicDataLoader({ clock, stores, history, extras }: PublicDataLoaderDeps) {
  let announcements: readonly Announcement[] | undefined;
  const showHistoryContext = async () => {
    const checked = history();
    if (checked !== undefined) extras.showHistoryContext(await readHistoryContext(clock, stores, checked));
  };
  const showSources = async () => extras.showSources(await stores.sources.all());
  const showScripts = async () => extras.showScripts(await stores.scripts.all());

  /** After a day was closed, signed or revised: rows, announcements, proof and revisions. */
  async function showDays(): Promise<void> {
    const checked = history();
    if (checked === undefined) return;
    await showHistoryContext();
    announcements = announcementsOf(checked);
    extras.showAnnouncements(announcements);
    extras.showRevisions(checked.revisions);
    const proof = chainProof(checked);
    if (proof !== undefined) extras.showProof(proof);
  }

  /** The record, which is nothing until one has been made. */
  async function showRecord(): Promise<void> {
    const report = await stores.reports.get(RECORD);
    if (report !== undefined) extras.showRecord(JSON.parse(report.body) as TrackRecord);
  }

  return {
    async showAll(): Promise<void> {
      for (const show of [showDays, showSources, showRecord, showScripts]) await show();
    },
    /** After a score, and once in an hour without one: rows and availability. */
    showScores: showHistoryContext,
    showDays,
    showSources,
    showScripts,
    showRecord,
    /** What was shown of announcements last, newest first; `undefined` before that. */
    announcements: () => announcements,
  };
}

async function readHistoryContext(
  clock: Pick<Clock, "now">,
  stores: PublicDataLoaderDeps["stores"],
  { rows, settled }: CheckedHistory,
): Promise<HistoryContext> {
  const { scores, installation } = stores;
  const now = clock.now();
  const today = dayOf(now);
  const kept = {
    first: await scores.first(),
    computed: await scores.computedSince(servedFrom(now)),
    rows: rows.slice(-SERVED_DAYS).filter(({ day }) => day > addDays(today, -SERVED_DAYS) && day <= today),
  };
  return {
    rows: rows.slice(-PUBLIC_DAYS - 1),
    phaseSince: phaseSince(rows),
    turned: await turnedSince(stores, rows.at(-1), latestOf(clock)),
    settled: settled.newest,
    minute: await readOwnMinute(installation),
    served: servedDays(kept, now),
  };
}

/** The day of the first of the newest rows that are all of one phase. */
function phaseSince(rows: readonly HistoryRow[]): UtcDay | undefined {
  return rows[rows.findLastIndex(({ phase }) => phase !== rows.at(-1)?.phase) + 1]?.day;
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
