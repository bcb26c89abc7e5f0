import { type Instant, instantOf, plus, SECOND_MS } from "../domain/instant.js";
import { STALE_MS } from "../domain/score.js";
import type { HistoryContext } from "../operations/ports.js";
import type { HttpDeps } from "./http-deps.js";
import { presentMeta } from "./present/meta.js";
import { MetaReply } from "./schemas/meta.js";

/** What the score stands on, as it was at a moment. */
export interface MetaView {
  readonly at: Instant;
  readonly meta: MetaReply;
  readonly historyContext: HistoryContext | undefined;
  /** When something in it changes that is known beforehand. */
  readonly moments: readonly Instant[];
}

export type MetaDeps = Pick<HttpDeps, "answers" | "notices" | "sources">;

/** Ages are not counted anew more often than this. */
const REFRESH_MS = 30 * SECOND_MS;

/** @returns the view of this moment, the same one for 30 s unless something changes; `undefined` before the first score */
export function metaViews({ answers, notices, sources }: MetaDeps): (now: Instant) => MetaView | undefined {
  let view: MetaView | undefined;
  let of: readonly unknown[] = [];
  return (now) => {
    const snapshot = answers.snapshot();
    if (snapshot === undefined) return undefined;
    const historyContext = notices.historyContext();
    const changes = notices.changes() ?? [];
    const states = notices.sources() ?? [];
    const seen = [snapshot, historyContext, notices.changes(), notices.sources()];
    const isSame = seen.every((each, i) => each === of[i]);
    if (view !== undefined && isSame && holds(view, now)) return view;
    of = seen;
    const meta = MetaReply.parse(presentMeta({ snapshot, historyContext, changes, states, sources }, now));
    view = { at: now, meta, historyContext, moments: momentsOf(meta) };
    return view;
  };
}

function holds({ at, moments }: MetaView, now: Instant): boolean {
  return now >= at && now - at < REFRESH_MS && moments.every((moment) => moment < at || moment >= now);
}

function momentsOf({ updated_at, next }: MetaReply): readonly Instant[] {
  const dues = [next.score_at, next.history_at].flatMap((text) => (text === null ? [] : [instantOf(text)]));
  return [plus(instantOf(updated_at), STALE_MS), ...dues];
}
