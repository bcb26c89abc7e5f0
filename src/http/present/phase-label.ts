import { PHASES, type PhaseKey } from "../../domain/score.js";

const LABELS = new Map(PHASES.map(({ key, label }) => [key, label]));

export type PhaseLabel = (typeof PHASES)[number]["label"];

/** The English label that goes with a key. */
export function phaseLabel(key: PhaseKey): PhaseLabel {
  const label = LABELS.get(key);
  if (label === undefined) throw new RangeError(`not a phase: ${key}`);
  return label;
}
