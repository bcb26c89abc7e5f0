import { recordOfStored } from "../commands.js";
import { parseConfig } from "../config.js";
import { ConfigError } from "../domain/errors.js";
import type { Surroundings } from "./surroundings.js";

/** `peak record`: makes the record of all closed days for the process that answers, beside it on the same database. */
export async function record({ env, parent, stop }: Surroundings): Promise<void> {
  if (parent === undefined) throw new ConfigError(["`peak record` is a part of `peak serve`; see `peak backtest`"]);
  try {
    const made = await recordOfStored(parseConfig(env));
    if (made !== undefined) await parent.send(JSON.stringify(made));
  } catch (error) {
    if (!stop.aborted) throw error; // else nobody waits for the record any more
  }
}
