import { PUBLIC_DAYS } from "../domain/history.js";
import { isStale } from "../domain/score.js";
import type { Snapshot } from "../domain/snapshot.js";
import type { Clock, PublicStateSink } from "../operations/ports.js";
import { type Answer, timedAnswer } from "./answer.js";
import { currentCache, historyCache } from "./cache.js";
import { presentHistory } from "./present/history.js";
import { presentSnapshot } from "./present/snapshot.js";
import { POLICY } from "./rate-fields.js";
import { representationOf } from "./representation.js";
import { EMPTY_SCENE, type Scene, withHistory, withScore } from "./scene.js";
import { CurrentReply } from "./schemas/current.js";
import { HistoryReply } from "./schemas/history.js";

/** What is shown to the public, as bytes. */
export interface PublicAnswers extends PublicStateSink {
  /** `undefined` before the first score. */
  current(): Answer | undefined;
  /** `undefined` until 30 consecutive days are there. */
  history(): Answer | undefined;
  /** What `current` speaks of. */
  snapshot(): Snapshot | undefined;
  /** What pictures show. */
  scene(): Scene;
}

const METERED_JSON = { contentType: "application/json; charset=utf-8", also: POLICY };

/**
 * Builds all bytes when something is shown, never on a request: the current score both as it reads now and as it will
 * read once it is stale. Showing something that breaks the public contract throws, and what was shown before stays.
 */
export function publicAnswers(clock: Clock): PublicAnswers {
  let snapshot: Snapshot | undefined;
  let current: (() => Answer) | undefined;
  let history: (() => Answer) | undefined;
  let scene = EMPTY_SCENE;
  return {
    showSnapshot(shown) {
      current = currentAnswer(clock, shown);
      scene = withScore(scene, shown.score);
      snapshot = shown;
    },
    showHistory(rows) {
      scene = withHistory(scene, rows);
      const newest = rows.length === PUBLIC_DAYS ? rows.at(-1) : undefined;
      if (newest === undefined) {
        history = undefined;
        return;
      }
      const representation = representationOf(JSON.stringify(HistoryReply.parse(presentHistory(rows))));
      history = timedAnswer(clock, METERED_JSON, (now) => ({
        representation,
        cacheControl: historyCache(newest.day, now),
      }));
    },
    current: () => current?.(),
    history: () => history?.(),
    snapshot: () => snapshot,
    scene: () => scene,
  };
}

function currentAnswer(clock: Clock, shown: Snapshot): () => Answer {
  const bytes = (stale: boolean) => representationOf(JSON.stringify(CurrentReply.parse(presentSnapshot(shown, stale))));
  const fresh = bytes(false);
  const stale = bytes(true);
  const { computedAt } = shown.score;
  return timedAnswer(clock, METERED_JSON, (now) => ({
    representation: isStale(computedAt, now) ? stale : fresh,
    cacheControl: currentCache(computedAt, now),
  }));
}
