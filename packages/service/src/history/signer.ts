/** Who signs the history, and what remembers outside of the database that it was signed. */

import type { SignedStatement } from "peak-cycle-verify";

/** The private key of this installation. */
export interface Signer {
  readonly keyId: string;
  /** As in `PublicKey`. */
  readonly x: string;
  /** Earlier keys that it still has, by their ids: they can endorse the present one. */
  readonly former: ReadonlyMap<string, (text: string) => string>;
  /** Ed25519 over the text in UTF-8, base64url. */
  sign(text: string): string;
}

/**
 * What is remembered outside of the database, so that nobody who can write to the database alone can remove the end of
 * the history unnoticed.
 */
export interface SignedMemory {
  /** Where it is, for the operator. */
  readonly place: string;
  /** The newest statements that this process and that the place remembers. @throws ConfigError */
  read(): Promise<readonly SignedStatement[]>;
  /** The newest statement that was signed or found sound. Never fails: where nothing can be kept, a line in the log says so once. */
  keep(statement: SignedStatement): Promise<void>;
}
