import { trackRecord } from "peak-cycle-model";
import { ConfigError } from "../domain/errors.js";
import { parseConfig } from "../settings.js";
import { readStores } from "../storage/stores.js";
import type { ProcessContext } from "./process-context.js";

/** `peak record`: makes the record of all closed days for the process that answers, beside it on the same database. */
export async function record({ env, parent, stop }: ProcessContext): Promise<void> {
  if (parent === undefined) throw new ConfigError(["`peak record` is a part of `peak serve`"]);
  try {
    const days = (await readStores(parseConfig(env), (stores) => stores.days.closedDays())) ?? [];
    if (days.length > 0) await parent.send(JSON.stringify(trackRecord(days)));
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}
