/** The five phases, lowest first: machine key, English label, and the published score at which each begins. */
export const PHASES = [
  { key: "FONDO", label: "Bottom", from: 0 },
  { key: "ACUM", label: "Accumulation", from: 20 },
  { key: "BULL", label: "Bull Active", from: 40 },
  { key: "HOT", label: "Hot Zone", from: 60 },
  { key: "PEAK", label: "Peak", from: 80 },
] as const;

export type Phase = (typeof PHASES)[number];
export type PhaseKey = Phase["key"];

/**
 * The phase of a published score.
 *
 * @param score already rounded by `published`, so that the number and the phase a reader sees always agree
 * @throws RangeError outside 0..100 or for NaN
 */
export function phaseOf(score: number): Phase {
  const phase = PHASES.findLast((each) => score >= each.from);
  if (phase === undefined || score > 100) throw new RangeError(`score must lie in 0..100, got ${score}`);
  return phase;
}
