/** Randomness that is the same on every run. */

/**
 * A number in [0, 1) that depends only on its two arguments: the simulator's only source of randomness. It mixes bits
 * like MurmurHash3's finalizer (A. Appleby, public domain).
 */
export function chance(seed: number, index: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index | 0, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** Smooth noise in [-1, 1], with a new value at every whole x. */
export function smoothNoise(seed: number, x: number): number {
  const whole = Math.floor(x);
  const part = x - whole;
  const from = 2 * chance(seed, whole) - 1;
  const to = 2 * chance(seed, whole + 1) - 1;
  return from + (to - from) * part * part * (3 - 2 * part);
}

/** The longest wave has a new value every 16 days, each next wave three times as often, the last every 23 seconds. */
const LONGEST_DAYS = 16;
const WAVES = 11;

/**
 * Wanders like prices, in units of a typical move within a day: moves grow with the square root of time, up to a few
 * weeks.
 */
export function wander(seed: number, day: number): number {
  let sum = 0;
  for (let wave = 0, days = LONGEST_DAYS; wave < WAVES; wave += 1, days /= 3) {
    sum += Math.sqrt(days) * smoothNoise(seed + wave, day / days);
  }
  return sum;
}
