import { dayOf, HOUR_MS, type Instant, type PhaseKey, plus, type UtcDay } from "peak-cycle-model";
import { type HourlyScore, isPossible } from "../domain/snapshot.js";
import { isApiKey, lookupOf } from "../platform/api-key.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { StoredApiKey } from "../storage/key-store.js";
import type { Stores } from "../storage/stores.js";

/**
 * What API Pro answers from: the keys and the hourly scores, read from the database every few seconds and never by a request.
 * While the database is silent, what was read last holds.
 */
export class ProState {
  private keys: ReadonlyMap<string, StoredApiKey> = new Map();
  private readonly usedOn = new Map<string, UtcDay>();
  private known: readonly PastScore[] = [];
  private readonly deps: ProDeps;

  constructor(deps: ProDeps) {
    this.deps = deps;
  }

  /** The hourly scores of this installation, oldest first. */
  get scores(): readonly PastScore[] {
    return this.known;
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

  /** Reads the keys and the scores that are new, and notes the days of use. @throws StorageError; then all stays as it was */
  async refresh(): Promise<void> {
    const { keys, scores } = this.deps.stores();
    const stored = await keys.all();
    this.keys = new Map(stored.map((key) => [key.hash, key]));
    const last = this.known.at(-1);
    const nextHour = last === undefined ? (0 as Instant) : plus(last.hour, HOUR_MS);
    const newer = (await scores.between(nextHour, plus(this.deps.clock.now(), HOUR_MS))).filter(isPossible);
    if (newer.length > 0) this.known = [...this.known, ...newer.map(pastScore)];
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
  readonly stores: () => Pick<Stores, "keys" | "scores">;
}

/** A key that was added or revoked is known everywhere within 30 s, also when one read fails. */
const PAUSE_MS = 10_000;

/** What is wrong with a key. */
export type KeyFault = "malformed" | "unknown" | "revoked" | "expired";

/** A score as it was published, of an hour. Few fields: there are 8,760 a year. */
export interface PastScore {
  readonly hour: Instant;
  readonly computedAt: Instant;
  readonly modelVersion: string;
  readonly score: number;
  readonly phase: PhaseKey;
  readonly btcPriceUsd: number;
}

/** What is kept of an hourly score. */
export function pastScore({ hour, computedAt, modelVersion, btc, btcPriceUsd }: HourlyScore): PastScore {
  return { hour, computedAt, modelVersion, score: btc.score, phase: btc.phase, btcPriceUsd };
}
