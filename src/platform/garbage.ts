import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects garbage when it is called: for a process whose objects hold much memory outside of the heap, which V8 does
 * not see and so does not hurry to give back.
 */
export function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void; // only contexts made after the flag was set have it
}
