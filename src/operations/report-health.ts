import { StorageError } from "../domain/errors.js";
import { isStale } from "../domain/score.js";
import type { Clock, Health } from "./ports.js";
import type { PublicView } from "./public-view.js";
import type { Stores } from "./store-ports.js";

/** Whether this instance can give a current answer: the database answers, and the score is not stale. */
export async function reportHealth(deps: { clock: Clock; stores: Stores; view: PublicView }): Promise<Health> {
  const { score } = deps.view;
  if (score === undefined) return { ready: false, reason: "There is no score yet." };
  if (isStale(score.computedAt, deps.clock.now())) return { ready: false, reason: "The score is older than 2 hours." };
  try {
    await deps.stores.ping();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { ready: false, reason: "The database does not answer." };
  }
  return { ready: true, reason: undefined };
}
