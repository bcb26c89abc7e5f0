import { type UtcDay, utcDay } from "../domain/instant.js";

/**
 * The UTC days on which the subsidy halved, oldest first. A further one is added when block 210,000 x k is mined,
 * with that block's day; never from an estimate.
 */
export const HALVING_DAYS: readonly UtcDay[] = ["2012-11-28", "2016-07-09", "2020-05-11", "2024-04-20"].map(utcDay);

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
