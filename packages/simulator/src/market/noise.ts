/** Chance that is the same on every run. */

/**
 * A number in [0, 1) that depends on nothing but its two arguments: the simulator's only source of chance.
 * Mixing steps as in MurmurHash3's finalizer (A. Appleby, public domain).
 */
export function chance(seed: number, index: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index | 0, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** In [-1, 1). */
function signedChance(seed: number, index: number): number {
  return 2 * chance(seed, index) - 1;
}

/** Bell-shaped, mean 0, variance 1, never beyond +-3: the sum of three even chances (3 / 12 x 4 = 1). */
export function bell(seed: number, index: number): number {
  const at = Math.imul(index, 3);
  return (chance(seed, at) + chance(seed, at + 1) + chance(seed, at + 2) - 1.5) * 2;
}

/** Smooth in x, in [-1, 1], with a fresh value at every whole x. */
export function smoothNoise(seed: number, x: number): number {
  const whole = Math.floor(x);
  const part = x - whole;
  const from = signedChance(seed, whole);
  return from + (signedChance(seed, whole + 1) - from) * part * part * (3 - 2 * part);
}
