/** Every failure that this service knows by name, and how the errors of others are read. */

import { NotEnoughDataError } from "peak-cycle-model";
import { LedgerError } from "peak-cycle-verify";

/** A failure this service knows by name. Anything else that is thrown is a bug. */
export abstract class ServiceError extends Error {
  /** Stable and safe to log; never changes with the wording of the message. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Whether a failure is one that is known by name: of the service, the model or the ledger. */
export function isNamedFailure(error: unknown): error is ServiceError | NotEnoughDataError | LedgerError {
  return [ServiceError, NotEnoughDataError, LedgerError].some((kind) => error instanceof kind);
}

/** One or more settings or arguments are wrong. Ends the process with exit code 2, one line for each fault. */
export class ConfigError extends ServiceError {
  readonly code = "config";
  readonly faults: readonly string[];
  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(faults.join("\n"), options);
    this.faults = faults;
  }
}

/**
 * How a source failed, in this order: it did not answer in time; it asked us to wait; it refused, and would again;
 * its answer has another shape than documented; its answer has a number that cannot be true.
 */
export const SOURCE_FAULTS = ["unreachable", "throttled", "refused", "malformed", "implausible"] as const;

export type SourceFault = (typeof SOURCE_FAULTS)[number];

/** A source gave nothing usable. `detail` is our own wording, never the source's text. */
export class SourceError extends ServiceError {
  readonly code = "source";
  readonly source: string;
  readonly fault: SourceFault;
  constructor(source: string, fault: SourceFault, detail: string, options?: ErrorOptions) {
    super(`${source} is ${fault}: ${detail}`, options);
    this.source = source;
    this.fault = fault;
  }
}

/**
 * Something speaks against what would be published, such as the clock. Nothing was stored; the last published one
 * stays.
 */
export class PublishingHeldError extends ServiceError {
  readonly code = "publishing_held";
}

/** The database did not do what was asked. `cause` carries its own error. */
export class StorageError extends ServiceError {
  readonly code = "storage";
}

/** What was given to import is no whole export, or its history is not sound. Nothing of it stays. */
export class ImportError extends ServiceError {
  readonly code = "import";
}

/** Another process has appended to the ledger since it was read. Nothing was stored: read it again. */
export class LedgerConflictError extends ServiceError {
  readonly code = "ledger_conflict";
}

/** The code of an error of Node or a library, such as `ENOENT`; empty when it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
