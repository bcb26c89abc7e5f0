import type { RateLimitResult } from "../operations/ports.js";
import type { AddressTable } from "./address-table.js";
import { type ExactLogs, NONE } from "./exact-logs.js";
import type { Hash64 } from "./keyed-hash.js";
import { countedWord, isLogged, loggedWord, occupants, upperBits } from "./occupants.js";
import { QUOTA } from "./policy.js";
import { age, type Tick } from "./ticks.js";
import { allowed, refused } from "./verdicts.js";

/** What is known of the addresses of one table: requests counted there, and in the logs it points to. */
export interface Ledger {
  /** @returns the slot of an address, or -1 */
  find(hash: Readonly<Hash64>): number;
  /** Counts one more request of the address in a slot. */
  take(slot: number, now: Tick): RateLimitResult;
  /** Writes down the first request of an address. @returns false when there is no free slot */
  enter(hash: Readonly<Hash64>, now: Tick): boolean;
  /** Takes an address over from another ledger with the same logs. @returns its slot, or -1 when it is not there */
  adopt(hash: Readonly<Hash64>, from: Ledger, now: Tick): number;
  /** Gives up a slot. @returns its word; 0 when nothing is left of it */
  leave(slot: number): number;
  /** Forgets the neighbor with the fewest requests that is under its limit. @returns false when there is none */
  makeRoom(hash: Readonly<Hash64>, now: Tick): boolean;
  /** Forgets everything that has left the window. */
  sweep(now: Tick): void;
}

/** @param base added to a slot to make the owner of a log, so that two ledgers can share the logs */
export function ledger(table: AddressTable, logs: ExactLogs, base: number): Ledger {
  const { logOf, count, tidy, makeRoom, sweep } = occupants(table, logs, base);

  function place(hash: Readonly<Hash64>, word: number, now: Tick): number {
    let { slot, isTight } = table.vacancy(hash);
    if (isTight) {
      tidy(hash, now);
      slot = table.vacancy(hash).slot;
    }
    if (slot !== -1) table.put(slot, hash, word);
    return slot;
  }

  /** For an address that is new, or has one request in the window, or found no log free so far. */
  function takeCounted(slot: number, now: Tick): RateLimitResult {
    const kept = count(slot, now);
    const at = upperBits(table.word(slot));
    const log = kept === 0 ? NONE : logs.open(base + slot, { at, count: kept }, now);
    if (log !== NONE) {
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
      return log === NONE ? takeCounted(slot, now) : takeLogged(logs, log, now);
    },
    enter: (hash, now) => place(hash, countedWord(now, 1), now) !== -1,
    adopt(hash, from, now) {
      const old = from.find(hash);
      if (old === -1) return -1;
      const word = from.leave(old);
      let slot = place(hash, word, now);
      if (slot === -1 && makeRoom(hash, now)) slot = place(hash, word, now);
      if (slot !== -1 && isLogged(word)) logs.pass(upperBits(word), base + slot);
      return slot;
    },
    leave(slot) {
      const word = table.word(slot);
      const isLost = isLogged(word) && logOf(slot) === NONE;
      table.set(slot, 0);
      return isLost ? 0 : word;
    },
    makeRoom,
    sweep,
  };
}

function takeLogged(logs: ExactLogs, log: number, now: Tick): RateLimitResult {
  const before = logs.count(log, now);
  if (before >= QUOTA) return refused(logs.oldestAge(log, now));
  logs.add(log, now);
  return allowed(before + 1, logs.oldestAge(log, now));
}
