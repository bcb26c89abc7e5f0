/** 64 secret bits. Whoever does not know them cannot choose two addresses that meet in one place. */
export type HashKey = readonly [number, number];

/** The 64 bits of a hash as two unsigned 32-bit words. */
export interface Hash64 {
  high: number;
  low: number;
}

interface State {
  v0: number;
  v1: number;
  v2: number;
  v3: number;
}

/**
 * HalfSipHash-2-4 with 64 bits of output, over the low byte of each sign of a text. Client addresses are ASCII.
 *
 * Source: J.-P. Aumasson, D. J. Bernstein, SipHash reference code, `halfsiphash.c`.
 *
 * @returns a function that writes into one and the same object, so that a request allocates nothing
 */
export function keyedHash([k0, k1]: HashKey): (text: string) => Readonly<Hash64> {
  const state: State = { v0: 0, v1: 0, v2: 0, v3: 0 };
  const out: Hash64 = { high: 0, low: 0 };
  return (text) => {
    state.v0 = k0;
    state.v1 = k1 ^ 0xee;
    state.v2 = 0x6c796765 ^ k0;
    state.v3 = 0x74656462 ^ k1;
    absorb(state, text);
    state.v2 ^= 0xee;
    rounds(state, 4);
    out.low = (state.v1 ^ state.v3) >>> 0;
    state.v1 ^= 0xdd;
    rounds(state, 4);
    out.high = (state.v1 ^ state.v3) >>> 0;
    return out;
  };
}

/** Four bytes at a time, little end first; the last word carries the length in its top byte. */
function absorb(state: State, text: string): void {
  const whole = text.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    mix(state, byte(text, i) | (byte(text, i + 1) << 8) | (byte(text, i + 2) << 16) | (byte(text, i + 3) << 24));
  }
  let last = text.length << 24;
  for (let i = whole; i < text.length; i++) last |= byte(text, i) << (8 * (i - whole));
  mix(state, last);
}

function byte(text: string, index: number): number {
  return text.charCodeAt(index) & 0xff;
}

function mix(state: State, word: number): void {
  state.v3 ^= word;
  rounds(state, 2);
  state.v0 ^= word;
}

function rounds(state: State, count: number): void {
  let { v0, v1, v2, v3 } = state;
  for (let i = 0; i < count; i++) {
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
  state.v0 = v0;
  state.v1 = v1;
  state.v2 = v2;
  state.v3 = v3;
}
