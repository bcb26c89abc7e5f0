import { HALVING_DAYS } from "../domain/halvings.js";
import type { UtcDay } from "../domain/instant.js";

/** BTC a block at the start of the chain. */
const FIRST_SUBSIDY = 50;

/** One block in ten minutes. */
const BLOCKS_PER_DAY = 144;

/** BTC in existence at the end of the day of row 0. */
export const SUPPLY_AT_FIRST_ROW = 3_447_800;

/** BTC mined on a day by the schedule. A halving counts from its own day on. */
export function minedOn(day: UtcDay): number {
  let subsidy = FIRST_SUBSIDY;
  for (const halving of HALVING_DAYS) if (day >= halving) subsidy /= 2;
  return BLOCKS_PER_DAY * subsidy;
}
