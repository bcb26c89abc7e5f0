/** Why the leader has paused publishing, stored for the commands. */

import * as z from "zod";
import type { Db } from "../storage/database.js";
import { getState, putState, readableParts } from "../storage/state.js";

/** Name of the state with the reasons why the leader has paused publishing, as public sentences. */
const HELD = "held";

/**
 * Stores why the leader has paused publishing, for the commands.
 *
 * @param holds empty when publishing resumes
 */
export async function storeHolds(db: Db, holds: readonly string[]): Promise<void> {
  await putState(db, HELD, { troubles: holds });
}

/** Why the leader had paused publishing when it last ran; empty if it had not. */
export async function storedHolds(db: Db): Promise<readonly string[]> {
  const state = (await getState(db, HELD)) ?? {};
  return readableParts(db, HELD, state, { troubles: z.array(z.string()) }).troubles ?? [];
}
