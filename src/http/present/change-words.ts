import { formatInstant } from "../../domain/instant.js";
import { type PhaseKey, scoreNumber } from "../../domain/score.js";
import type { Change } from "../../domain/snapshot.js";
import { phaseLabel } from "./phase-label.js";

const FLAGS = { descentGuard: "Bear-market descent", topRisk: "Cycle-top distribution" } as const;

/** A change in a line, e.g. `Phase: Bull Active, was Accumulation (score 40.2)`. */
export function changeTitle(change: Change): string {
  return `${headline(change)} (score ${scoreNumber(change.score).toFixed(1)})`;
}

/** The same as a sentence with its time. */
export function changeText(change: Change): string {
  const minute = formatInstant(change.computedAt).slice(0, 16).replace("T", " ");
  return `${headline(change)}. Score ${scoreNumber(change.score).toFixed(1)}, computed on ${minute} UTC.`;
}

function headline(change: Change): string {
  switch (change.what) {
    case "phase":
      return moved("Phase", label(change.to), label(change.from));
    case "signal":
      return moved("Signal", change.to, change.from);
    default:
      return `${FLAGS[change.what]}: flag ${change.to === null ? "down" : "up"}`;
  }
}

function moved(what: string, to: string, from: string): string {
  return `${what}: ${to}, was ${from}`;
}

function label(key: PhaseKey): string {
  return phaseLabel(key);
}
