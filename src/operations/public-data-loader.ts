import type { TrackRecord } from "../backtest/track-record.js";
import type { ChainProof } from "../domain/chain.js";
import { type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import { addDays, dayOf, type UtcDay } from "../domain/instant.js";
import { RECORD } from "./keep-record.js";
import type { Clock, HistoryContext, PublicExtras } from "./ports.js";
import { SERVED_DAYS, servedDays, servedFrom } from "./served-days.js";
import type { ChainStore, Stores } from "./store-ports.js";

/** How many changes the feeds show. */
const FEED_CHANGES = 50;

/** What the public sees besides the score and the 30 days. Each method reads what is stored and shows it. */
export interface PublicDataLoader {
  showAll(): Promise<void>;
  /** After a score, and once in an hour without one: changes and availability. */
  showScores(): Promise<void>;
  /** After a day was closed, signed or revised: rows, proof and revisions. */
  showDays(): Promise<void>;
  showSources(): Promise<void>;
  /** Shows nothing until a record has been made. */
  showRecord(): Promise<void>;
}

export interface PublicDataLoaderDeps {
  readonly clock: Pick<Clock, "now">;
  readonly stores: Stores;
  readonly extras: PublicExtras;
}

export function publicDataLoader({ clock, stores, extras }: PublicDataLoaderDeps): PublicDataLoader {
  const showHistoryContext = async () => extras.showHistoryContext(await readHistoryContext(clock, stores));
  const showChanges = async () => extras.showChanges(await stores.scores.changes(FEED_CHANGES));
  const showSources = async () => extras.showSources(await stores.sources.all());

  async function showChain(): Promise<void> {
    extras.showRevisions(await stores.chain.revisions());
    const proof = await readProof(stores.chain);
    if (proof !== undefined) extras.showProof(proof);
  }

  async function showRecord(): Promise<void> {
    const report = await stores.reports.get(RECORD);
    if (report !== undefined) extras.showRecord(JSON.parse(report.body) as TrackRecord);
  }

  return {
    async showAll() {
      await showHistoryContext();
      await showChanges();
      await showChain();
      await showSources();
      await showRecord();
    },
    async showScores() {
      await showHistoryContext();
      await showChanges();
    },
    async showDays() {
      await showHistoryContext();
      await showChain();
    },
    showSources,
    showRecord,
  };
}

async function readHistoryContext(clock: PublicDataLoaderDeps["clock"], stores: Stores): Promise<HistoryContext> {
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
    minute: minuteOf(await installation.get("minute")),
    served: servedDays(kept, now),
  };
}

async function phaseSince({ days }: Pick<Stores, "days">, newest: HistoryRow | undefined): Promise<UtcDay | undefined> {
  if (newest === undefined) return undefined;
  const before = await days.lastDayOutside(newest.phase);
  const from = before === undefined ? (0 as UtcDay) : addDays(before, 1);
  return (await days.rows(from, newest.day))[0]?.day;
}

/** As `ownMinute` of the schedule stores it; nothing before the schedule has run for the first time. */
function minuteOf(stored: string | undefined): number | undefined {
  const minute = Number(stored ?? Number.NaN);
  return Number.isInteger(minute) && minute >= 0 && minute < 60 ? minute : undefined;
}

/**
 * The proof for the newest statement. The statement is read first and nothing in the chain ever changes, so all parts
 * belong to it, even while another process signs the next one.
 *
 * @returns `undefined` before the first statement
 */
export async function readProof(chain: ChainStore): Promise<ChainProof | undefined> {
  const statement = await chain.newestStatement();
  if (statement === undefined) return undefined;
  const { position } = statement;
  const read = await chain.links(Math.max(0, position - PUBLIC_DAYS), position);
  return {
    links: read.slice(-PUBLIC_DAYS),
    previous: read.at(-PUBLIC_DAYS - 1)?.hash,
    leaves: await chain.leaves(position),
    statement,
    keys: await chain.keys(),
  };
}
