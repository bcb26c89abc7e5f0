/** The service's expected errors, and helpers for reading errors of Node and libraries. */

import { NotEnoughDataError } from "peak-cycle-model";
import { LedgerError, VerifyError } from "peak-cycle-verify";

/** An expected failure. Anything else that is thrown is a bug. */
export abstract class ServiceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Whether this is an expected failure of the service, the model, the ledger or the verifier. */
export function isNamedFailure(error: unknown): error is Error {
  return [ServiceError, NotEnoughDataError, LedgerError, VerifyError].some((kind) => error instanceof kind);
}

/** One or more settings or arguments are wrong. The process exits with code 2 and one line per fault. */
export class ConfigError extends ServiceError {
  readonly faults: readonly string[];
  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(faults.join("\n"), options);
    this.faults = faults;
  }
}

/**
 * How a source failed, in this order: no response in time; it asked us to wait; it refused and would refuse again; the
 * response has an undocumented shape; a number in it is impossible. Or the source was not queried, because it quotes in
 * tether, whose rate is unknown.
 */
export const SOURCE_FAULTS = ["unreachable", "throttled", "refused", "malformed", "implausible", "not_asked"] as const;

export type SourceFault = (typeof SOURCE_FAULTS)[number];

/** A fault in words, for terminals and logs. */
export function faultWords(fault: SourceFault): string {
  return fault === "not_asked" ? "not asked: the rate of tether is unknown" : fault;
}

/** A source returned nothing usable. `detail` is our wording, never the source's text. */
export class SourceError extends ServiceError {
  readonly source: string;
  readonly fault: SourceFault;
  /** What the operator can do, if the source has refused permanently; `undefined` if it may recover by itself. */
  readonly remedy: string | undefined;
  /** Whether it refused because it does not have what was requested. */
  readonly isUnlisted: boolean;
  constructor(source: string, fault: SourceFault, detail: string, more: SourceErrorOptions = {}) {
    const what = fault === "not_asked" ? `not asked: ${detail}` : `${detail} (${fault})`;
    super(`${source}: ${what}${more.remedy === undefined ? "" : `: ${more.remedy}`}`, more);
    this.source = source;
    this.fault = fault;
    this.remedy = more.remedy;
    this.isUnlisted = more.isUnlisted ?? false;
  }
}

interface SourceErrorOptions extends ErrorOptions {
  readonly remedy?: string | undefined;
  readonly isUnlisted?: boolean | undefined;
}

/**
 * Evidence, such as the clock, contradicts what would be published. Nothing was stored, and the published values are
 * unchanged.
 */
export class PublishingHeldError extends ServiceError {}

/** Why nothing is published: the sources contradict the clock, or the ledger differs from what was signed. */
export const HOLD_REASONS = ["clock", "chain"] as const;

export type HoldReason = (typeof HOLD_REASONS)[number];

/** A number breaks the public contract. Nothing was stored, and the published values are unchanged. */
export class NotPublishableError extends ServiceError {}

/** A database operation failed. `cause` is the database's error. */
export class StorageError extends ServiceError {}

/** The input of import is not a complete export, or its history does not verify. Nothing was imported. */
export class ImportError extends ServiceError {}

/** Another process has appended to the ledger since it was read. Nothing was stored; read it again. */
export class LedgerConflictError extends ServiceError {}

/** The code of an error from Node or a library, such as `ENOENT`; empty if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The message of any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
