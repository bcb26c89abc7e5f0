import { randomBytes } from "node:crypto";
import type { RateLimit, RateLimitResult } from "../operations/ports.js";
import { type AddressTable, addressTable } from "./address-table.js";
import { type Hash64, type HashKey, keyedHash } from "./keyed-hash.js";
import { allowed, NO_ROOM, QUOTA, refused, WINDOW_MS } from "./policy.js";
import {
  age,
  HALF_WRAP_MS,
  NO_LOG,
  type TimestampPool,
  timestampPool,
  type WrappedMs,
  wrap,
} from "./timestamp-pool.js";

/** A limit that is kept in this process and answers at once. */
export interface LocalLimit extends RateLimit {
  take(client: string): RateLimitResult;
}

/** How much one limiter may hold. */
interface LimitSizes {
  /** Slots of the table a service starts with, and comes back to after a quiet minute; a multiple of 16. */
  readonly firstSlots: number;
  /** Slots of the table it grows into once, when two buckets of the first are full; a multiple of 16. */
  readonly slots: number;
  /** Exact logs, at most. */
  readonly logs: number;
}

/**
 * The sizes of production, 15.3 bytes an address at a million addresses:
 * table 1,310,720 x (8 + 1/16) = 10,567,680; first table, kept for a minute after growing, 16,384 x (8 + 1/16) = 132,096;
 * logs 81,920 x 56 = 4,587,520; together 15,287,296 bytes, whatever arrives.
 */
export const LIMIT_SIZES: LimitSizes = { firstSlots: 16_384, slots: 1_310_720, logs: 81_920 };

interface MemoryLimitDeps {
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  readonly sizes?: LimitSizes;
  /** Random by default. */
  readonly key?: HashKey;
}

/**
 * A sliding log in memory of fixed size: at most 20 requests in any 60 s per client, to the millisecond. A refused
 * request does not count.
 *
 * An address with one request in the window lies in the table, exactly. From its second on it has an exact log. When
 * all logs are in use it stays in the table and all its requests count as made at its newest: it may wait longer than
 * it had to, and still never gets more than 20 in any 60 s. When the table is full too, the address with the fewest
 * requests among 32 neighbors makes room, never one that is at its limit.
 */
export function memoryLimit({ monotonicMs, sizes = LIMIT_SIZES, key = randomKey() }: MemoryLimitDeps): LocalLimit {
  const hashOf = keyedHash(key);
  let memory = growingMemory(sizes);
  let takenAt = Math.floor(monotonicMs());
  let sweptAt = takenAt;
  return {
    take(client) {
      const now = Math.floor(monotonicMs());
      if (now - takenAt >= WINDOW_MS) {
        memory = growingMemory(sizes); // after a minute without requests there is nothing left to remember
        sweptAt = now;
      } else if (now - sweptAt >= HALF_WRAP_MS) {
        memory.sweep(wrap(now));
        sweptAt = now;
      }
      takenAt = now;
      return memory.take(hashOf(client), now);
    },
  };
}

interface Memory {
  take(hash: Readonly<Hash64>, now: number): RateLimitResult;
  sweep(now: WrappedMs): void;
}

/** Starts with a small table and grows once; the addresses of the first move over when they come back. */
function growingMemory(sizes: LimitSizes): Memory {
  const logs = timestampPool(sizes.logs);
  let current = counterTable(addressTable(sizes.firstSlots), logs, 0);
  let former: CounterTable | undefined;
  let grownAt: number | undefined;

  function insert(hash: Readonly<Hash64>, now: number): boolean {
    const at = wrap(now);
    if (current.insert(hash, at)) return true;
    if (grownAt === undefined) {
      former = current;
      current = counterTable(addressTable(sizes.slots), logs, sizes.firstSlots);
      grownAt = now;
      return current.insert(hash, at);
    }
    return current.makeRoom(hash, at) && current.insert(hash, at);
  }

  return {
    take(hash, now) {
      const at = wrap(now);
      if (grownAt !== undefined && now - grownAt >= WINDOW_MS) former = undefined;
      const here = current.find(hash);
      if (here !== -1) return current.take(here, at);
      const moved = former === undefined ? -1 : current.moveFrom(hash, former, at);
      if (moved !== -1) return current.take(moved, at);
      return insert(hash, now) ? allowed(1, 0) : NO_ROOM;
    },
    sweep: (time) => current.sweep(time),
  };
}

function randomKey(): HashKey {
  const bytes = randomBytes(8);
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}

/** Counts the requests of the addresses of one table: in the table itself, or in the logs that it points to. */
interface CounterTable {
  /** @returns the slot of an address, or -1 */
  find(hash: Readonly<Hash64>): number;
  /** Counts one more request of the address in a slot. */
  take(slot: number, now: WrappedMs): RateLimitResult;
  /** Adds an address with its first request. @returns false when there is no free slot */
  insert(hash: Readonly<Hash64>, now: WrappedMs): boolean;
  /** Moves an address here from another table with the same logs. @returns its slot, or -1 when it is not there */
  moveFrom(hash: Readonly<Hash64>, from: CounterTable, now: WrappedMs): number;
  /** Empties a slot. @returns its word; 0 when nothing is left of it */
  remove(slot: number): number;
  /** Forgets the neighbor with the fewest requests that is under its limit. @returns false when there is none */
  makeRoom(hash: Readonly<Hash64>, now: WrappedMs): boolean;
  /** Forgets everything that has left the window. */
  sweep(now: WrappedMs): void;
}

/** @param base added to a slot to make the owner of a log, so that two counter tables can share the logs */
function counterTable(table: AddressTable, logs: TimestampPool, base: number): CounterTable {
  const { logOf, count, removeExpired, makeRoom, sweep } = slotStore(table, logs, base);

  function insertWord(hash: Readonly<Hash64>, word: number, now: WrappedMs): number {
    let { slot, isTight } = table.vacancy(hash);
    if (isTight) {
      removeExpired(hash, now);
      slot = table.vacancy(hash).slot;
    }
    if (slot !== -1) table.put(slot, hash, word);
    return slot;
  }

  /** For an address that is new, or has one request in the window, or found no log free so far. */
  function takeCounted(slot: number, now: WrappedMs): RateLimitResult {
    const kept = count(slot, now);
    const at = upperBits(table.word(slot));
    const log = kept === 0 ? NO_LOG : logs.open(base + slot, { at, count: kept }, now);
    if (log !== NO_LOG) {
      table.set(slot, loggedWord(log));
      return takeLogged(logs, log, now);
    }
    if (kept >= QUOTA) return refused(age(at, now));
    table.set(slot, countedWord(now, kept + 1));
    return allowed(kept + 1, 0);
  }

  return {
    find: table.find,
    take(slot, now) {
      const log = logOf(slot);
      return log === NO_LOG ? takeCounted(slot, now) : takeLogged(logs, log, now);
    },
    insert: (hash, now) => insertWord(hash, countedWord(now, 1), now) !== -1,
    moveFrom(hash, from, now) {
      const old = from.find(hash);
      if (old === -1) return -1;
      const word = from.remove(old);
      let slot = insertWord(hash, word, now);
      if (slot === -1 && makeRoom(hash, now)) slot = insertWord(hash, word, now);
      if (slot !== -1 && isLogged(word)) logs.transfer(upperBits(word), base + slot);
      return slot;
    },
    remove(slot) {
      const word = table.word(slot);
      const isLost = isLogged(word) && logOf(slot) === NO_LOG;
      table.set(slot, 0);
      return isLost ? 0 : word;
    },
    makeRoom,
    sweep,
  };
}

function takeLogged(logs: TimestampPool, log: number, now: WrappedMs): RateLimitResult {
  const before = logs.count(log, now);
  if (before >= QUOTA) return refused(logs.oldestAge(log, now));
  logs.add(log, now);
  return allowed(before + 1, logs.oldestAge(log, now));
}

/** The low 5 bits of a word: a count of 1..20, or this mark, and then the other 27 bits are the index of a log. */
const LOGGED = 31;

/** A word for `count` requests, all at one time. @param count 1..20 */
function countedWord(at: WrappedMs, count: number): number {
  return ((at << 5) | count) >>> 0;
}

function loggedWord(log: number): number {
  return ((log << 5) | LOGGED) >>> 0;
}

function isLogged(word: number): boolean {
  return (word & LOGGED) === LOGGED;
}

/** The time of a counted word, or the log of a logged one. */
function upperBits(word: number): number {
  return word >>> 5;
}

/**
 * The slots of a table: what each still counts, and forgetting those that count nothing.
 *
 * @param base added to a slot to make the owner of a log
 */
function slotStore(table: AddressTable, logs: TimestampPool, base: number) {
  /** The log of a slot, or `NO_LOG`: also when the log has been given to another address meanwhile. */
  function logOf(slot: number): number {
    const word = table.word(slot);
    const log = upperBits(word);
    return isLogged(word) && logs.isOf(log, base + slot) ? log : NO_LOG;
  }

  /** Requests of a slot within the window. */
  function count(slot: number, now: WrappedMs): number {
    const log = logOf(slot);
    if (log !== NO_LOG) return logs.count(log, now);
    const word = table.word(slot);
    return isLogged(word) || age(upperBits(word), now) >= WINDOW_MS ? 0 : word & LOGGED;
  }

  function clear(slot: number): void {
    const log = logOf(slot);
    if (log !== NO_LOG) logs.release(log);
    table.set(slot, 0);
  }

  function removeIfExpired(slot: number, now: WrappedMs): void {
    if (table.word(slot) !== 0 && count(slot, now) === 0) clear(slot);
  }

  return {
    logOf,
    count,
    /** Removes the neighbors of an address whose requests have all left the window. */
    removeExpired(hash: Readonly<Hash64>, now: WrappedMs): void {
      table.neighbors(hash, (slot) => removeIfExpired(slot, now));
    },
    makeRoom(hash: Readonly<Hash64>, now: WrappedMs): boolean {
      let victim = -1;
      let fewest = QUOTA;
      table.neighbors(hash, (slot) => {
        const here = count(slot, now);
        if (here >= fewest) return;
        fewest = here;
        victim = slot;
      });
      if (victim !== -1) clear(victim);
      return victim !== -1;
    },
    sweep(now: WrappedMs): void {
      for (let slot = 0; slot < table.slots; slot++) removeIfExpired(slot, now);
      logs.sweep(now);
    },
  };
}
