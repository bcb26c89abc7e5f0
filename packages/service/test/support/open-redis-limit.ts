import { openLimit, type SharedLimit } from "../../src/http/limit/redis-limit.js";
import { quietLog } from "./quiet-log.js";

/** Longer than in the service, for a busy machine: no test here is about time. */
const COMMAND_MS = 750;

/** The limit in Redis, which it has tried. Rejects with the reason of the first fault, and tries no more. */
export async function openRedisLimit(url: URL, script?: string): Promise<SharedLimit> {
  const log = quietLog();
  const limit = await openLimit(url, log, COMMAND_MS, script);
  if (limit.isShared()) return limit;
  limit.close();
  throw Object.assign(new Error("not shared"), log.lines[0]?.facts);
}
