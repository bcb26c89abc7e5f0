/** Plays scenarios in tests. */

import { madeOnce } from "../made-once.js";
import { SCENARIOS } from "./all-scenarios.js";
import { growPast, play, told } from "./play.js";

/** A scenario of some days takes three to ten seconds, and up to twenty times as long on a busy machine. */
export const PLAYED_WITHIN_MS = 300_000;

/**
 * Plays a scenario on a past that is made once per run.
 *
 * @returns the violated rules, one line each
 * @throws RangeError if no scenario has this name
 */
export async function playNamed(name: string): Promise<readonly string[]> {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) throw new RangeError(`no scenario is called ${name}`);
  const past = await madeOnce("scenario-past", growPast);
  return (await play(scenario, past)).map(told);
}
