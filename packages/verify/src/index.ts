/** Writes, reads and checks the ledger of a Peak site. docs/verifying.md specifies the format byte by byte. */

export { appendTo, type LedgerSigner } from "./append.js";
export {
  type Body,
  type DayBody,
  isDay,
  type KeyEntry,
  leafOf,
  type RevisionBody,
  type RevisionEntry,
} from "./entries.js";
export { FetchFault, getText, statusFault, type TextAnswer } from "./fetch-text.js";
export { keyIdOf } from "./keys.js";
export { Ledger, LedgerError, type LedgerLine, type SignedHead } from "./ledger.js";
export { type Proof, proofOf } from "./proof.js";
export {
  EXIT_CODES,
  type Findings,
  printFindings,
  type Verdict,
  VerifyError,
  type VerifyOptions,
  verifySite,
} from "./verify-site.js";
