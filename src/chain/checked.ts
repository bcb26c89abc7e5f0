import type { Finding } from "./finding.js";
import type { Proof } from "./proof.js";
import type { EntryRow } from "./read-entry.js";
import type { KnownChain } from "./verify-statement.js";

/** A chain that was looked at, with what else may be asked about it. */
export interface Checked {
  readonly findings: readonly Finding[];
  readonly chain: KnownChain;
  /** What the chain says of history rows, by date: of the dates asked for, or of all that are shown. */
  readonly rows: ReadonlyMap<string, EntryRow>;
  /** Its end, to be kept; `undefined` when nothing is signed. */
  readonly proof: Proof | undefined;
}
