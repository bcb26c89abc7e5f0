import type { Verdict } from "../operations/ports.js";
import type { AddressTable } from "./address-table.js";
import { type ExactLogs, NONE } from "./exact-logs.js";
import type { Hash64 } from "./keyed-hash.js";
import { QUOTA } from "./policy.js";
import { age, type Tick, WINDOW_MS } from "./ticks.js";
import { allowed, refused } from "./verdicts.js";

/** The low 5 bits of a word: a count of 1..20, or this mark, and then the other 27 bits are the index of a log. */
const LOGGED = 31;

/** What is known of the addresses of one table: requests counted there, and in the logs it points to. */
export interface Ledger {
  /** @returns the slot of an address, or -1 */
  find(hash: Readonly<Hash64>): number;
  /** Counts one more request of the address in a slot. */
  take(slot: number, now: Tick): Verdict;
  /** Writes down the first request of an address. @returns false when there is no free slot */
  enter(hash: Readonly<Hash64>, now: Tick): boolean;
  /** Takes an address over from another ledger with the same logs. @returns its slot, or -1 when it is not there */
  adopt(hash: Readonly<Hash64>, from: Ledger, now: Tick): number;
  /** Gives up a slot. @returns its word */
  leave(slot: number): number;
  /** Forgets the neighbor with the fewest requests that is under its limit. @returns false when there is none */
  makeRoom(hash: Readonly<Hash64>, now: Tick): boolean;
  /** Forgets everything that has left the window. */
  sweep(now: Tick): void;
}

/** @param base added to a slot to make the owner of a log, so that two ledgers can share the logs */
export function ledger(table: AddressTable, logs: ExactLogs, base: number): Ledger {
  /** The log of a slot, or `NONE`: also when the log has been given to another address meanwhile. */
  function logOf(slot: number, word: number): number {
    const log = word >>> 5;
    return (word & LOGGED) === LOGGED && logs.isOf(log, base + slot) ? log : NONE;
  }

  function count(slot: number, now: Tick): number {
    const word = table.word(slot);
    const log = logOf(slot, word);
    if (log !== NONE) return logs.count(log, now);
    const isSpent = (word & LOGGED) === LOGGED || age(word >>> 5, now) >= WINDOW_MS;
    return isSpent ? 0 : word & LOGGED;
  }

  function forget(slot: number): void {
    const log = logOf(slot, table.word(slot));
    if (log !== NONE) logs.release(log);
    table.set(slot, 0);
  }

  function forgetSpent(slot: number, now: Tick): void {
    if (table.word(slot) !== 0 && count(slot, now) === 0) forget(slot);
  }

  function makeRoom(hash: Readonly<Hash64>, now: Tick): boolean {
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
  }

  function place(hash: Readonly<Hash64>, word: number, now: Tick): number {
    if (!table.isRoomy(hash)) table.neighbors(hash, (slot) => forgetSpent(slot, now));
    const slot = table.vacancy(hash);
    if (slot !== -1) table.put(slot, hash, word);
    return slot;
  }

  return {
    find: table.find,
    take(slot, now) {
      const word = table.word(slot);
      const known = logOf(slot, word);
      if (known !== NONE) return takeLogged(logs, known, now);
      const kept = count(slot, now);
      if (kept === 0) {
        table.set(slot, wordOf(now, 1));
        return allowed(1, 0);
      }
      const log = logs.open(base + slot, { at: word >>> 5, count: kept }, now);
      if (log !== NONE) {
        table.set(slot, wordOf(log, LOGGED));
        return takeLogged(logs, log, now);
      }
      if (kept >= QUOTA) return refused(age(word >>> 5, now));
      table.set(slot, wordOf(now, kept + 1));
      return allowed(kept + 1, 0);
    },
    enter: (hash, now) => place(hash, wordOf(now, 1), now) !== -1,
    adopt(hash, from, now) {
      const old = from.find(hash);
      if (old === -1) return -1;
      const word = from.leave(old);
      let slot = place(hash, word, now);
      if (slot === -1 && makeRoom(hash, now)) slot = place(hash, word, now);
      if (slot !== -1 && (word & LOGGED) === LOGGED) logs.pass(word >>> 5, base + slot);
      return slot;
    },
    leave(slot) {
      const word = table.word(slot);
      const isLost = (word & LOGGED) === LOGGED && logOf(slot, word) === NONE;
      table.set(slot, 0);
      return isLost ? 0 : word;
    },
    makeRoom,
    sweep(now) {
      for (let slot = 0; slot < table.slots; slot++) forgetSpent(slot, now);
      logs.sweep(now);
    },
  };
}

function takeLogged(logs: ExactLogs, log: number, now: Tick): Verdict {
  const before = logs.count(log, now);
  if (before >= QUOTA) return refused(logs.oldestAge(log, now));
  logs.add(log, now);
  return allowed(before + 1, logs.oldestAge(log, now));
}

/** @param high 27 bits. @param low 5 bits */
function wordOf(high: number, low: number): number {
  return ((high << 5) | low) >>> 0;
}
