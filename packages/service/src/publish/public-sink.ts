import type { TrackRecord } from "peak-cycle-model";
import type { ChainProof } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import type { HistoryRow, Revision } from "../domain/history.js";
import type { Snapshot } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";
import type { StoredScript } from "../storage/script-store.js";
import type { HistoryContext } from "./history-context.js";

/** Receives what the public may see now; answers are made from it, never from the database. */
export interface PublicStateSink {
  showSnapshot(snapshot: Snapshot): void;
  /** @param rows consecutive days, oldest first, at most `PUBLIC_DAYS` */
  showHistory(rows: readonly HistoryRow[]): void;
}

/** Receives what the public may see besides the score and the 30 days. */
export interface PublicExtras {
  showHistoryContext(historyContext: HistoryContext): void;
  /** @param announcements newest first */
  showAnnouncements(announcements: readonly Announcement[]): void;
  showProof(proof: ChainProof): void;
  /** @param revisions in the order of their numbers */
  showRevisions(revisions: readonly Revision[]): void;
  showSources(states: readonly SourceState[]): void;
  showRecord(record: TrackRecord): void;
  /** @param scripts every version of the embed scripts that was ever served */
  showScripts(scripts: readonly StoredScript[]): void;
}
