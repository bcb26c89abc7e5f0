/** The simulator's time. Everything served is a pure function of it. */
export class SimulatorClock {
  #offsetMs = 0;
  #fixedMs: number | undefined;

  /** Milliseconds since 1970 UTC. */
  now(): number {
    return this.#fixedMs ?? Date.now() + this.#offsetMs;
  }

  /** Stops time at this instant. */
  fixAt(atMs: number): void {
    this.#fixedMs = atMs;
  }

  /** Uses the system time, shifted by `offsetMs`. */
  moveBy(offsetMs: number): void {
    this.#fixedMs = undefined;
    this.#offsetMs = offsetMs;
  }
}
