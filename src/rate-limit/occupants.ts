import type { AddressTable } from "./address-table.js";
import { type ExactLogs, NONE } from "./exact-logs.js";
import type { Hash64 } from "./keyed-hash.js";
import { QUOTA } from "./policy.js";
import { age, type Tick, WINDOW_MS } from "./ticks.js";

/** The low 5 bits of a word: a count of 1..20, or this mark, and then the other 27 bits are the index of a log. */
const LOGGED = 31;

/** A word for `count` requests, all at one tick. @param count 1..20 */
export function countedWord(at: Tick, count: number): number {
  return ((at << 5) | count) >>> 0;
}

export function loggedWord(log: number): number {
  return ((log << 5) | LOGGED) >>> 0;
}

export function isLogged(word: number): boolean {
  return (word & LOGGED) === LOGGED;
}

/** The tick of a counted word, or the log of a logged one. */
export function upperBits(word: number): number {
  return word >>> 5;
}

/** Who lies in the slots of a table, and for how long still. */
export interface Occupants {
  /** The log of a slot, or `NONE`: also when the log has been given to another address meanwhile. */
  logOf(slot: number): number;
  /** Requests of a slot within the window. */
  count(slot: number, now: Tick): number;
  /** Forgets those of an address's neighbors whose requests have all left the window. */
  tidy(hash: Readonly<Hash64>, now: Tick): void;
  /** Forgets the neighbor with the fewest requests that is under its limit. @returns false when there is none */
  makeRoom(hash: Readonly<Hash64>, now: Tick): boolean;
  /** Forgets everything that has left the window. */
  sweep(now: Tick): void;
}

/** @param base added to a slot to make the owner of a log */
export function occupants(table: AddressTable, logs: ExactLogs, base: number): Occupants {
  function logOf(slot: number): number {
    const word = table.word(slot);
    const log = upperBits(word);
    return isLogged(word) && logs.isOf(log, base + slot) ? log : NONE;
  }

  function count(slot: number, now: Tick): number {
    const log = logOf(slot);
    if (log !== NONE) return logs.count(log, now);
    const word = table.word(slot);
    return isLogged(word) || age(upperBits(word), now) >= WINDOW_MS ? 0 : word & LOGGED;
  }

  function forget(slot: number): void {
    const log = logOf(slot);
    if (log !== NONE) logs.release(log);
    table.set(slot, 0);
  }

  function forgetSpent(slot: number, now: Tick): void {
    if (table.word(slot) !== 0 && count(slot, now) === 0) forget(slot);
  }

  return {
    logOf,
    count,
    tidy: (hash, now) => table.neighbors(hash, (slot) => forgetSpent(slot, now)),
    makeRoom(hash, now) {
      let victim = -1;
      let fewest = QUOTA;
      table.neighbors(hash, (slot) => {
        const here = count(slot, now);
        if (here >= fewest) return;
        fewest = here;
        victim = slot;
      });
      if (victim !== -1) forget(victim);
      return victim !== -1;
    },
    sweep(now) {
      for (let slot = 0; slot < table.slots; slot++) forgetSpent(slot, now);
      logs.sweep(now);
    },
  };
}
