import { type Instant, SECOND_MS } from "../domain/instant.js";

/** The moment of a Unix time in seconds; whole milliseconds. */
export function fromSeconds(seconds: number): Instant {
  return Math.round(seconds * SECOND_MS) as Instant;
}

/** Unix seconds of a moment, rounded down. */
export function inSeconds(at: Instant): number {
  return Math.floor(at / SECOND_MS);
}
