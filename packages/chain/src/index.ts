// The ledger of a Peak site: how it is written, read and checked. docs/verifying.md has the format to the byte.

export { type Body, type DayBody, isDay, isRevision, type KeyEntry, type RevisionBody } from "./entries.js";
export { FetchFault, type FetchFaultKind, getText, statusFault, type TextAnswer } from "./fetch-text.js";
export { keyIdOf } from "./keys.js";
export {
  LedgerError,
  type LedgerLine,
  LedgerReader,
  type LedgerSigner,
  nextLines,
  type SignedHead,
} from "./ledger.js";
export { type Findings, type Proof, proofOf } from "./proof.js";
export { printFindings, VerifyError, type VerifyOptions, verifySite } from "./verify-site.js";
