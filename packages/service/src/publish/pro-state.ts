import { dayOf, type UtcDay } from "peak-cycle-model";
import { isApiKey, lookupOf } from "../platform/api-key.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { StoredApiKey } from "../storage/key-store.js";
import type { Stores } from "../storage/stores.js";

/**
 * The keys of API Pro, read from the database every few seconds and never by a request. While the database is silent, what
 * was read last holds.
 */
export class ProState {
  private keys: ReadonlyMap<string, StoredApiKey> = new Map();
  private readonly usedOn = new Map<string, UtcDay>();
  private readonly deps: ProDeps;

  constructor(deps: ProDeps) {
    this.deps = deps;
  }

  /** Finds the key that a request names, or says what is wrong with it. Notes that it was used today. */
  check(text: string): Pick<StoredApiKey, "hash" | "perMinute"> | KeyFault {
    if (!isApiKey(text)) return "malformed";
    const key = this.keys.get(lookupOf(text).hash);
    if (key === undefined) return "unknown";
    if (key.revokedAt !== undefined) return "revoked";
    const today = dayOf(this.deps.clock.now());
    if (key.until !== undefined && today > key.until) return "expired";
    this.usedOn.set(key.hash, today);
    return key;
  }

  /** Reads the keys and notes the days of use. @throws StorageError; then all stays as it was */
  async refresh(): Promise<void> {
    const { keys } = this.deps.stores();
    const stored = await keys.all();
    this.keys = new Map(stored.map((key) => [key.hash, key]));
    for (const { hash, lastUsedDay = Number.NEGATIVE_INFINITY } of stored) {
      const day = this.usedOn.get(hash);
      if (day !== undefined && day > lastUsedDay) await keys.noteUse(hash, day);
    }
  }

  /** Reads again and again until the signal. Logs once that the database does not answer, however long, and once that it does. */
  async keepReading(stop: AbortSignal): Promise<void> {
    const { clock, log } = this.deps;
    let isSilent = false;
    for (;;) {
      await clock.sleep(PAUSE_MS, stop).catch(() => undefined);
      if (stop.aborted) return;
      try {
        await this.refresh();
        if (isSilent) log.info({}, "keys of API Pro are read again");
        isSilent = false;
      } catch (error) {
        if (!isSilent) log.warn({ error }, "keys of API Pro cannot be read");
        isSilent = true;
      }
    }
  }
}

interface ProDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** A function, since a first start closes the database and opens it again. */
  readonly stores: () => Pick<Stores, "keys">;
}

/** A key that was added or revoked is known everywhere within 30 s, also when one read fails. */
const PAUSE_MS = 10_000;

/** What is wrong with a key. */
export type KeyFault = "malformed" | "unknown" | "revoked" | "expired";
