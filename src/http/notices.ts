import type { TrackRecord } from "../backtest/track-record.js";
import type { ChainProof } from "../domain/chain.js";
import type { Revision } from "../domain/history.js";
import type { Change } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";
import type { HistoryContext, PublicExtras } from "../operations/ports.js";

/** The newest of each thing that was shown; `undefined` until it was shown for the first time. */
export interface PublicNotices extends PublicExtras {
  historyContext(): HistoryContext | undefined;
  changes(): readonly Change[] | undefined;
  proof(): ChainProof | undefined;
  revisions(): readonly Revision[] | undefined;
  sources(): readonly SourceState[] | undefined;
  record(): TrackRecord | undefined;
}

/** What is shown beside the score and the 30 days. Bytes are made of it on the first request after a change. */
export function publicNotices(): PublicNotices {
  const historyContext = kept<HistoryContext>();
  const changes = kept<readonly Change[]>();
  const proof = kept<ChainProof>();
  const revisions = kept<readonly Revision[]>();
  const sources = kept<readonly SourceState[]>();
  const record = kept<TrackRecord>();
  return {
    showHistoryContext: historyContext.put,
    showChanges: changes.put,
    showProof: proof.put,
    showRevisions: revisions.put,
    showSources: sources.put,
    showRecord: record.put,
    historyContext: historyContext.get,
    changes: changes.get,
    proof: proof.get,
    revisions: revisions.get,
    sources: sources.get,
    record: record.get,
  };
}

function kept<T>(): { readonly put: (value: T) => void; readonly get: () => T | undefined } {
  let newest: T | undefined;
  return {
    put(value) {
      newest = value;
    },
    get: () => newest,
  };
}
