import { dayOf, HOUR_MS, type Instant, type PhaseKey, plus, type UtcDay } from "peak-cycle-model";
import { StorageError } from "../domain/errors.js";
import { type HourlyScore, isPossible } from "../domain/snapshot.js";
import { waitAtMost } from "../ingest/timing.js";
import { readApiKey } from "../platform/api-key.js";
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
  /** Numbers of the last read, and of that whose keys are known. */
  private begun = 0;
  private shown = 0;
  private isSilent = false;

  constructor(deps: ProDeps) {
    this.deps = deps;
  }

  /** The hourly scores of this installation, oldest first. */
  get scores(): readonly PastScore[] {
    return this.known;
  }

  /** Finds the key that a request names, or says what is wrong with it. Notes that it was used today. */
  check(text: string): StoredApiKey | KeyFault {
    const read = readApiKey(text);
    if (read === undefined) return "malformed";
    const key = this.keys.get(read.hash);
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
    this.begun += 1;
    const read = this.begun;
    const stored = await keys.all();
    if (read < this.shown) return; // a lost read has come after a later one
    this.shown = read;
    this.keys = new Map(stored.map((key) => [key.hash, key]));
    const stretch = await scores.between(this.nextHour(), plus(this.deps.clock.now(), HOUR_MS));
    const newer = stretch.filter((score) => score.hour >= this.nextHour() && isPossible(score)); // another read may have been quicker
    if (newer.length > 0) this.known = [...this.known, ...newer.map(pastScore)];
    for (const { hash, lastUsedDay = Number.NEGATIVE_INFINITY } of stored) {
      const day = this.usedOn.get(hash);
      if (day !== undefined && day > lastUsedDay) await keys.noteUse(hash, day);
    }
  }

  /** Of the first score that is not known. */
  private nextHour(): Instant {
    const last = this.known.at(-1);
    return last === undefined ? (0 as Instant) : plus(last.hour, HOUR_MS);
  }

  /** Reads again and again until the signal. A read that is lost does not hold up the next one, and two wait for a silent database. */
  async keepReading(stop: AbortSignal): Promise<void> {
    const { clock, random } = this.deps;
    let underWay = 0;
    for (;;) {
      await clock.sleep(PAUSE_MS + random() * JITTER_MS, stop).catch(() => undefined);
      if (stop.aborted) return;
      if (underWay === MAX_READS) continue;
      underWay += 1;
      const reading = this.tryToRefresh().finally(() => {
        underWay -= 1;
      });
      await waitAtMost(clock, READ_MS, reading);
    }
  }

  /** Logs once that the keys cannot be read, however long, and once that they can be read again. */
  private async tryToRefresh(): Promise<void> {
    const { log } = this.deps;
    try {
      await this.refresh();
      if (this.isSilent) log.info({}, "keys of API Pro are read again");
      this.isSilent = false;
    } catch (error) {
      if (!(error instanceof StorageError)) log.error({ error }, "keys of API Pro cannot be read");
      else if (!this.isSilent) log.warn({ reason: error.message }, "keys of API Pro cannot be read");
      this.isSilent = true;
    }
  }
}

interface ProDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1. */
  readonly random: () => number;
  /** A function, since a first start closes the database and opens it again. */
  readonly stores: () => Pick<Stores, "keys" | "scores">;
}

/**
 * A key that was added or revoked is known everywhere within 30 s, also when one read fails or is lost: a read takes 5 s at most, and the
 * next one begins 10 s later at most.
 */
const READ_MS = 5000;
const PAUSE_MS = 8000;
const JITTER_MS = 2000;

/** Of the three connections to PostgreSQL one is left to others. */
const MAX_READS = 2;

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

function pastScore({ hour, computedAt, modelVersion, btc, btcPriceUsd }: HourlyScore): PastScore {
  return { hour, computedAt, modelVersion, score: btc.score, phase: btc.phase, btcPriceUsd };
}
