/** 64 secret bits. Whoever does not know them cannot choose two addresses that meet in one place. */
export type HashKey = readonly [number, number];

/** The 64 bits of a hash as two unsigned 32-bit words. */
export interface Hash64 {
  high: number;
  low: number;
}

/**
 * HalfSipHash-2-4 with 64 bits of output, over the low byte of each character of a text. Client addresses are ASCII.
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
