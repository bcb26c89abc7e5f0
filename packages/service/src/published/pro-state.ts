import { dayOf, type UtcDay } from "peak-cycle-model";
import { StorageError } from "../domain/errors.js";
import { isApiKey, lookupOf } from "../platform/api-key.js";
import type { Clock } from "../platform/clock.js";
import type { Stores } from "../storage/stores.js";
import type { StoredApiKey } from "../storage/tables.js";

/**
 * The keys of API Pro, read from the database with each poll and never by a request. While the database is silent, what
 * was read last holds.
 */
export class ProState {
  private keys: ReadonlyMap<string, StoredApiKey> = new Map();
  private readonly usedOn = new Map<string, UtcDay>();
  private readonly clock: Pick<Clock, "now">;
  private readonly stored: Stores["keys"];

  constructor(clock: Pick<Clock, "now">, stored: Stores["keys"]) {
    [this.clock, this.stored] = [clock, stored];
  }

  /** Finds the key that a request names, or says what is wrong with it. Notes that it was used today. */
  check(text: string): Pick<StoredApiKey, "hash" | "perMinute"> | KeyFault {
    if (!isApiKey(text)) return "malformed";
    const key = this.keys.get(lookupOf(text).hash);
    if (key === undefined) return "unknown";
    if (key.revokedAt !== null) return "revoked";
    const today = dayOf(this.clock.now());
    if (key.until !== null && today > key.until) return "expired";
    this.usedOn.set(key.hash, today);
    return key;
  }

  /** Reads the keys and notes the days of use. @throws StorageError; then all stays as it was */
  async refresh(): Promise<void> {
    const stored = await this.stored.all();
    this.keys = new Map(stored.map((key) => [key.hash, key]));
    for (const { hash, lastUsedDay } of stored) {
      const day = this.usedOn.get(hash);
      if (day !== undefined && (lastUsedDay === null || day > lastUsedDay)) await this.#note(hash, day);
    }
  }

  /** Where it cannot be stored now, the next reading tries again. */
  async #note(hash: string, day: UtcDay): Promise<void> {
    try {
      await this.stored.noteUse(hash, day);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
    }
  }
}

/** What is wrong with a key. */
export type KeyFault = "malformed" | "unknown" | "revoked" | "expired";
