/** What moves the simulator's time. Everything served is a pure function of it. */
export interface SimulatorClock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Time stands still at this instant. */
  fixAt(atMs: number): void;
  /** Time starts at this instant now and runs on at the machine's pace. */
  startAt(atMs: number): void;
  /** Time is the machine's, moved by so many milliseconds. */
  moveBy(offsetMs: number): void;
}

export function simulatorClock(): SimulatorClock {
  let offsetMs = 0;
  let fixed: number | undefined;
  const moveBy = (ms: number) => {
    fixed = undefined;
    offsetMs = ms;
  };
  return {
    now: () => fixed ?? Date.now() + offsetMs,
    fixAt: (atMs) => {
      fixed = atMs;
    },
    startAt: (atMs) => moveBy(atMs - Date.now()),
    moveBy,
  };
}
