import { soleWork } from "./sole-work.js";
import type { Work, WorkDeps } from "./work.js";

/** Opens the database and what works on it. @throws StorageError with a sentence for the operator */
export async function openWork(deps: WorkDeps): Promise<Work> {
  if (deps.config.databaseUrl === undefined) return soleWork(deps);
  return (await import("./shared-work.js")).sharedWork(deps); // a process on SQLite does not pay for it
}
