import type { Hash64 } from "./keyed-hash.js";

/** Slots of one bucket, 8 bytes each: two cache lines. */
const BUCKET = 16;

/** With so many empty slots an address stays in its first bucket, where it is found soonest. */
const ROOMY = BUCKET / 2;

/** With fewer empty slots it is worth looking for ones that are no longer needed. */
const TIGHT = BUCKET / 4;

const TWO_32 = 2 ** 32;

export type AddressTable = ReturnType<typeof addressTable>;

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
