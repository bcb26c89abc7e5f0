import type { AppDeps } from "../../src/app.js";
import { recordOfStored } from "../../src/cli/record.js";
import type { Config } from "../../src/config.js";

/** Makes the record as a process of its own would, in this one. */
export function recordBeside(config: Config): AppDeps["makeRecord"] {
  return async () => {
    const record = await recordOfStored(config);
    if (record === undefined) throw new Error("no day is closed");
    return JSON.stringify(record);
  };
}
