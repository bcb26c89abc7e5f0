/** The simulator's time. Everything served is a pure function of it. */
export class SimulatorClock {
  #offsetMs = 0;
  #fixedMs: number | undefined;

  /** Milliseconds since 1970 UTC. */
  now(): number {
    return this.#fixedMs ?? Date.now() + this.#offsetMs;
  }

  /** Time stands still at this instant. */
  fixAt(atMs: number): void {
    this.#fixedMs = atMs;
  }

  /** Time is the machine's, moved by so many milliseconds. */
  moveBy(offsetMs: number): void {
    this.#fixedMs = undefined;
    this.#offsetMs = offsetMs;
  }
}
