/** The keys of API Pro in memory. */
import { dayOf, type UtcDay } from "peak-cycle-model";
import { isApiKey, lookupOf } from "../../domain/api-key.js";
import { StorageError } from "../../domain/errors.js";
import type { Clock } from "../../platform/clock.js";
import { allApiKeys, noteUse } from "../../storage/api-keys.js";
import type { Db } from "../../storage/database.js";
import type { StoredApiKey } from "../../storage/tables.js";

/**
 * Every instance applies new and revoked keys within this time after a command has stored them: each poll reads them.
 */
export const KEYS_KNOWN_SECONDS = 10;

/**
 * The keys of API Pro, read from the database with every poll, never by a request. While the database is unavailable,
 * the last keys read stay in force.
 */
export class KnownKeys {
  readonly #clock: Clock;
  readonly #db: Db;
  #keys: ReadonlyMap<string, StoredApiKey> = new Map();
  readonly #usedOn = new Map<string, UtcDay>();

  constructor(clock: Clock, db: Db) {
    this.#clock = clock;
    this.#db = db;
  }

  /** Looks up the key in a request and notes that it was used today, or returns what is wrong with it. */
  check(text: string): ValidKey | KeyFault {
    if (!isApiKey(text)) return "malformed";
    const key = this.#keys.get(lookupOf(text).hash);
    if (key === undefined) return "unknown";
    if (key.revokedAt !== null) return "revoked";
    const today = dayOf(this.#clock.now());
    if (key.until !== null && today > key.until) return "expired";
    this.#usedOn.set(key.hash, today);
    return key;
  }

  /** Reads the keys and stores the days of use. @throws StorageError; the keys are then unchanged */
  async refresh(): Promise<void> {
    const keys = await allApiKeys(this.#db);
    this.#keys = new Map(keys.map((key) => [key.hash, key]));
    for (const { hash, lastUsedDay } of keys) {
      const day = this.#usedOn.get(hash);
      if (day !== undefined && (lastUsedDay === null || day > lastUsedDay)) await this.#note(hash, day);
    }
  }

  /** If it cannot be stored now, the next refresh tries again. */
  async #note(hash: string, day: UtcDay): Promise<void> {
    try {
      await noteUse(this.#db, hash, day);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
    }
  }
}

/** What is wrong with a key. */
export type KeyFault = "malformed" | "unknown" | "revoked" | "expired";

/** A key that may be used, and its quota. */
export interface ValidKey {
  readonly hash: string;
  readonly perMinute: number;
}
