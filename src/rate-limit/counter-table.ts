import type { RateLimitResult } from "../operations/ports.js";
import type { Hash64 } from "./keyed-hash.js";
import { allowed, QUOTA, refused, WINDOW_MS } from "./policy.js";
import { age, NO_LOG, type TimestampPool, type WrappedMs } from "./timestamp-pool.js";

/** Counts the requests of the addresses of one table: in the table itself, or in the logs that it points to. */
export interface CounterTable {
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
export function counterTable(table: AddressTable, logs: TimestampPool, base: number): CounterTable {
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

/** Slots of one bucket, 8 bytes each: two cache lines. */
const BUCKET = 16;

/** With so many empty slots an address stays in its first bucket, where it is found soonest. */
const ROOMY = BUCKET / 2;

/** With fewer empty slots it is worth looking for ones that are no longer needed. */
const TIGHT = BUCKET / 4;

const TWO_32 = 2 ** 32;

type AddressTable = ReturnType<typeof addressTable>;

/**
 * One word for each of many addresses, in a fixed number of slots; 8 bytes a slot and 1 byte for 16 of them. An address
 * has two buckets of 16 slots and may lie anywhere in them, so nothing ever moves. With the emptier bucket taken once
 * the first fills up, a million addresses fit 1.31 million slots. Two addresses are taken for one when 32 bits of their
 * hashes agree and they lie in the same bucket: the chance is one in 2^32 for each of 32 neighbors.
 *
 * @param slots a multiple of 16
 */
export function addressTable(slots: number) {
  const cells = new Uint32Array(slots * 2);
  const buckets = slots / BUCKET;
  /** 1 for a bucket whose addresses have been put into their second one: only then it is worth looking there. */
  const spilled = new Uint8Array(buckets);

  const first = ({ high }: Readonly<Hash64>) => Math.floor((high * buckets) / TWO_32);
  const second = ({ high }: Readonly<Hash64>) => {
    const mixed = Math.imul(high ^ (high >>> 16), 0x9e3779b1) >>> 0;
    return Math.floor((mixed * buckets) / TWO_32);
  };

  function findIn(bucket: number, tag: number): number {
    const end = (bucket + 1) * BUCKET;
    for (let slot = end - BUCKET; slot < end; slot++) {
      if (cells[slot * 2] === tag && cells[slot * 2 + 1] !== 0) return slot;
    }
    return -1;
  }

  return {
    slots,
    /** @returns the slot of an address, or -1 */
    find(hash: Readonly<Hash64>): number {
      const bucket = first(hash);
      const slot = findIn(bucket, hash.low);
      return slot === -1 && spilled[bucket] === 1 ? findIn(second(hash), hash.low) : slot;
    },
    /** An empty slot in the first bucket, or in the emptier one; -1 when both are full. `isTight`: both are nearly full. */
    vacancy(hash: Readonly<Hash64>): { readonly slot: number; readonly isTight: boolean } {
      const one = roomIn(cells, first(hash));
      if (one.empty === ROOMY) return { slot: one.slot, isTight: false };
      const other = roomIn(cells, second(hash));
      const better = one.empty >= other.empty ? one : other;
      return { slot: better.slot, isTight: better.empty < TIGHT };
    },
    /** Calls `visit` with each of the 32 slots an address may lie in. */
    neighbors(hash: Readonly<Hash64>, visit: (slot: number) => void): void {
      for (const bucket of [first(hash), second(hash)]) {
        for (let slot = bucket * BUCKET; slot < (bucket + 1) * BUCKET; slot++) visit(slot);
      }
    },
    /** The word of a slot; 0 in an empty one. */
    word: (slot: number): number => cells[slot * 2 + 1] ?? 0,
    put(slot: number, hash: Readonly<Hash64>, word: number): void {
      const bucket = first(hash);
      if (Math.floor(slot / BUCKET) !== bucket) spilled[bucket] = 1;
      cells[slot * 2] = hash.low;
      cells[slot * 2 + 1] = word;
    },
    /** Changes the word of an address that is there; 0 removes it. */
    set(slot: number, word: number): void {
      cells[slot * 2 + 1] = word;
    },
  };
}

/** The first empty slot of a bucket, and how many there are; `ROOMY` at most, more need not be counted. */
function roomIn(cells: Uint32Array, bucket: number): { empty: number; slot: number } {
  const end = (bucket + 1) * BUCKET;
  let empty = 0;
  let found = -1;
  for (let slot = end - BUCKET; slot < end && empty < ROOMY; slot++) {
    if (cells[slot * 2 + 1] !== 0) continue;
    empty++;
    if (found === -1) found = slot;
  }
  return { empty, slot: found };
}
