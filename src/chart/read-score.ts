import type { PhaseKey } from "../domain/score.js";
import { PHASE_KEYS } from "./labels.js";

/** What a badge shows. */
export interface Score {
  /** 0..100, one decimal. */
  readonly score: number;
  readonly phase: PhaseKey;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** The score was older than 2 hours when the answer was given. */
  readonly isStale: boolean;
}

/**
 * The score in the current answer of the public API.
 *
 * @param body parsed JSON of any origin
 * @returns `undefined` when it is no such answer
 */
export function readScore(body: unknown): Score | undefined {
  const { score, phase_key: phase, updated_at: updatedAt, stale } = fields(fields(body)["btc"]);
  return isWithin(score, 0, 100) && isPhase(phase) && isText(updatedAt, /^\d{4}(-\d\d){2}T\d\d:\d\d/)
    ? { score, phase, updatedAt, isStale: stale === true }
    : undefined;
}

/** What has no fields is read as if it had none: nothing of what is read here can throw. */
export function fields(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

export function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most;
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

export function isPhase(value: unknown): value is PhaseKey {
  return PHASE_KEYS.includes(value as PhaseKey);
}
