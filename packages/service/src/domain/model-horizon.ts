/** How long this version's schedules of halvings and supplies last. */

import {
  DAY_MS,
  formatDay,
  type Instant,
  nextHalvingExpected,
  startOf,
  suppliesKnownTo,
  utcDay,
} from "peak-cycle-model";

/** How long before a schedule ends the operator is warned, so that there is time to upgrade. */
const NOTICE_MS = 60 * DAY_MS;

/** A schedule that ends soon, or has ended. */
export interface Horizon {
  /** A missed halving makes every later score wrong. Coin supplies merely keep their last known values. */
  readonly isUrgent: boolean;
  readonly sentence: string;
}

/** The schedules that end within two months. */
export function nearHorizons(now: Instant): readonly Horizon[] {
  const halving = nextHalvingExpected();
  const year = suppliesKnownTo();
  const near: Horizon[] = [];
  if (now >= startOf(halving) - NOTICE_MS) {
    near.push({
      isUrgent: true,
      sentence:
        `the next halving is expected about ${formatDay(halving)}, and this version does not include it: install a ` +
        "newer version of Peak before then, or scores are signed with the old subsidy",
    });
  }
  if (now >= startOf(utcDay(`${year + 1}-01-01`)) - NOTICE_MS) {
    near.push({
      isUrgent: false,
      sentence:
        `the supplies of crypto's coins are known up to ${year} and used unchanged after that; ` +
        "a newer version may have later ones",
    });
  }
  return near;
}
