/** 64 secret bits. Whoever does not know them cannot choose two addresses that meet in one place. */
export type HashKey = readonly [number, number];

/** The 64 bits of a hash as two unsigned 32-bit words. */
export interface Hash64 {
  high: number;
  low: number;
}

/**
 * HalfSipHash-2-4 with 64 bits of output, over the low byte of each sign of a text. Client addresses are ASCII.
 *
 * Source: J.-P. Aumasson, D. J. Bernstein, SipHash reference code, `halfsiphash.c`.
 *
 * @returns a function that writes into one and the same object, so that a request allocates nothing
 */
export function keyedHash([k0, k1]: HashKey): (text: string) => Readonly<Hash64> {
  const out: Hash64 = { high: 0, low: 0 };
  return (text) => {
    const words = (text.length >> 2) + 1;
    let v0 = k0;
    let v1 = k1 ^ 0xee;
    let v2 = 0x6c796765 ^ k0;
    let v3 = 0x74656462 ^ k1;
    // Two rounds a turn: one turn for each word, then two for either half of the output.
    for (let turn = 0; turn < words + 4; turn++) {
      const word = turn < words ? wordAt(text, turn) : 0;
      v3 ^= word;
      if (turn === words) v2 ^= 0xee;
      if (turn === words + 2) {
        out.low = (v1 ^ v3) >>> 0;
        v1 ^= 0xdd;
      }
      for (let round = 0; round < 2; round++) {
        v0 = (v0 + v1) | 0;
        v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
        v0 = (v0 << 16) | (v0 >>> 16);
        v2 = (v2 + v3) | 0;
        v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
        v0 = (v0 + v3) | 0;
        v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
        v2 = (v2 + v1) | 0;
        v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
        v2 = (v2 << 16) | (v2 >>> 16);
      }
      v0 ^= word;
    }
    out.high = (v1 ^ v3) >>> 0;
    return out;
  };
}

/** Four bytes, little end first. The last word holds what is left over, and the length in its top byte. */
function wordAt(text: string, index: number): number {
  const from = index * 4;
  const left = text.length - from;
  if (left < 4) return (text.length << 24) | tail(text, from) | 0;
  return byte(text, from) | (byte(text, from + 1) << 8) | (byte(text, from + 2) << 16) | (byte(text, from + 3) << 24);
}

function tail(text: string, from: number): number {
  let word = 0;
  for (let i = text.length - 1; i >= from; i--) word = (word << 8) | byte(text, i);
  return word;
}

function byte(text: string, index: number): number {
  return text.charCodeAt(index) & 0xff;
}

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
