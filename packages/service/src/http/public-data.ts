import { EMPTY_RENDER_STATE } from "peak-cycle-drawing";
import type { Instant, TrackRecord } from "peak-cycle-model";
import type { ChainProof } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import type { HistoryRow, Revision } from "../domain/history.js";
import type { Snapshot } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";
import type { FirstStart } from "../ingest/backfill-steps.js";
import type { Clock } from "../platform/clock.js";
import type { HistoryContext } from "../publish/history-context.js";
import type { StoredScript } from "../storage/script-store.js";
import { cyclePast } from "./cycle-past.js";
import { currentContent } from "./endpoints/current.js";
import { historyContent } from "./endpoints/history.js";
import type { PublicData } from "./http-deps.js";
import { shallowMemo } from "./memoized-response.js";
import { POLICY_HEADERS } from "./problems.js";
import { withCycle, withHistory, withScore } from "./render-state.js";
import { type Content, JSON_HEADERS, type ResponseVariants, withHeaders } from "./response-variants.js";

/**
 * Holds what is published. The bytes of the two metered responses are built when something is shown, never on a
 * request; those of all others on the first request after a change. A score or a history that breaks the public
 * contract throws, and what was shown before stays.
 */
export function publicData(clock: Clock): PublicData {
  let snapshot: Snapshot | undefined;
  let current: (() => ResponseVariants) | undefined;
  let history: (() => ResponseVariants) | undefined;
  let historyRows: readonly HistoryRow[] | undefined;
  let renderState = EMPTY_RENDER_STATE;
  const historyContext = newest<HistoryContext>();
  const announcements = newest<readonly Announcement[]>();
  const proof = newest<ChainProof>();
  const revisions = newest<readonly Revision[]>();
  const sources = newest<readonly SourceState[]>();
  const record = newest<TrackRecord>();
  const scripts = newest<readonly StoredScript[]>();
  const firstStart = newest<FirstStart | "elsewhere">();
  /** Called once for each score, row or record. The live price, which changes every minute, is no part of the long chart. */
  const updateCycle = (): void => {
    const shown = record.get();
    const { rows = [], settled = [] } = historyContext.get() ?? {};
    const past = shown && snapshot && cyclePast({ record: shown, rows, settled, score: snapshot.score });
    renderState = withCycle(renderState, past);
  };
  return {
    showSnapshot(shown) {
      current = timedResponse(clock, currentContent(shown));
      renderState = withScore(renderState, shown.score);
      const isNewScore = snapshot?.score.computedAt !== shown.score.computedAt;
      snapshot = shown;
      if (isNewScore) updateCycle();
    },
    showHistory(rows) {
      renderState = withHistory(renderState, rows);
      const contentAt = historyContent(rows);
      history = contentAt && timedResponse(clock, contentAt);
      historyRows = history && rows;
    },
    showHistoryContext(shown) {
      historyContext.put(shown);
      updateCycle();
    },
    showAnnouncements: announcements.put,
    showProof: proof.put,
    showRevisions: revisions.put,
    showSources: sources.put,
    showRecord(shown) {
      record.put(shown);
      updateCycle();
    },
    showScripts: scripts.put,
    showFirstStart: firstStart.put,
    firstStart: firstStart.get,
    snapshot: () => snapshot,
    currentResponse: () => current?.(),
    historyResponse: () => history?.(),
    historyRows: () => historyRows,
    renderState: () => renderState,
    historyContext: historyContext.get,
    announcements: announcements.get,
    proof: proof.get,
    revisions: revisions.get,
    sources: sources.get,
    record: record.get,
    scripts: scripts.get,
  };
}

const METERED_HEADERS = { ...JSON_HEADERS, extra: POLICY_HEADERS };

/** A metered response, whose content depends on the time. Its headers are rebuilt only when something in them changes. */
function timedResponse(clock: Clock, contentAt: (now: Instant) => Content): () => ResponseVariants {
  let checkedAt: Instant | undefined;
  let variants: ResponseVariants | undefined;
  const variantsOf = shallowMemo((content: Content) => withHeaders(content, METERED_HEADERS));
  return () => {
    const now = clock.now();
    if (variants !== undefined && now === checkedAt) return variants;
    checkedAt = now;
    variants = variantsOf(contentAt(now));
    return variants;
  };
}

function newest<T>(): { readonly put: (value: T) => void; readonly get: () => T | undefined } {
  let value: T | undefined;
  return {
    put(next) {
      value = next;
    },
    get: () => value,
  };
}
