import { StorageError } from "../domain/errors.js";
import { HOUR_MS } from "../domain/instant.js";
import type { Clock, Health, Stores } from "./ports.js";
import type { PublicView } from "./public-view.js";

/** A score older than this is stale, and an instance with nothing better is not ready. Source: the specification. */
const STALE_MS = 2 * HOUR_MS;

/** Whether this instance can give a current answer: the database answers, and the score is not stale. */
export async function reportHealth(deps: { clock: Clock; stores: Stores; view: PublicView }): Promise<Health> {
  const { score } = deps.view;
  if (score === undefined) return { ready: false, reason: "There is no score yet." };
  if (deps.clock.now() - score.computedAt > STALE_MS)
    return { ready: false, reason: "The score is older than 2 hours." };
  try {
    await deps.stores.ping();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { ready: false, reason: "The database does not answer." };
  }
  return { ready: true, reason: undefined };
}
