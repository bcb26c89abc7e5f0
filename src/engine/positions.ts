import type { PositionKey } from "../domain/evaluation.js";

/** Positions that are present, 0..100. */
export type Positions = Partial<Record<PositionKey, number>>;

/**
 * Leaves out what is missing. Written out key by key: a loop over the keys took a third of a full recompute, since
 * the runtime then looks up the shape of the object at each step.
 */
export function presentOnly(all: Readonly<Record<PositionKey, number | undefined>>): Positions {
  const positions: Positions = {};
  if (all.mvrv !== undefined) positions.mvrv = all.mvrv;
  if (all.thermo !== undefined) positions.thermo = all.thermo;
  if (all.plaw !== undefined) positions.plaw = all.plaw;
  if (all.ma200w !== undefined) positions.ma200w = all.ma200w;
  if (all.puell !== undefined) positions.puell = all.puell;
  if (all.roi !== undefined) positions.roi = all.roi;
  if (all.fng !== undefined) positions.fng = all.fng;
  return positions;
}
