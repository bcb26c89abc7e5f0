import type { Config } from "../config.js";
import type { Health } from "../operations/ports.js";
import type { KeptScript, ScriptStore } from "../operations/store-ports.js";
import type { Shown, WorkMachine } from "./worker.js";

/** What this process does besides answering, on its open database. */
export interface Work {
  readonly scripts: ScriptStore;
  /** Shows what is stored. */
  restore(): Promise<void>;
  health(): Promise<Health>;
  /** Collects, computes and shows, or shows what others have computed; ends by the signal only, with its reason. */
  run(stop: AbortSignal): Promise<void>;
  /** Closes the database. */
  close(): Promise<void>;
}

export interface WorkDeps extends Shown {
  readonly config: Config;
  readonly machine: WorkMachine;
  /** Given all kept scripts when another instance has added one. */
  readonly keepScripts: (scripts: readonly KeptScript[]) => void;
}
