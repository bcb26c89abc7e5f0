import { addDays, dayOf } from "../domain/instant.js";
import { collectDays, collectFearGreed } from "./collect-days.js";
import { collectDominance } from "./collect-dominance.js";
import { type CollectMajorsDeps, collectMajors } from "./collect-majors.js";
import type { ModelState } from "./model-state.js";
import type { PublicView } from "./public-view.js";

interface CollectDeps extends CollectMajorsDeps {
  readonly model: ModelState;
  readonly view: PublicView;
}

/**
 * The hourly round: dominance, Fear & Greed, the majors, and whatever the next closing still lacks. The sources
 * differ, so they are asked at the same time; one that fails holds up nothing else.
 */
export async function collect(deps: CollectDeps, signal: AbortSignal): Promise<void> {
  const { lastDay } = deps.model;
  const yesterday = addDays(dayOf(deps.clock.now()), -1);
  await Promise.all([
    refreshDominance(deps, signal),
    refreshFearGreed(deps, signal),
    collectMajors(deps, signal),
    lastDay === undefined ? undefined : collectDays(deps, addDays(lastDay, 1), yesterday, signal),
  ]);
}

async function refreshDominance(deps: CollectDeps, signal: AbortSignal): Promise<void> {
  const seen = await collectDominance(deps, deps.view.quote("btcDominance"), signal);
  if (seen !== undefined) await deps.view.showQuote("btcDominance", seen);
}

async function refreshFearGreed(deps: CollectDeps, signal: AbortSignal): Promise<void> {
  const newest = await collectFearGreed(deps, signal);
  if (newest !== undefined) await deps.view.showQuote("fearGreed", newest);
}
