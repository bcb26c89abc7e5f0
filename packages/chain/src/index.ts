// The hash chain over closed days: how it is made, signed and checked. docs/verifying.md has the format to the byte.

// Checks a published site.

export { checkSiteAt, SiteError, type SiteOptions } from "./check-site.js";

// Says what a check has found, and compares it with files kept from earlier.

export { dayFault, type Finding, fault, printable } from "./finding.js";
export { type CheckedChain, type CheckedStore, PROOF_LINKS, proofOf, signedIn } from "./proof.js";
export { KeptFileError, type VerifyFiles, verdict } from "./verdict.js";

// Makes links, and the texts that a key signs.

export { endorsementText, keyIdOf } from "./keys.js";
export { type EntryRow, NO_HASH, nextLink, type PublicRow, sealOf } from "./link.js";
export { type Claim, checkStatement, type KnownChain, readStatement, statementText } from "./statement.js";
export type {
  ChainProof,
  Link,
  Proof,
  PublicKey,
  SignedStatement,
  Statement,
  StoredDay,
  StoredRevision,
  StoredRow,
} from "./types.js";

// Checks stored rows one by one, as a database gives them.

export { type DayCheck, dayCheck, type Raw, type RawDay, storedDayOf } from "./verify-days.js";
export { checkStoredKeys, checkStoredRevisions, dayFindings, statementCheck } from "./verify-stored.js";

// Gets a text over HTTP, in bounded time and size.

export { FetchFault, type FetchFaultKind, getText, statusFault, type TextAnswer } from "./fetch-text.js";
