/** The simulator's time: the machine's, moved by a fixed offset. Milliseconds since 1970. */
export type SimulatedClock = () => number;

/** @param offsetMs added to the machine's time; a test sets it to stand at any moment */
export function simulatedClock(offsetMs = 0): SimulatedClock {
  return () => Date.now() + offsetMs;
}
