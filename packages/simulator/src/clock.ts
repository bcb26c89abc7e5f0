/** The simulated time, and how instants are read. */

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

/**
 * Reads an instant written as ISO 8601; a date alone means its 00:00 UTC.
 * @returns milliseconds since 1970, or undefined for anything else
 */
export function readInstant(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
  // A date with a time but no zone would be read in the machine's zone; the simulator knows UTC only.
  const zoned = /T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes("T") ? text : `${text}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? undefined : ms;
}
