import type { Hash64 } from "./keyed-hash.js";

/** Slots of one bucket, 8 bytes each: two cache lines. */
const BUCKET = 16;

/** With so many free slots an address stays in its first bucket, where it is found soonest. */
const ROOMY = BUCKET / 2;

const TWO_32 = 2 ** 32;

/**
 * One word for each of many addresses, in a fixed number of slots. An address has two buckets of 16 slots and may lie
 * anywhere in them, so nothing ever moves. With the emptier bucket taken once the first fills up, a million addresses
 * fit 1.31 million slots. Two addresses are taken for one when 32 bits of their hashes agree and they lie in the same
 * bucket: the chance is one in 2^32 for each of 32 neighbors.
 */
export interface AddressTable {
  readonly slots: number;
  /** @returns the slot of an address, or -1 */
  find(hash: Readonly<Hash64>): number;
  /** Whether the first bucket of an address has room to spare. */
  isRoomy(hash: Readonly<Hash64>): boolean;
  /** @returns an empty slot in the first bucket, or in the emptier one, or -1 when both are full */
  vacancy(hash: Readonly<Hash64>): number;
  /** Calls `visit` with each of the 32 slots an address may lie in. */
  neighbors(hash: Readonly<Hash64>, visit: (slot: number) => void): void;
  /** The word of a slot; 0 in an empty one. */
  word(slot: number): number;
  put(slot: number, hash: Readonly<Hash64>, word: number): void;
  /** Changes the word of an address that is there; 0 removes it. */
  set(slot: number, word: number): void;
}

/** @param slots a multiple of 16 */
export function addressTable(slots: number): AddressTable {
  const cells = new Uint32Array(slots * 2);
  const buckets = slots / BUCKET;

  const first = ({ high }: Readonly<Hash64>) => Math.floor((high * buckets) / TWO_32) * BUCKET;
  const second = ({ high }: Readonly<Hash64>) => {
    const mixed = Math.imul(high ^ (high >>> 16), 0x9e3779b1) >>> 0;
    return Math.floor((mixed * buckets) / TWO_32) * BUCKET;
  };

  function findIn(start: number, tag: number): number {
    for (let slot = start; slot < start + BUCKET; slot++) {
      if (cells[slot * 2] === tag && cells[slot * 2 + 1] !== 0) return slot;
    }
    return -1;
  }

  /** How many slots of a bucket are empty, and the first of them. */
  function empty(start: number): { count: number; slot: number } {
    let count = 0;
    let found = -1;
    for (let slot = start; slot < start + BUCKET; slot++) {
      if (cells[slot * 2 + 1] !== 0) continue;
      count++;
      if (found === -1) found = slot;
    }
    return { count, slot: found };
  }

  return {
    slots,
    find(hash) {
      const slot = findIn(first(hash), hash.low);
      return slot === -1 ? findIn(second(hash), hash.low) : slot;
    },
    isRoomy: (hash) => empty(first(hash)).count >= ROOMY,
    vacancy(hash) {
      const one = empty(first(hash));
      if (one.count >= ROOMY) return one.slot;
      const other = empty(second(hash));
      return one.count >= other.count ? one.slot : other.slot;
    },
    neighbors(hash, visit) {
      for (const start of [first(hash), second(hash)]) {
        for (let slot = start; slot < start + BUCKET; slot++) visit(slot);
      }
    },
    word: (slot) => cells[slot * 2 + 1] ?? 0,
    put(slot, hash, word) {
      cells[slot * 2] = hash.low;
      cells[slot * 2 + 1] = word;
    },
    set(slot, word) {
      cells[slot * 2 + 1] = word;
    },
  };
}
